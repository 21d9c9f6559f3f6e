"""Golden playthroughs, digests and perft counts: written here, compared by the tests.

A playthrough records, move by move, every legal move and every seat's view of a
game, so any change in behaviour shows as a difference to be read and accepted.
Some are random games, some are scenes laid out to reach what random games seldom do.
Run `make golden` after a change that is meant to alter them.
"""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from lastcard import Event, Game, Move, View, edition_names
from tests.golden import digests
from tests.golden.scenes import SCENES, Scene

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
    (
        'house settings={"custom":["custom-8","custom-10","custom-6"]} hands=W1,W2,r1/W3,WX,g1/b1,b2 discard=r5 turn=0',
        4,
    ),
    ("flip hands=rF,gF,r1/b3,y4,W+2 discard=r5 turn=0", 4),
    ("flip-marvel hands=WH,r1,r2/g1,g2,g3/b1,b2 discard=r5 turn=0", 4),
    ("flip-transformers hands=WP,r9,r2/g7,g1,gS/b1,b2 discard=r5 turn=0", 4),
)


def name_of(edition: str, players: int, settings: dict[str, Any]) -> str:
    """The file name of a playthrough."""
    extra = "".join(f"-{settings[key]}" for key in ("uno", "scoring") if key in settings)
    custom = "-" + "-".join(rule.removeprefix("custom-") for rule in settings["custom"]) if "custom" in settings else ""
    return f"{edition}-{players}{extra}{custom}.txt"


@dataclass
class Story:
    """A golden game as text, with the kinds of events and the questions that were reached in it."""

    lines: list[str]
    kinds: set[str] = field(default_factory=set)
    asks: set[str] = field(default_factory=set)

    @property
    def text(self) -> str:
        """What stands in the file."""
        return "\n".join([*self.lines, ""])

    def tell(self, events: Sequence[Event]) -> None:
        """Write down what happened."""
        self.lines += [f"  {event.text}" for event in events]
        self.kinds |= {event.kind for event in events}

    def ask(self, game: Game, moves: list[Move], *, whole: bool = False) -> None:
        """Write down what is asked, every legal move, and every seat's view, with `whole` all of it."""
        seat, kind = game.asks
        self.asks.add(kind)
        self.lines.append(f"asks ({seat}, {kind!r}), legal: {', '.join(map(str, moves)) or 'none'}")
        for viewer in range(game.players):
            view = game.view(viewer)
            self.lines.append(f"  seat {viewer} sees {_view(view)}{_rest_of_view(view) if whole else ''}")


def playthrough(edition: str, players: int, settings: dict[str, Any]) -> Story:
    """A game with every legal move and every seat's view."""
    game = Game(edition, players, seed=f"golden {players}", **settings)
    rng = random.Random(f"{edition} {players}")
    story = Story([f"edition {edition}, {players} players, settings {json.dumps(settings)}"])
    story.tell(game.events())
    for number in range(1, MOVES + 1):
        moves = game.legal_moves()
        if not moves:
            break
        story.ask(game, moves)
        # Half of the time something other than a draw, so that the game moves on.
        choices = [m for m in moves if str(m).split()[-1] not in {"draw", "pass"}] if rng.random() < 0.7 else moves
        move = rng.choice(choices or moves)
        story.lines.append(f"{number}. {move}")
        story.tell(game.play(move))
    story.lines.append(f"end {game.position()}")
    return story


def scene_story(scene: Scene) -> Story:
    """The same for a scene, from before its first to after its last move."""
    game = scene.start()
    story = Story([f"edition {scene.edition}, {game.players} players, settings {json.dumps(scene.settings)}"])
    story.tell(game.events())
    for number, move in enumerate(scene.moves, 1):
        story.ask(game, game.legal_moves(), whole=True)
        story.lines.append(f"{number}. {move}")
        story.tell(game.play(move))
    story.ask(game, game.legal_moves(), whole=True)
    story.lines.append(f"end {game.position()}")
    return story


def scene_file(scene: Scene) -> Path:
    """The file of a scene."""
    return HERE / "scenes" / f"{scene.name}.txt"


def _view(view: View) -> str:
    hands = " / ".join(" ".join(str(card) for card in hand) for hand in view.hands)
    return (
        f"[{hands}] top {view.top} color {view.color} {view.side} {view.direction} draw {view.draw_size} "
        f"{view.draw_top} liable {list(view.liable)} called {list(view.called)} scores {list(view.scores)}"
    )


def _rest_of_view(view: View) -> str:
    """What a view has beside, only what there is."""
    rest: dict[str, Any] = {
        "discard": " ".join(map(str, view.discard)),
        "open": view.hands_open,
        "notices": [f"{seat} {words}" for seat, words in view.notices],
        "asked": view.text,
        "round": f"{view.round_winner} {list(view.round_points)}" if view.round_winner is not None else "",
        "left": " / ".join(" ".join(map(str, hand)) or "none" for hand in view.left),
        "winners": list(view.winners),
    }
    return "".join(f" {name} {value}" for name, value in rest.items() if value)


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
        (HERE / name_of(edition, players, settings)).write_text(playthrough(edition, players, settings).text, "utf-8")
    for scene in SCENES:
        scene_file(scene).write_text(scene_story(scene).text, "utf-8")
    digests.FILE.write_text(digests.text(), "utf-8")
    (HERE.parent / "perft" / "counts.txt").write_text(perft_text(), "utf-8")


if __name__ == "__main__":
    main()
