"""Writes docs/transcript.md: a whole game, as one player's socket heard and said it.

python -m tests.transcript
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from pathlib import Path

from lastcard.server.config import Config
from tests.server.harness import Guest, begin, serving, sqlite_url
from tests.server.turns import eager, play_until

PAGE = Path(__file__).parent.parent / "docs" / "transcript.md"
SAID, TOLD = "→ ", "← "
HEAD = """# A whole game

Everything that went over one player's socket in a game of one hand for two, from the hello to the end: `→`
is what the client says, `←` what the server does. [Protocol](protocol.md) explains each message, and a test
reads this page as a client would: it applies every [change](protocol.md#what-changed) and checks the
numbers. The token is made up.

```
"""


async def heard(folder: Path) -> list[str]:
    """Play a game, and write down what Ann's socket says and hears."""
    async with serving(Config(database=sqlite_url(folder))) as here:
        ann = await here.create(seats=2, settings={"scoring": "hand"}, options={"clock": 45})
        bob = await (await here.join(ann.code, "Bob")).enter()
        await bob.ask("sit", seat=1)
        listening = Listening(ann)
        await ann.enter()
        listening.begin()
        await begin([ann, bob])
        await play_until([ann, bob], lambda: False, eager)
        await ann.seen(bob.number)
        return listening.lines(str(ann.token))


class Listening:
    """What goes over a guest's socket, in order."""

    def __init__(self, guest: Guest) -> None:
        self._guest = guest
        self._said: list[tuple[int, str]] = []

    def begin(self) -> None:
        """Write down what is said from now on, and after how many frames."""
        socket = self._guest._socket
        assert socket is not None
        send = socket.send

        async def listened(text: str) -> None:
            self._said.append((len(self._guest.frames), text))
            await send(text)

        socket.send = listened  # type: ignore[method-assign, assignment]

    def lines(self, token: str) -> list[str]:
        """All of it, with a token that opens nothing."""
        hello = json.dumps({"t": "hello", "v": 2, "token": token})
        said = [(0, hello), *self._said]
        told = []
        for place, frame in enumerate([*self._guest.frames, ""]):
            told += [SAID + text for at, text in said if at == place]
            told += [TOLD + frame] if frame else []
        return [line.replace(token, "d2hhdCBhIG5pY2UgdG9rZW4gdGhpcyBpcywgdHJ1bHk") for line in told]


def main() -> None:
    """Write the page."""
    lines: list[str] = []
    while not any('"check":' in line for line in lines):  # a game that is long enough to have one
        with tempfile.TemporaryDirectory() as folder:
            lines = asyncio.run(heard(Path(folder)))
    PAGE.write_text(HEAD + "\n".join(lines) + "\n```\n")


if __name__ == "__main__":
    main()
