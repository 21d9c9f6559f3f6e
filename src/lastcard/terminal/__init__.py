"""The game in a terminal, for people and bots at one table.

It works in 80 columns and 24 lines, and over a pipe. `play` is the whole of it;
what it prints is made in `screen` and `words`, from what a seat may know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from typing import TextIO

from lastcard.bots import Bot, bot
from lastcard.errors import SettingsError
from lastcard.game import Game
from lastcard.record import write_record
from lastcard.terminal.console import Console, StopAskingError
from lastcard.terminal.opening import open_table
from lastcard.terminal.table import Table
from lastcard.terminal.words import clean_name

_PACE = 0.6
_NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana", "Ivo", "Joy")


def play(
    game: Game,
    people: Sequence[int],
    bot_names: Sequence[str],
    names: Sequence[str],
    record_path: str | Path | None,
    stdin: TextIO,
    stdout: TextIO,
) -> int:
    """Play `game` and return an exit code: 0 for a game that ended or was left, 1 for one that was cut off.

    A game does not begin, and the code is 1, if a person does not agree to the rules on the Customizable cards.

    `bot_names` are for the seats without a person, in order, and start again when they
    run out. Seats that `names` leaves out or empty get a name.
    """
    free = [seat for seat in range(game.players) if seat not in people]
    if free and not bot_names:
        msg = f"seats {', '.join(map(str, free))} have neither a person nor a bot; name a bot for them"
        raise SettingsError(msg)
    bots = {seat: bot(name, f"{game.key.hex()} {seat}") for seat, name in zip(free, cycle(bot_names), strict=False)}
    pace = _PACE if stdout.isatty() else 0.0
    return play_game(game, people, bots, names, stdin, stdout, pace=pace, record_path=record_path)


def play_game(
    game: Game,
    people: Sequence[int],
    bots: Mapping[int, Bot],
    names: Sequence[str],
    stdin: TextIO,
    stdout: TextIO,
    *,
    pace: float = 0.0,
    record_path: str | Path | None = None,
) -> int:
    """Play `game` with a bot in every seat that has no person."""
    if sorted([*people, *bots]) != list(range(game.players)):
        found = f"people sit at {list(people)} and bots at {list(bots)}"
        msg = f"{found}; each of the seats 0 to {game.players - 1} needs one of them"
        raise SettingsError(msg)
    seated = seat_names(game.players, people, names)
    console = Console(game.edition, stdin, stdout, pace)
    if record_path is not None and not Path(record_path).parent.is_dir():
        console.tell(f"The record can't be written: there is no folder {Path(record_path).parent}.")
        return 1
    table = Table(game, people, bots, seated, console)
    stopped = _stopped(lambda: open_table(game.settings, table.people, table.words, console), console)
    if stopped is not None:
        return stopped
    code = _stopped(table.run, console) or 0
    return code if record_path is None else max(code, _keep(game, seated, Path(record_path), console))


def _stopped(part: Callable[[], None], console: Console) -> int | None:
    """Go through a part of the game: the exit code if it stopped before its end, else None."""
    try:
        part()
    except StopAskingError as stop:
        console.tell(str(stop))
        return stop.code
    except KeyboardInterrupt:
        console.say(["", "Interrupted: the game stops here."])
        return 1
    except BrokenPipeError:
        return 1
    return None


def _keep(game: Game, names: Sequence[str], path: Path, console: Console) -> int:
    try:
        path.write_text(write_record(game, names), encoding="utf-8")
    except OSError as error:
        console.tell(f"The record can't be written to {path}: {error.strerror}.")
        return 1
    console.tell(f"The record is in {path}.")
    return 0


def seat_names(players: int, people: Sequence[int], names: Sequence[str]) -> list[str]:
    """A name for every seat, each one once."""
    chosen: list[str] = []
    spare = iter(_NAMES)
    for seat in range(players):
        name = clean_name(names[seat]) if seat < len(names) else ""
        alone = list(people) == [seat]
        if name.casefold() in {"", "you"}:
            name = "You" if alone else ""  # among several, nobody would know who is meant
        while not name or name.casefold() in (other.casefold() for other in chosen):
            name = next(spare, f"Seat {seat}")
        chosen.append(name)
    return chosen


__all__ = ["play", "play_game", "seat_names"]
