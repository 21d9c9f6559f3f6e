"""The tables in `docs/` that are made from the code: `python -m tests.tables` writes them anew.

Each stands between two comments, `<!-- table: NAME -->` and `<!-- end of table -->`. `test_docs.py` fails while a page
has an older one.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from itertools import groupby, pairwise
from pathlib import Path

from lastcard.batch import action_names
from lastcard.editions import edition, printed
from lastcard.engine import actions as a
from lastcard.engine.flat import Field
from lastcard.engine.schema import State
from tests import vectors

DOCS = Path(__file__).resolve().parents[1] / "docs"
PLACES = re.compile(r"(<!-- table: ([a-z-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)

_KINDS = {"b": "8", "B": "8, unsigned", "h": "16", "H": "16, unsigned", "i": "32", "Q": "64, unsigned"}
_FIXED = {
    a.DRAW: "draw", a.PASS: "keep the card just drawn, or pass with nothing to play and nothing to draw",
    a.CHALLENGE: "challenge a Wild Draw", a.ACCEPT: "don't", a.DONE: "no more discards", a.UNO: "call UNO",
    a.SILENT: "don't call, don't catch", a.DARE: "take the dare", a.CHICKEN: "don't", a.VOTE_NO: "answer a vote",
    a.VOTE_YES: "answer a vote", a.DEAL: "deal the next round",
    a.TARGET: "choose the next seat clockwise, the one after that …",
    a.TARGET_NONE: "choose nobody", a.CATCH: "catch the next seat clockwise, the one after that …",
    a.COLOR: "name the first colour of the side in play, the second …",
}  # fmt: skip


def parts() -> dict[str, str]:
    """For each field of the state, the heading that it stands under in the schema."""
    found, heading = {}, ""
    for line in inspect.getsource(State).splitlines():
        if line.startswith("    # "):
            heading = line.removeprefix("    # ")
        elif match := re.match(r"    (\w+): ", line):
            found[match[1]] = heading
    return found


def state() -> list[str]:
    """Every field of the state."""
    under = parts()
    lines: list[str] = []
    for heading, names in groupby(State.fields, under.__getitem__):
        lines += [
            f"**{heading[0].upper()}{heading[1:]}**",
            "",
            "| field | numbers | bits | means |",
            "|---|---|---|---|",
        ]
        lines += [_field(State.fields[name]) for name in names]
        lines.append("")
    return [*lines, f"Together {State.size} bytes.", ""]


def _field(field: Field) -> str:
    size = " x ".join(map(str, field.shape)) or "1"
    return f"| `{field.name}` | {size} | {_KINDS[field.kind]} | {field.means} |"


def fixed_actions() -> list[str]:
    """The actions that are the same in every edition."""
    names = action_names(edition("classic"))
    starts = [*sorted(_FIXED), a.CARDS]
    lines = ["| number | action | meaning |", "|---|---|---|"]
    for first, after in pairwise(starts):
        shown = f"`{names[first]}`" + (f" … `{names[after - 1]}`" if after > first + 1 else "")
        lines.append(f"| {_numbers(first, after)} | {shown} | {_FIXED[first]} |")
    return lines


def card_actions() -> list[str]:
    """The actions with cards of each printed edition."""
    lines: list[str] = []
    for name in printed():
        names = action_names(edition(name))
        lines += ["", f"### {name}", "", f"{len(names)} actions.", "", "| numbers | kind | cards |", "|---|---|---|"]
        lines += [
            f"| {_numbers(first, first + len(cards))} | `{kind}` | {' '.join(f'`{card}`' for card in cards)} |"
            for first, kind, cards in _runs(names)
        ]
    return [*lines[1:], ""]


def _runs(names: tuple[str, ...]) -> Iterator[tuple[int, str, list[str]]]:
    """Actions in a row with one kind and one colour: the first number, the kind, and the cards."""
    first = a.CARDS
    for (kind, _), run in groupby(names[a.CARDS :], _run_of):
        cards = [name.partition(" ")[2] for name in run]
        yield first, kind, cards
        first += len(cards)


def _run_of(name: str) -> tuple[str, object]:
    kind, _, card = name.partition(" ")
    return kind, (card[0], "(" in card, "#" in card)


def _numbers(first: int, after: int) -> str:
    return str(first) if after == first + 1 else f"{first} to {after - 1}"


TABLES: dict[str, Callable[[], list[str]]] = {
    "state": state, "fixed-actions": fixed_actions, "card-actions": card_actions,
    "shuffle-words": vectors.words, "shuffle-numbers": vectors.numbers, "shuffle-orders": vectors.orders,
    "shuffle-decks": vectors.decks, "shuffle-pairings": vectors.pairings, "shuffle-deals": vectors.deals,
    "shuffle-put-back": vectors.put_back, "shuffle-reshuffles": vectors.reshuffles,
    "shuffle-later-round": vectors.later_round,
}  # fmt: skip


def made(text: str) -> str:
    """A page with its tables as they are now."""
    return PLACES.sub(lambda found: found[1] + "\n" + "\n".join(TABLES[found[2]]()).rstrip() + "\n\n" + found[3], text)


def main() -> None:
    """Write all of them anew."""
    for page in DOCS.rglob("*.md"):
        text = page.read_text(encoding="utf-8")
        if made(text) != text:
            page.write_text(made(text), encoding="utf-8")


if __name__ == "__main__":
    main()
