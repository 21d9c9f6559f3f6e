"""Test vectors for `docs/shuffle.md`, worked out by the engine; `tables.py` puts them on the page.

Words, numbers, orders and pairings come from the kernel's own functions as plain Python, everything else from games.
"""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np

from lastcard import Game
from lastcard.editions import Settings, compile_rules, edition, printed
from lastcard.engine.kernel import randomness, rounds
from lastcard.engine.rules import Rules
from lastcard.engine.schema import DRAW_PILE, State
from lastcard.game import key_words

KEY = bytes(range(32))
ZERO = bytes(32)
WIDTH = 100

LIGHT = (
    f"classic hands=r7,g4/b2,b3 discard=y1,y2,y3,y4,y5,y6,y7,y8,y9,g5 draw= rest=none turn=0 key={KEY.hex()} counter=9"
)
DARK = (
    "flip hands=r7|p7,g4|t4/b2|o2,b3|o3 discard=g5|u9,y9|u8,y8|u7,y7|u6,y6|u5,y5|u4,y4|u3,y3|u2,y2|u1,y1|t5 draw= "
    f"rest=none turn=0 side=dark key={KEY.hex()} counter=9"
)
LATER = f"classic hands=r7/b2,b3 discard=y1,r5 draw=g1,g2 turn=0 dealer=1 key={KEY.hex()} counter=9"
GOES_BACK = (40).to_bytes(32, "big")


def state_of(key: bytes) -> Any:
    """An empty state with a key."""
    state = np.zeros(1, State.dtype())[0]
    state.key[:] = key_words(key)
    return state


def words() -> list[str]:
    """Some blocks."""
    lines = ["| key | block | words |", "|---|---|---|"]
    for key, block in ((ZERO, 0), (KEY, 0), (KEY, 1), (KEY, 2)):
        state = state_of(key)
        state.counter = block
        with np.errstate(over="ignore"):
            found = " ".join(f"`{int(word):016x}`" for word in randomness.threefry(state))
        lines.append(f"| {'32 bytes of zero' if key == ZERO else '`000102…1f`'} | {block} | {found} |")
    return lines


def numbers() -> list[str]:
    """Numbers below a few bounds, each from a block of its own."""
    state = state_of(KEY)
    lines = ["| block | below | number |", "|---|---|---|"]
    for block, bound in enumerate((108, 107, 106, 10, 2)):
        with np.errstate(over="ignore"):
            lines.append(f"| {block} | {bound} | {randomness.below(state, bound)} |")
    return lines


def orders() -> list[str]:
    """Lists of numbers, shuffled."""
    lines = ["```"]
    for size in (2, 7, 8, 10, 112):
        state = state_of(KEY)
        state.ring[DRAW_PILE, :size] = range(size)
        with np.errstate(over="ignore"):
            randomness.shuffle(state, DRAW_PILE, size)
        found = " ".join(map(str, state.ring[DRAW_PILE, :size].tolist()))
        lines += _wrapped(f"0 to {size - 1}, {_blocks(int(state.counter))}:", found)
    return [*lines, "```"]


def decks() -> list[str]:
    """The faces in the order of their cards: all of them, or where an edition differs from one before, the last."""
    lines = ["```"]
    for name in printed():
        rules = compile_rules(edition(name), Settings.of(edition(name))).values
        for number, side in enumerate(edition(name).sides):
            faces = [side.faces[face].text for face in rules["deck"][number][: rules["cards"]]]
            shown = faces if name in {"classic", "flip"} else ["…", *faces[-14:]]
            lines += _wrapped(f"{name}, {('light', 'dark')[number]}, {len(faces)} cards:", " ".join(shown))
    return [*lines, "```"]


def pairings() -> list[str]:
    """The first cards of flip with both faces."""
    flip = edition("flip")
    lines = ["```"]
    for pairing in ("shuffled", "fixed"):
        compiled = compile_rules(flip, Settings.of(flip, pairing=pairing))
        rules = np.frombuffer(compiled.raw, Rules.dtype())[0]
        state = state_of(KEY)
        with np.errstate(over="ignore"):
            rounds.lay_out_deck(state, rules)
        faces = [[side.faces[int(face)].text for face in state.face[i, :112]] for i, side in enumerate(flip.sides)]
        cards = [f"{card}={light}|{dark}" for card, (light, dark) in enumerate(zip(*faces, strict=True))]
        lines += _wrapped(f"{pairing}, {_blocks(int(state.counter))}:", " ".join([*cards[:12], "…", *cards[-3:]]))
    return [*lines, "```"]


def deals() -> list[str]:
    """How a game of three begins in each edition."""
    lines = ["```"]
    for name in printed():
        game = Game(name, 3, seed=KEY)
        lines += [name, *_beginning(game)]
    return [*lines, "```"]


def put_back() -> list[str]:
    """A first card that goes back into the deck."""
    return ["```", *_beginning(Game("classic", 2, seed=GOES_BACK)), "```"]


def reshuffles() -> list[str]:
    """A new draw pile on either side."""
    lines = ["```"]
    for position in (LIGHT, DARK):
        game = Game.from_position(position)
        lines += [*_wrapped("before:", position.partition(" key=")[0]), "seat 0 draws"]
        game.play("0 draw")
        lines += _wrapped("draw pile then, next card first:", _words(game)["draw"].replace(",", " "))
        lines += _wrapped("hand of seat 0:", _words(game)["hands"].split("/")[0].replace(",", " "))
    return [*lines, "```"]


def later_round() -> list[str]:
    """The deal after a round was won."""
    game = Game.from_position(LATER)
    game.play("0 play r7")
    over = _words(game)
    lines = ["```", *_wrapped("hands:", over["hands"]), *_wrapped("discard pile, bottom first:", over["discard"])]
    lines += _wrapped("draw pile, next card first:", over["draw"].replace(",", " "))
    game.play("deal")
    return [*lines, "the next round:", *_hands(game), "```"]


def _beginning(game: Game) -> list[str]:
    told = [event.text for event in game.events() if event.kind in {"dealer-draw", "dealer", "went-back", "turned-up"}]
    return [*(f"  {text.replace('|?', '')}" for text in told), *_hands(game)]


def _hands(game: Game) -> list[str]:
    words = _words(game)
    lines = [f"  seat {seat}: {hand.replace(',', ' ')}" for seat, hand in enumerate(words["hands"].split("/"))]
    following = " ".join(words["draw"].split(",")[:5])
    return [
        *lines,
        f"  discard pile: {words['discard']}",
        f"  next: {following} …",
        f"  {_blocks(int(words['counter']))}",
    ]


def _words(game: Game) -> dict[str, str]:
    """A position by its keys."""
    return dict(word.split("=", 1) for word in game.position().split()[1:])


def _blocks(count: int) -> str:
    return f"{count} block{'s' * (count != 1)} used"


def _wrapped(heading: str, text: str) -> list[str]:
    return [heading, *textwrap.wrap(text, WIDTH, initial_indent="  ", subsequent_indent="  ", break_on_hyphens=False)]
