"""Golden playthroughs and perft counts: written here, compared by the tests.

A playthrough records, move by move, every legal move and every seat's view of a
game, so any change in behaviour shows as a difference to be read and accepted.
Run `make golden` after a change that is meant to alter them.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from lastcard import Game, edition_names

HERE = Path(__file__).resolve().parent
MOVES = 60

GAMES: tuple[tuple[str, int, dict[str, Any]], ...] = (
    *((name, players, {}) for name in edition_names() for players in (2, 3, 5)),
    ("classic", 10, {"uno": "auto", "scoring": "lowest"}),
    ("classic", 4, {"uno": "ask", "bluffing": False}),
    ("house", 4, {"uno": "ask", "custom": ["custom-2", "custom-8", "custom-10"]}),
    ("house", 3, {"custom": ["custom-3", "custom-5", "custom-9"]}),
    ("flip", 4, {"uno": "ask", "pairing": "fixed"}),
    ("flip-transformers", 4, {"uno": "ask", "scoring": "points"}),
)

PERFT = (
    ("classic hands=r1,g2/b3,y4 discard=r5 turn=0", 5),
    ("classic hands=r+2,W+4,g2/b3,y4,W discard=r5 turn=0", 4),
    ('house settings={"custom":["custom-8","custom-10","custom-6"]} hands=W1,W2,r1/W3,WX,g1/b1,b2 discard=r5 turn=0', 4),
    ("flip hands=rF,gF,r1/b3,y4,W+2 discard=r5 turn=0", 4),
    ("flip-marvel hands=WH,r1,r2/g1,g2,g3/b1,b2 discard=r5 turn=0", 4),
    ("flip-transformers hands=WP,r9,r2/g7,g1,gS/b1,b2 discard=r5 turn=0", 4),
)


def name_of(edition: str, players: int, settings: dict[str, Any]) -> str:
    """The file name of a playthrough."""
    extra = "".join(f"-{settings[key]}" for key in ("uno", "scoring") if key in settings)
    custom = "-" + "-".join(rule.removeprefix("custom-") for rule in settings["custom"]) if "custom" in settings else ""
    return f"{edition}-{players}{extra}{custom}.txt"


def playthrough(edition: str, players: int, settings: dict[str, Any]) -> str:
    """A game with every legal move and every seat's view, as text."""
    game = Game(edition, players, seed=f"golden {players}", **settings)
    rng = random.Random(f"{edition} {players}")
    lines = [f"edition {edition}, {players} players, settings {json.dumps(settings)}"]
    lines += [f"  {event.text}" for event in game.events()]
    for number in range(1, MOVES + 1):
        moves = game.legal_moves()
        if not moves:
            break
        lines.append(f"asks {tuple(game.asks)}, legal: {', '.join(map(str, moves))}")
        lines += [f"  seat {seat} sees {_view(game, seat)}" for seat in range(players)]
        # Half of the time something other than a draw, so that the game moves on.
        choices = [m for m in moves if m.kind not in {"draw", "pass"}] if rng.random() < 0.7 else moves
        move = rng.choice(choices or moves)
        lines.append(f"{number}. {move}")
        lines += [f"  {event.text}" for event in game.play(move)]
    return "\n".join([*lines, f"end {game.position()}", ""])


def _view(game: Game, seat: int) -> str:
    view = game.view(seat)
    hands = " / ".join(" ".join(str(card) for card in hand) for hand in view.hands)
    return (
        f"[{hands}] top {view.top} color {view.color} {view.side} {view.direction} draw {view.draw_size} "
        f"{view.draw_top} liable {list(view.liable)} called {list(view.called)} scores {list(view.scores)}"
    )


def perft_text() -> str:
    """Each perft position with its counts for every depth."""
    lines = []
    for position, depth in PERFT:
        game = Game.from_position(position)
        lines.append(f"{position} ; " + " ".join(str(game.perft(i)) for i in range(1, depth + 1)))
    return "\n".join(lines) + "\n"


def main() -> None:
    """Write all files anew."""
    for edition, players, settings in GAMES:
        (HERE / name_of(edition, players, settings)).write_text(playthrough(edition, players, settings), "utf-8")
    (HERE.parent / "perft" / "counts.txt").write_text(perft_text(), "utf-8")


if __name__ == "__main__":
    main()
