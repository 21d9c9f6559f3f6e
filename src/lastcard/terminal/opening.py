"""What people at a terminal are told before a game, and asked to agree to.

The house rules that differ from the booklet are shown; the rules on the Customizable cards need everybody's yes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from lastcard.editions import Settings
from lastcard.editions.settings import PRESETS
from lastcard.terminal.answers import COMMANDS
from lastcard.terminal.booklet import written_rules
from lastcard.terminal.console import Console, StopAskingError, left
from lastcard.terminal.words import Words, wrap

HOUSE_RULES: dict[str, dict[Any, str]] = {
    "stacking": {
        "off": "no Draw card can be answered with another",
        "same": "a Draw card may be answered with one of the same symbol, and the penalty adds up",
        "rising": "a Draw card may be answered with one that draws as many or more, and the penalty adds up",
        "any": "a Draw card may be answered with any other, and the penalty adds up",
    },
    "seven_zero": {
        True: "a 7 swaps hands with a player of your choice, a 0 moves all hands on",
        False: "a 7 and a 0 do nothing",
    },
    "jump_in": {
        True: "the very same card as the one just played may be played out of turn",
        False: "nobody plays out of turn",
    },
    "draw_until": {
        True: "whoever draws goes on until a card can be played",
        False: "whoever draws, draws one card",
    },
    "must_play": {
        "off": "nobody has to play",
        "drawn": "a card just drawn must be played if it can be",
        "always": "whoever can play must, and a card just drawn must be played if it can be",
    },
    "teams": {
        True: "players opposite each other are partners and win together",
        False: "everybody plays alone",
    },
}
"""What a house rule says, by its setting and value."""

_YES, _NO = frozenset({"1", "yes", "y", "agree"}), frozenset({"2", "no", "n"})


def open_table(settings: Settings, people: Sequence[int], words: Words, console: Console) -> None:
    """Tell what is played otherwise than in the booklet, and ask everybody to agree to what is on the cards."""
    console.say(house_rule_lines(settings, words))
    if not settings.custom or not people:
        return
    console.say(["The rules on the Customizable cards:", *written_rules(words, settings)])
    for seat in people:
        _agree("" if seat == words.you else words.names[seat], console)


def house_rule_lines(settings: Settings, words: Words) -> list[str]:
    """The house rules that differ from the edition's own, and who is whose partner."""
    usual = Settings.of(words.edition)
    chosen = [name for name in HOUSE_RULES if getattr(settings, name) != getattr(usual, name)]
    if not chosen:
        return []
    party = all(getattr(settings, name) == value for name, value in PRESETS["party"].items())
    lines = [f"House rules of this table{' (party)' if party else ''}:"]
    for name in chosen:
        value = getattr(settings, name)
        setting = f"{name}={value if isinstance(value, str) else str(value).lower()}"
        lines += wrap(f"  {setting}: {HOUSE_RULES[name][value]}.")
    if settings.teams:
        lines += wrap(f"  Partners: {'; '.join(_pairs(words.names))}.")
    return lines


def _pairs(names: Sequence[str]) -> Iterable[str]:
    """teams: seat s and s + half."""
    half = len(names) // 2
    return (f"{one} and {other}" for one, other in zip(names[:half], names[half:], strict=True))


def _agree(name: str, console: Console) -> None:
    """card-custom: ask until there is a yes; without it there is no game. Whoever is alone needs no name."""
    while True:
        asked = f"{name}, do" if name else "Do"
        answer = console.read(f"{asked} you agree to these rules? 1 yes, 2 no: ").casefold()
        if answer in _YES:
            return
        if answer in _NO:
            who = f"{name} does" if name else "You do"
            msg = f"{who} not agree to the rules on the cards: the game does not begin."
            raise StopAskingError(msg, 1)
        if COMMANDS.get(answer) == "quit":
            raise left()
        console.tell("Type yes or no; quit leaves the table.")
