"""How much a bot thinks about a decision, and how that is said in its name: `search@500`, `search@50ms`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from lastcard.errors import SettingsError


@dataclass(frozen=True)
class Effort:
    """How much is thought about a decision: so many play-outs, for so long, or whichever of the two ends first."""

    playouts: int = 0
    seconds: float = 0.0

    def __post_init__(self) -> None:
        """Refuse what is no effort."""
        if max(self.playouts, self.seconds) <= 0 or self.playouts < 0 or self.seconds < 0:
            msg = f"found {self.playouts} play-outs and {self.seconds} seconds; one of them must be above 0"
            raise SettingsError(msg)


USUAL_EFFORT = Effort(playouts=2000)


def effort_of(name: str) -> Effort:
    """How much a bot called `search`, `search@500` or `search@50ms` thinks."""
    kind, _, said = name.partition("@")
    found = re.fullmatch(r"([1-9]\d{0,7})(ms)?", said)
    if "@" in name and not found:
        msg = f"there is no bot {name!r:.40}; allowed: {kind}, {kind}@500 (play-outs a decision) or {kind}@50ms (time)"
        raise SettingsError(msg)
    if not found:
        return USUAL_EFFORT
    number = int(found[1])
    return Effort(seconds=number / 1000) if found[2] else Effort(playouts=number)
