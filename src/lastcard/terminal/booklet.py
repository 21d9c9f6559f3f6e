"""What each card does and how to answer, for the commands `rules` and `help`.

The cards come from the edition's own sentences, so a new edition needs nothing here.
"""

from __future__ import annotations

from lastcard.editions import FaceKind, Settings
from lastcard.editions.model import SIDES
from lastcard.editions.settings import FREE_WORDS
from lastcard.editions.suggested import SUGGESTED
from lastcard.terminal.words import Words, wrap

HELP = (
    "Answer with the number of a move, or write it:",
    "  r7 or play r7   play a card: colour letter and symbol; W is a wild",
    "  draw, keep      draw a card; keep the one just drawn",
    "  red or r        name a colour        bob, none  choose a player, or nobody",
    "  r7 uno          play a card and call UNO with it, when one card will be left",
    "  uno, catch bob  call UNO; catch a player who has not called",
    "  yes, no         for a vote, a challenge, a dare or a catch",
    "Look without moving:",
    "  hand   your cards and the table      log    what happened lately",
    "  moves  all you can do                why g4 why a card can't be played",
    "  rules  what the cards do             quit   stop the game",
)


def rules_lines(words: Words, settings: Settings, side: str) -> list[str]:
    """What the cards of a side do."""
    here = words.edition.sides[SIDES.index(side)]
    lines = [f"{words.edition.title}, {side} side ({here.called}):" if words.edition.two_sided else f"{words.edition.title}:"]
    letters = ", ".join(f"{letter} {color}" for letter, color in zip(here.letters, here.colors, strict=True))
    lines += wrap(f"Colours: {letters}. Play on the same colour, number or symbol; a wild on anything. Numbers count their value.")
    for kind in here.kinds:
        if kind.number is None and _in_deck(kind, settings):
            lines += wrap(f"{kind.symbol:<4} {kind.name}, {kind.points} points: {what_it_does(kind, settings)}")
    return [*lines, *_ending(settings)]


def _in_deck(kind: FaceKind, settings: Settings) -> bool:
    if kind.written:
        return kind.written <= len(settings.custom)
    return not kind.in_deck or bool(getattr(settings, kind.in_deck))


def what_it_does(kind: FaceKind, settings: Settings) -> str:
    """The sentences of a card, or the rule that the table wrote on it."""
    if not kind.written:
        return "; ".join(kind.does) + "."
    rule = settings.custom[kind.written - 1]
    said = SUGGESTED[rule].says if rule in SUGGESTED else rule.removeprefix(FREE_WORDS).strip()
    return f"{said} Then name the colour."


def _ending(settings: Settings) -> list[str]:
    uno = {
        "race": "Call UNO as you play your next-to-last card, or draw 2 if caught.",
        "ask": "With one card left you are asked to call UNO.",
        "auto": "UNO is called for you.",
    }
    return [uno[settings.uno], goal(settings)]


def goal(settings: Settings) -> str:
    """How the game is won."""
    if settings.scoring == "hand":
        return "Whoever gets rid of all cards first wins the game."
    if settings.scoring == "lowest":
        return f"Cards left count against you; when someone has {settings.target}, the lowest total wins."
    return f"Whoever goes out gets the points of all cards left; first to {settings.target} wins."
