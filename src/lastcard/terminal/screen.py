"""The table as one person sees it, as lines of plain text that fit 80 by 24.

Pure functions of a `View`: what is not in the view can't be on the screen.
One line of the 24 is left for the prompt.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from lastcard.cards import UNKNOWN, Card
from lastcard.editions.model import SIDES
from lastcard.moves import WITH_CARD, Move
from lastcard.sentences import said_penalty
from lastcard.terminal.booklet import challenge_costs
from lastcard.terminal.words import NAME_WIDTH, WIDTH, Words, clip, columns, pad, wrap
from lastcard.view import View

HEIGHT = 23
_SEAT_LINES = 10
_ROW = 60
"""How much of a seat's line its name, numbers and remarks may take."""

_BACK = "-/"

_QUESTIONS = {
    "play": "Your turn: play a card or draw.",
    "drawn": "You drew a card that you may play now.",
    "color": "Name a colour.",
    "target": "Choose a player.",
    "discard": "Discard a card.",
    "give": "Give a card away.",
    "uno": "You have one card left: call UNO?",
    "jump": "Jump in, or stay silent.",
}


def screen(view: View, words: Words) -> list[str]:
    """Everything a person needs for the decision."""
    top = [_title(view, words), *_seats(view, words), *_piles(view, words)]
    hand, ask = hand_lines(view), question(view, words)
    room = HEIGHT - len(top) - len(ask)
    hand = _cut(hand, max(2, room - 5), "hand")
    return [clip(line, WIDTH) for line in [*top, *hand, *ask, *_choices(view, words, room - len(hand))]]


def _cut(lines: list[str], room: int, command: str) -> list[str]:
    if len(lines) <= room:
        return lines
    return [*lines[: room - 1], f"   ... and more: type {command}"]


def _title(view: View, words: Words) -> str:
    where = ""
    if words.edition.two_sided:
        called = words.edition.sides[SIDES.index(view.side)].called
        where = f", {view.side} side" + (f" ({called})" if called.casefold() != f"{view.side} side" else "")
    return pad(f"-- {words.edition.title}, round {view.round}{where} ", WIDTH, "-")


# --- the others ------------------------------------------------------------------------------


def _seats(view: View, words: Words) -> list[str]:
    blocks = [_seat(view, words, seat) for seat in range(view.players)]
    if sum(len(block) for block in blocks) > _SEAT_LINES:
        blocks = [[block[0] if len(block) == 1 else clip(block[0] + " ..", WIDTH)] for block in blocks]
    rows = [line for block in blocks for line in block]
    half = WIDTH // 2
    if view.players > 5 and all(columns(row) < half for row in rows):
        middle = (len(rows) + 1) // 2
        pairs = zip(rows[:middle], [*rows[middle:], ""], strict=False)
        return [(pad(left, half) + right).rstrip() for left, right in pairs]
    return rows


def _seat(view: View, words: Words, seat: int) -> list[str]:
    """A seat in one line, or more if much is known of its cards."""
    mark = ">" if seat == view.turn else " "
    size = view.sizes[seat]
    cards = f"{size:>2} card{' ' if size == 1 else 's'}"
    row = f"{mark} {pad(words.names[seat], NAME_WIDTH)} {cards} {view.scores[seat]:>4} pts"
    remarks = []
    if seat == view.seat:
        remarks.append("you")
    if seat in view.called:
        remarks.append("UNO")
    if seat in view.liable:
        remarks.append("no UNO call!")
    remarks += [f"notice: {words}" for owner, words in view.notices if owner == seat]
    row = clip(row + (f" ({', '.join(remarks)})" if remarks else ""), _ROW)
    seen = _seen(view, seat) if seat != view.seat else ""
    if not seen:
        return [row]
    start = columns(row)
    first, *more = textwrap.wrap(
        seen, WIDTH - 3, initial_indent=" " * start, subsequent_indent=" " * 33, break_on_hyphens=False
    )
    return [row + first[start:], *more]


def _seen(view: View, seat: int) -> str:
    """What is known of somebody's cards: in two-sided editions above all the backs they show."""
    texts = sorted(card_text(card, view.side) for card in view.hands[seat] if str(card) != UNKNOWN)
    backs = [text.removeprefix(_BACK) for text in texts if text.startswith(_BACK)]
    known = [text for text in texts if not text.startswith(_BACK)]
    return (f"  backs {' '.join(backs)}" if backs else "") + (f"  has {' '.join(known)}" if known else "")


def card_text(card: Card, side: str) -> str:
    """A card with the face in play first: `r7`, `r7/tA`, and `-/tA` where only its back is known."""
    if len(card.faces) == 1:
        return card.faces[0]
    front, back = card.face(SIDES.index(side)), card.face(1 - SIDES.index(side))
    if front == UNKNOWN:
        return f"{_BACK}{back}"
    return front if back == UNKNOWN else f"{front}/{back}"


# --- the middle ------------------------------------------------------------------------------


