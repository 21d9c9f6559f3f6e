"""Events in English: the same sentences for a log and for a table, with seats called as each calls them."""

from __future__ import annotations

import re

import pytest

from lastcard.cards import Card
from lastcard.events import KINDS, Event
from lastcard.sentences import BY_NUMBER, SENTENCES, Naming, say, say_drawn_for_the_deal

NAMED = Naming(("Ada", "bo"))
TO_ADA = Naming(("Ada", "bo"), you=0)

SAID = [
    (Event("dealer", 0), "Seat 0 deals.", "Ada deals.", "You deal."),
    (Event("played", 0, Card(("r7",))), "Seat 0 plays r7.", "Ada plays r7.", "You play r7."),
    (Event("drew", 1, Card(("?",))), "Seat 1 draws ?.", "bo draws ?.", "bo draws ?."),
    (Event("voted", 0, word="yes"), "Seat 0 votes yes.", "Ada votes yes.", "You vote yes."),
    (
        Event("challenged", 0, other=1, word="guilty"),
        "Seat 0 challenges seat 1, who is guilty.",
        "Ada challenges bo, who is guilty.",
        "You challenge bo, who is guilty.",
    ),
    (
        Event("challenged", 1, other=0, word="innocent"),
        "Seat 1 challenges seat 0, who is innocent.",
        "bo challenges Ada, who is innocent.",
        "bo challenges you, who are innocent.",
    ),
    (Event("chose", 0), "Seat 0 chooses nobody.", "Ada chooses nobody.", "You choose nobody."),
    (
        Event("caught", 0, other=1),
        "Seat 0 did not call UNO and is caught by seat 1.",
        "Ada did not call UNO and is caught by bo.",
        "You did not call UNO and are caught by bo.",
    ),
    (
        Event("hands-open", 0),
        "All hands lie open until the next turn of seat 0.",
        "All hands lie open until Ada's next turn.",
        "All hands lie open until your next turn.",
    ),
    (
        Event("take-instead", 0, number=3),
        "A draw by seat 0 is 3 cards this turn.",
        "A draw by Ada is 3 cards this turn.",
        "A draw by you is 3 cards this turn.",
    ),
    (
        Event("game-won", word="seat 0 and seat 1"),
        "The game is won by seat 0 and seat 1.",
        "The game is won by Ada and bo.",
        "The game is won by you and bo.",
    ),
    (Event("turned-up", card=Card(("r7",))), *["r7 is turned up."] * 3),
    (Event("dared", 1, word="seat 0 {}"), "Seat 1 takes the dare: seat 0 {}.", *["bo takes the dare: seat 0 {}."] * 2),
]  # fmt: skip


@pytest.mark.parametrize(("event", "by_number", "by_name", "to_ada"), SAID)
def test_an_event_is_said_with_the_names_of_whoever_tells_it(
    event: Event, by_number: str, by_name: str, to_ada: str
) -> None:
    """By number in a log, by name at a table, and as "you" to one of them; the verbs agree."""
    assert event.text == say(event, BY_NUMBER) == by_number
    assert say(event, NAMED) == by_name
    assert say(event, TO_ADA) == to_ada


def test_every_kind_of_event_has_a_sentence() -> None:
    """And there is none for what can't happen."""
    assert set(SENTENCES) == set(KINDS)


@pytest.mark.parametrize("kind", KINDS)
def test_no_verb_is_left_in_the_third_person_for_you(kind: str) -> None:
    """Whoever is spoken to reads no "You draws"; others read no "Ada draw"."""
    event = Event(kind, 0, Card(("r7",)), other=1, number=3, word="2" if kind in {"stacked", "accepted"} else "x")
    mine, others = say(event, TO_ADA), say(event, NAMED)
    if mine.startswith("You "):
        assert not re.match(r"You \w+[^s]s\b", mine)
        assert re.match(r"Ada (?:\w+s|can|did)\b", others)
    assert "{" not in mine + others
    assert "seat" not in (mine + others).casefold()


def test_a_round_can_be_told_without_its_count() -> None:
    """For a table whose score sheet comes next."""
    assert say(Event("round-won", 0, number=57), TO_ADA) == "You are out of cards; the cards left count 57."
    assert say(Event("round-won", 0), TO_ADA) == "You are out of cards."


def test_draws_for_the_deal_are_one_sentence() -> None:
    """Ten seats would be ten sentences."""
    assert say_drawn_for_the_deal([(0, "r7"), (1, "b3")], TO_ADA) == "Drawn for the deal: you r7, bo b3."
