"""What moves change, told step by step, leads to the same as looking at the game anew."""

import random
from typing import Any

import pytest

from lastcard import Game
from lastcard.changes import CardChanges, Cards, cards_seen, changed_outline, edit, outline

EDITIONS = ["classic", "house", "flip", "flip-marvel", "flip-transformers"]
DERIVED = {"seat", "edition", "players", "top", "sizes", "hand", "moves"}


def viewers(game: Game) -> list[tuple[Any, int, int]]:
    """Everybody who may look: a name, the seat, and the eyes."""
    return [(who, *game.eyes(who)) for who in ("public", "open", *range(game.players))]


def spliced(cards: list[str], change: list[Any]) -> None:
    """Change a list in place as a client does."""
    start, gone, *come = change
    cards[start : start + gone] = come


def follow(cards: Cards, edits: dict[str, list[Any]], top: list[Any] | None) -> Cards:
    """The cards as a viewer knows them after a change was told."""
    after = cards._replace(hands=[[*hand] for hand in cards.hands], discard=[*cards.discard])
    for path, change in edits.items():
        name, _, place = path.partition(".")
        spliced(after.hands[int(place)] if name == "hands" else after.discard, change)
    assert top != [cards.draw_top]
    return after._replace(draw_top=top[0]) if top else after


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("players", [2, 3, 4, 7, 10])
@pytest.mark.parametrize("party", [False, True], ids=["booklet", "party"])
def test_what_is_told_step_by_step_is_what_is_seen(edition: str, players: int, party: bool) -> None:
    """Of every hand and pile, for every viewer, in random play."""
    luck = random.Random(f"{edition} {players} {party}")
    game = Game(edition, players, seed=luck.randrange(10**6), **dict[str, Any](preset="party") if party else {})
    seen = {who: cards_seen(game, seat, eyes) for who, seat, eyes in viewers(game)}
    known = outline(game)
    for _ in range(250):
        if game.over:
            break
        before = game.reading()
        round_number = game.round
        game.play(luck.choice(game.legal_moves()))
        if game.round != round_number:
            known = outline(game)
            seen = {who: cards_seen(game, seat, eyes) for who, seat, eyes in viewers(game)}
            continue
        changes, outlined = CardChanges(game, before), outline(game)
        known |= changed_outline(game, before, known)
        assert known == outlined
        told: dict[Any, Any] = {}
        for who, seat, eyes in viewers(game):
            edits = changes.edits(seat, eyes)
            seen[who] = follow(seen[who], edits, changes.draw_top(eyes))
            cards = cards_seen(game, seat, eyes)
            assert seen[who] == cards
            shown, view = {**outlined, **cards._asdict()}, game.view(who).to_dict()
            assert shown.items() <= {**view, "notices": list(map(list, view["notices"]))}.items()
            assert set(view) - DERIVED == set(shown)
            heard = edits, changes.draw_top(eyes)
            assert told.setdefault(changes.sight(seat, eyes), heard) == heard, "those who see alike are told alike"
            if seat >= 0 and not changes.knowing >> seat & 1:
                assert told.setdefault("all others", heard) == heard, "and so are all who know nothing more"


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
    assert edit(list(old), list(new)) == change
