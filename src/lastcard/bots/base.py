"""What every bot is: something with a name that answers when it is asked.

The asked seat always answers. A call, a catch or a jump-in out of turn (`uno-2`, `jump-1`) is
free, so a bot may also stay silent; that is its own question. A bot with `thinks = True`
is asked with a `Sight`, a view with a game in it that could be the one at the table.
"""

from __future__ import annotations

from typing import Protocol

from lastcard.moves import Move
from lastcard.view import View


class Bot(Protocol):
    """A player that is a program."""

    name: str

    def choose(self, view: View) -> Move:
        """One of `view.moves`, of which there is at least one."""
        ...

    def react(self, view: View) -> Move | None:
        """A call, catch or jump-in of `view.moves` while another seat is asked, or None to stay silent."""
        ...
