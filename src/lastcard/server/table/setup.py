"""What a host chooses for a table: the game, how many seats, and how the table is run."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from lastcard.editions import Edition, Settings, by_id, find, names
from lastcard.editions.settings import PRESET, PRESETS
from lastcard.errors import LastcardError
from lastcard.game import Game
from lastcard.server.errors import RefusedError

WATCHING = ["public", "delayed", "off"]
"""What spectators may see."""
_RANGES: dict[str, tuple[float, float]] = {
    "clock": (5, 600),
    "uno_grace": (0, 5),
    "away_grace": (1, 3600),
    "delay": (1, 3600),
    "pace": (0, 3),
    "program_time": (0.1, 60),
    "deal_after": (1, 60),
}


_OPEN = {"clock", "deal_after"}
"""Those that can be null."""


def _within(name: str) -> Meta:
    """What an option may be, for descriptions; it is checked below, to be refused with its own code and in words."""
    low, high = _RANGES[name]
    return Meta(extra_json_schema={"minimum": low, "maximum": high})


class Options(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """How a table is run. Nothing here changes the rules of the game."""

    clock: Annotated[int, _within("clock")] | None = 45
    """Seconds for each decision; null: no clock."""
    uno_grace: Annotated[float, _within("uno_grace")] = 1.0
    """Seconds after a player became liable in which only the own call counts."""
    away_grace: Annotated[int, _within("away_grace")] = 60
    """Seconds that a player may be away before a bot takes over."""
    watching: Annotated[str, Meta(extra_json_schema={"enum": WATCHING})] = "public"
    """What spectators see: what is public; everything, `delay` seconds late; or there are none."""
    delay: Annotated[int, _within("delay")] = 120
    """Seconds by which a delayed full view is late."""
    pace: Annotated[float, _within("pace")] = 1.0
    """How long bots think, as a multiple of a person's time."""
    program_time: Annotated[float, _within("program_time")] = 5.0
    """Seconds that a program has for each decision, before a bot answers for it."""
    deal_after: Annotated[float, _within("deal_after")] | None = None
    """Seconds after a round until the next one is dealt, unless somebody holds it; null: a player deals."""


class Setup(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, frozen=True):
    """The game that a table plays."""

    edition: str = "classic"
    settings: dict[str, Any] = {}
    seats: int = 4
    public: bool = False
    """Whether the table is in the list that everybody sees."""
    options: Options = Options()

    def check(self) -> Setup:
        """Itself with a preset written out, or a refusal that says what is not possible."""
        found = self._edition()
        try:
            Settings.of(found, self.settings)  # first: a game takes more names than those of settings
            Game(found, self.seats, seed=bytes(32), **self.settings)
        except LastcardError as error:
            raise RefusedError("bad-setup", str(error)) from None
        _check_options(self.options)
        return msgspec.structs.replace(self, settings=_written_out(self.settings))

    def _edition(self) -> Edition:
        """The edition with this id. What a client says is never a path."""
        found = find(self.edition)
        if found is None:
            there = f"there are {', '.join(names())}"
            raise RefusedError("bad-setup", f"there is no edition {self.edition!r:.40} on this server; {there}")
        return found

    @property
    def custom(self) -> tuple[str, ...]:
        """The rules on the Customizable cards, which everybody must consent to."""
        return Settings.of(by_id(self.edition), self.settings).custom


def _written_out(settings: dict[str, Any]) -> dict[str, Any]:
    """Settings with those that a preset stands for in its place: a log outlives what the name means today."""
    rest = {name: value for name, value in settings.items() if name != PRESET}
    return {**PRESETS.get(settings.get(PRESET, ""), {}), **rest}


def _check_options(options: Options) -> None:
    for name, (low, high) in _RANGES.items():
        value = getattr(options, name)
        if value is not None and not low <= value <= high:
            allowed = f"null, or {low} to {high} seconds" if name in _OPEN else f"{low} to {high}"
            raise RefusedError("bad-setup", f"option {name} is {value!r:.20}; allowed: {allowed}")
    if options.watching not in WATCHING:
        raise RefusedError("bad-setup", f"option watching is {options.watching!r:.40}; allowed: {', '.join(WATCHING)}")
