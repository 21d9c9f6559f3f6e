"""The ten suggested rules for Customizable cards, by name, in the card language.

Each is what a table may write on a card without inventing anything; `docs/editions/house.md`
says how each is read. They are compiled by the same path as the printed cards.
"""

from __future__ import annotations

from typing import NamedTuple


class SuggestedRule(NamedTuple):
    """A rule with its name, what it says to players, and its sentences."""

    name: str
    says: str
    does: tuple[str, ...]


SUGGESTED = {
    rule.name: rule
    for rule in (
        SuggestedRule(
            "custom-1",
            "Name a colour: the next player draws until it comes, then plays.",
            ("player names a colour", "next player draws until that colour"),
        ),
        SuggestedRule(
            "custom-2",
            "All the others discard every wild they hold.",
            ("everyone else discards all wilds",),
        ),
        SuggestedRule(
            "custom-3",
            "If the next player does not play, it costs three cards in place of one.",
            ("next player draws 3 in place of 1",),
        ),
        SuggestedRule("custom-4", "You play again.", ("player plays again",)),
        SuggestedRule(
            "custom-5",
            "The next player draws or discards to seven cards, then plays.",
            ("next player draws or discards to 7",),
        ),
        SuggestedRule(
            "custom-6",
            "Everyone draws or discards to three cards.",
            ("everyone draws or discards to 3",),
        ),
        SuggestedRule(
            "custom-7",
            "All hands lie open until your next turn.",
            ("all hands lie open until player's next turn",),
        ),
        SuggestedRule(
            "custom-8",
            "Tell a joke: if it gets a laugh, discard down to one card; if not, draw four.",
            (
                'everyone else votes on "Did anybody laugh at the joke?", one yes is enough',
                "if yes: player discards down to 1",
                "if no: player draws 4",
            ),
        ),
        SuggestedRule(
            "custom-9",
            "The next player keeps both elbows straight until somebody calls UNO.",
            ('next player is under notice "Elbows straight" until someone calls UNO',),
        ),
        SuggestedRule(
            "custom-10",
            "The next player crows like a rooster, or draws four.",
            ('next player is dared to "Crow like a rooster"', "if no: next player draws 4"),
        ),
    )
}