def _piles(view: View, words: Words) -> list[str]:
    side = SIDES.index(view.side)
    face = view.top.face(side)
    ahead = (view.turn + (1 if view.direction == "left" else -1)) % view.players
    way = "down" if view.direction == "left" else "up"
    back = view.draw_top.face(1 - side) if view.draw_top is not None and words.edition.two_sided else UNKNOWN
    pile = f"Draw pile: {view.draw_size}" + (f", back {back}" if back != UNKNOWN else "")
    return [
        f"Top card: {words.face(face, side)}   Colour: {view.color or 'not named yet'}",
        f"Play runs {view.direction} ({way} the list), next after {words.who(view.turn)}: {words.who(ahead)}.   {pile}",
    ]


# --- the own hand and what can be done ---------------------------------------------------------


def hand_lines(view: View) -> list[str]:
    """The own cards by colour, wilds last."""
    cards = [card_text(card, view.side) for card in sort_hand(view)]
    legend = " (front/back)" if any("/" in card for card in cards) else ""
    return wrap(f"Your hand{legend}: {' '.join(cards)}")


def sort_hand(view: View) -> list[Card]:
    """The own cards in an order that is easy to read."""
    side = SIDES.index(view.side)
    return sorted(view.hand, key=lambda card: (_order(card, side, card.face(side)), card))


def _order(card: Card, side: int, text: str) -> tuple[bool, int, bool, str]:
    """Coloured faces first, in the order of the edition's colours; numbers before symbols."""
    face = card.printed[side] if card.printed else None
    wild = not text[:1].islower()
    return wild, face.color if face else 0, not wild and not card.face(side)[1:].isdigit(), text


def listed(view: View) -> list[Move]:
    """The moves in the order of their numbers on the screen: cards as in the hand, then the rest."""
    side = SIDES.index(view.side)

    def key(move: Move) -> tuple[bool, tuple[bool, int, bool, str]]:
        if move.card is None:
            return True, (False, 0, False, "")
        return False, _order(move.card, side, _label(move, view))

    return sorted(view.moves, key=key)


def _label(move: Move, view: View) -> str:
    """The card of a move as it stands in the hand."""
    card = move.card
    assert card is not None
    return card.front if card.bare else card_text(card, view.side)


_PLAIN = {
    "draw": "draw a card", "challenge": "challenge", "accept": "accept", "done": "stop discarding", "uno": "call UNO",
    "dare": "take the dare", "chicken": "chicken out", "silent": "stay silent", "deal": "deal",
}  # fmt: skip


def move_words(move: Move, view: View, words: Words) -> str:
    """A move in a few words."""
    if move.kind in WITH_CARD:
        label = _label(move, view)
        name = words.face_name(label.split("/")[0], SIDES.index(view.side))
        return f"{move.kind} {label}" + (f", {name}" if name else "")
    if move.kind == "pass":
        return "keep the drawn card" if view.asks[1] == "drawn" else "pass"
    if move.kind == "target":
        if move.target is None:
            return "nobody"
        return f"{words.names[move.target]}, {view.sizes[move.target]} cards"
    if move.kind == "catch":
        return f"catch {words.names[move.target or 0]}"
    if move.kind == "color":
        return move.value
    return _PLAIN.get(move.kind, move.short)


def doing(move: Move, view: View, words: Words) -> str:
    """What somebody does who makes a move, to be put after "can't"."""
    if move.kind == "color":
        return f"name {move.color}"
    if move.kind == "target":
        return f"choose {'nobody' if move.target is None else words.names[move.target]}"
    if move.kind in WITH_CARD:
        return f"{move.kind} {_label(move, view)}"
    return move_words(move, view, words)


def question(view: View, words: Words) -> list[str]:
    """What is asked."""
    kind = view.asks[1]
    if kind == "challenge":
        face = view.top.face(SIDES.index(view.side))
        more = challenge_costs(view, words) or "even"
        played = f"{words.names[view.turn]} played {face}; the colour is {view.color}."
        return wrap(f"{played} Do you challenge? If wrongly, you draw {more} more.")
    if kind == "stack":
        return wrap(f"A penalty of {said_penalty(view.penalty, view.until)} is open: answer it or accept it.")
    if kind == "vote":
        return wrap(f"Vote: {view.text}")
    if kind == "dare":
        return wrap(f"You are dared: {view.text}")
    if kind == "catch":
        return [f"{' and '.join(words.names[seat] for seat in view.liable)} did not call UNO: catch?"]
    if kind == "play" and all(move.kind != "play" for move in view.moves):
        return ["Your turn: no card of yours can be played."]
    return [_QUESTIONS.get(kind, "")]


def _choices(view: View, words: Words, room: int) -> list[str]:
    moves = listed(view)
    wide = [f"{number:>3} {move_words(move, view, words)}" for number, move in enumerate(moves, 1)]
    if len(wide) <= min(room, 4):
        return wide
    two = _grid(wide, 2)
    if len(two) <= room:
        return two
    tight = [f"{number:>3} {_tight(move, view, words)}" for number, move in enumerate(moves, 1)]
    return _cut(_grid(tight, WIDTH // (max(columns(text) for text in tight) + 2)), room, "moves")


def _tight(move: Move, view: View, words: Words) -> str:
    return _label(move, view) if move.kind in WITH_CARD else move_words(move, view, words)


def _grid(texts: Sequence[str], across: int) -> list[str]:
    """Texts in columns, read downwards."""
    rows = -(-len(texts) // across)
    return ["".join(pad(text, WIDTH // across) for text in texts[row::rows]).rstrip() for row in range(rows)]
