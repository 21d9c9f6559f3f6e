"""What moves change, told step by step, leads to the same as looking at the game anew."""

import json
import random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from lastcard import Game
from lastcard.changes import OPEN, PUBLIC, Cards, Differences, cards_seen, outline
from lastcard.engine.kernel import differences
from lastcard.engine.schema import DISCARD_PATH

EDITIONS = ["classic", "house", "flip", "flip-marvel", "flip-transformers"]
DERIVED = {"seat", "edition", "players", "top", "sizes", "hand", "moves"}


def viewers(game: Game) -> list[tuple[Any, int, int, int]]:
    """Everybody who may look: a name, a number, the seat, and the eyes."""
    numbers = {"public": PUBLIC, "open": OPEN}
    return [(who, numbers.get(who, who), *game.eyes(who)) for who in (*numbers, *range(game.players))]


def looks(game: Game) -> dict[int, Cards]:
    """What each viewer sees."""
    return {viewer: cards_seen(game, seat, eyes) for _, viewer, seat, eyes in viewers(game)}


def spliced(cards: list[str], change: list[Any]) -> None:
    """Change a list in place as a client does."""
    start, gone, *come = change
    cards[start : start + gone] = come


def follow(cards: Cards, told: dict[str, Any]) -> Cards:
    """The cards as a viewer knows them after a change was told."""
    after = cards._replace(hands=[[*hand] for hand in cards.hands], discard=[*cards.discard])
    for path, change in told.get("edit", {}).items():
        name, _, place = path.partition(".")
        spliced(after.hands[int(place)] if name == "hands" else after.discard, change)
    assert told.get("draw_top", "") != cards.draw_top
    return after._replace(draw_top=told.get("draw_top", cards.draw_top))


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
@pytest.mark.parametrize("party", [False, True], ids=["booklet", "party"])
def test_what_is_told_step_by_step_is_what_is_seen(edition: str, players: int, party: bool) -> None:
    """Of every hand and pile, for every viewer, in random play."""
    luck = random.Random(f"{edition} {players} {party}")
    game = Game(edition, players, seed=luck.randrange(10**6), **dict[str, Any](preset="party") if party else {})
    seen, known = looks(game), outline(game)
    for _ in range(250):
        if game.over:
            break
        before = game.reading()
        round_number = game.round
        game.play(luck.choice(game.legal_moves()))
        if game.round != round_number:
            seen, known = looks(game), outline(game)
            continue
        changes, outlined = Differences(game, before), outline(game)
        known |= changes.outline()
        assert known == outlined
        heard: dict[int, tuple[bytes, bytes]] = {}
        for who, viewer, seat, eyes in viewers(game):
            told = changes.written(viewer)
            seen[viewer] = follow(seen[viewer], json.loads(b"{%s}" % b",".join(filter(None, told))))
            cards = cards_seen(game, seat, eyes)
            assert seen[viewer] == cards
            shown, view = {**outlined, **cards._asdict()}, game.view(who).to_dict()
            assert written(shown).items() <= written(view).items()
            assert set(view) - DERIVED == set(shown)
            assert heard.setdefault(changes.sight(viewer), told) == told, "those who see alike are told alike"
        assert len(set(heard.values())) == len(heard), "and nothing is written twice"


def written(values: dict[str, Any]) -> Any:
    """Values as they are when they have been written down and read."""
    return json.loads(json.dumps(values))


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ("abc", "abc", None),
        ("abc", "abcd", [3, 0, "d"]),
        ("abc", "ac", [1, 1]),
        ("abc", "xabc", [0, 0, "x"]),
        ("aaa", "aa", [2, 1]),
        ("abcd", "axyd", [1, 2, "x", "y"]),
        ("", "a", [0, 0, "a"]),
        ("ab", "", [0, 2]),
    ],
)
def test_an_edit_says_where_how_many_go_and_what_comes(old: str, new: str, change: list[Any] | None) -> None:
    """As a client applies it."""
    row = np.zeros((2, 10), np.int16)
    for cards, line in zip((old, new), row, strict=True):
        line[: len(cards)] = list(map(ord, cards))
    out = SimpleNamespace(used=0, row=row, told=np.zeros(20, np.int16))
    differences.edit(out, DISCARD_PATH, 0, len(old), len(new))  # type: ignore[arg-type]
    path, start, gone, come, *new_cards = out.told[: out.used].tolist() or [DISCARD_PATH, 0, 0, 0]
    assert path == DISCARD_PATH
    assert come == len(new_cards)
    assert [start, gone, *map(chr, new_cards)] == (change or [0, 0])
