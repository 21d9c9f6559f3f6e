"""What each card does and how to answer, for the commands `rules` and `help`.

The cards come from the edition's own sentences, so a new edition needs nothing here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from lastcard.editions import Edition, FaceKind, Settings
from lastcard.editions.language import take_apart
from lastcard.editions.model import SIDES
from lastcard.editions.occasions import AS_PLAYED, NOTHING, when_last, when_turned_up
from lastcard.editions.settings import custom_sentences, free_words
from lastcard.editions.suggested import SUGGESTED
from lastcard.terminal.words import Words, columns, pad, wrap
from lastcard.view import View

_CHALLENGE = "next player may challenge for {n} more"


def help_lines(view: View, words: Words) -> list[str]:
    """How to answer, with a card, a colour and a player of this very table."""
    side = words.edition.sides[SIDES.index(view.side)]
    card, other = example_card(view, words), words.names[(view.seat + 1) % view.players]
    wild = "; W is a wild" if any(kind.wild for kind in side.kinds) else ""
    moves = (
        (f"{card} or play {card}", f"play a card: colour letter and symbol{wild}"),
        ("draw, keep", "draw a card; keep the one just drawn"),
        (f"{side.colors[0]} or {side.letters[0]}", "name a colour"),
        (f"{other}, none", "choose a player, or nobody"),
        (f"{card} uno", "play a card and call UNO, when one card will be left"),
        (f"uno, catch {other}", "call UNO; catch a player who has not called"),
        ("yes, no", "for a vote, a challenge, a dare or a catch"),
    )
    looks = (
        ("hand", "your cards and the table"),
        ("log", "what happened lately"),
        ("moves", "all you can do"),
        (f"why {example_card(view, words, playable=False)}", "why a card can't be played"),
        ("rules", "what the cards do"),
        ("quit", "stop the game"),
    )
    wide = 2 + max(columns(typed) for typed, _ in (*moves, *looks))
    return [
        "Answer with the number of a move, or write it:",
        *(f"  {pad(typed, wide)}{says}" for typed, says in moves),
        "Look without moving:",
        *(f"  {pad(typed, wide)}{says}" for typed, says in looks),
    ]


def example_card(view: View, words: Words, *, playable: bool = True) -> str:
    """A card to show how one is typed: of the hand, and if possible one that can be played now, or can't."""
    side = SIDES.index(view.side)
    can = {move.card.front for move in view.moves if move.card is not None}
    hand = [card.face(side) for card in view.hand]
    wanted = [face for face in hand if (face in can) == playable]
    return next(iter([*wanted, *hand, words.edition.sides[side].faces[0].text]))


def rules_lines(words: Words, settings: Settings, side: str) -> list[str]:
    """What the cards of a side do."""
    here = words.edition.sides[SIDES.index(side)]
    where = f", {side} side ({here.called})" if words.edition.two_sided else ""
    letters = ", ".join(f"{letter} {color}" for letter, color in zip(here.letters, here.colors, strict=True))
    matching = "Play on the same colour, number or symbol; a wild on anything. Numbers count their value."
    lines = [f"{words.edition.title}{where}:", *wrap(f"Colours: {letters}. {matching}")]
    kinds = [kind for kind in here.kinds if kind.number is None and _in_deck(kind, settings)]
    for kind in kinds:
        lines += wrap(f"{kind.symbol:<4} {kind.name}, {kind.points} points: {what_it_does(kind, settings)}")
    if side == SIDES[0]:  # setup-3
        first = ((kind.symbol, when_turned_up(kind, side)) for kind in kinds)
        lines += wrap(f"Turned up first, {_together(first, AS_PLAYED, 'does what it does when played')}")
    last = ((kind.symbol, when_last(kind)) for kind in kinds)
    lines += wrap(f"As a last card, {_together(last, NOTHING, 'does nothing')}")
    return [*lines, *_ending(words.edition, settings)]


def _together(cards: Iterable[tuple[str, str]], usual: str, says: str) -> str:
    """Cards with what they do, those that do the same named together, and those that do what is usual last."""
    groups: dict[str, list[str]] = {}
    for symbol, does in cards:
        groups.setdefault(does, []).append(symbol)
    others = groups.pop(usual, [])
    told = [f"{', '.join(symbols)}: {does}." for does, symbols in groups.items()]
    if others or not told:
        told.append(f"Any other {says}." if told else f"any card {says}.")
    return " ".join(told)


def _in_deck(kind: FaceKind, settings: Settings) -> bool:
    if kind.written:
        return kind.written <= len(settings.custom)
    return not kind.in_deck or bool(getattr(settings, kind.in_deck))


def what_it_does(kind: FaceKind, settings: Settings) -> str:
    """The sentences of a card, or the rule that the table wrote on it."""
    if not kind.written:
        return "; ".join(kind.does) + "."
    return f"{_rule_says(settings.custom[kind.written - 1])} Then name the colour."


def _rule_says(rule: str) -> str:
    """A rule of the table's own as a sentence."""
    if rule in SUGGESTED:
        return SUGGESTED[rule].says
    words = free_words(rule)
    said = rule.strip() if words is None else f'Everyone votes on "{words}".'
    return said if said.endswith((".", "!", "?")) else f"{said}."


def written_rules(words: Words, settings: Settings) -> list[str]:
    """The rules that the table wrote on its cards, each with its card."""
    kinds = [kind for side in words.edition.sides for kind in side.kinds if kind.written and _in_deck(kind, settings)]
    return [line for kind in kinds for line in wrap(f"  {kind.symbol}: {what_it_does(kind, settings)}")]


def card_says(view: View, words: Words, settings: Settings) -> str:
    """What the card on top does; its vote, if no card says so any more."""
    side = SIDES.index(view.side)
    kind = words.kind(view.top.face(side), side)
    if kind is None:
        return view.text
    return _rule_says(settings.custom[kind.written - 1]) if kind.written else what_it_does(kind, settings)


def challenge_costs(view: View, words: Words) -> int | None:
    """What a wrong challenge of the card just laid costs beyond its draw; None if the card does not say.

    Only what a card does when it is played can be challenged: as a first or last card nothing may say so.
    """
    side = SIDES.index(view.side)
    kind = words.kind(view.top.face(side), side)
    steps = map(take_apart, () if kind is None else _sentences(kind, words))
    return next((step.n for step in steps if step.form == _CHALLENGE), None)


def _sentences(kind: FaceKind, words: Words) -> Sequence[str]:
    """What a card does when it is played, or what the table wrote on it."""
    return custom_sentences(words.custom[kind.written - 1]) if 0 < kind.written <= len(words.custom) else kind.does


def _ending(edition: Edition, settings: Settings) -> list[str]:
    caught = f", or draw {edition.caught_draws} if caught" if edition.caught_draws else ""
    uno = {
        "race": f"Call UNO as you play your next-to-last card{caught}.",
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
