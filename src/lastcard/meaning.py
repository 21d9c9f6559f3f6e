"""Which of the engine's moves a move means, and how one of the engine's moves is written.

The engine's moves are numbers about cards by their own numbers (`engine/kinds.py`); people write cards by their
faces. Of cards that look alike to their holder any one is as good as the other.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from lastcard.cards import ANY, UNKNOWN, Card, Printed, printed
from lastcard.editions import Edition
from lastcard.editions.model import SIDES
from lastcard.engine.kinds import (
    ARGUMENT_MASK,
    KIND_MASK,
    KIND_SHIFT,
    MOVE_KINDS,
    NOBODY,
    SEAT_SHIFT,
    Act,
    Ask,
)
from lastcard.engine.rules import MAX_CARDS
from lastcard.engine.schema import State
from lastcard.moves import NO_SEAT, WITH_CARD, Move
from lastcard.reading import ALL_SEEING, Reading, known, one_seat, seen, whole

_SIDE = State.fields["side"].offset
_FACE = State.fields["face"].offset
_REMEMBERED = 20_000
"""Moves that are kept in words: all of an edition with one-sided cards, and most that come up in others."""
_WITH_CARD = (Act.PLAY, Act.DISCARD, Act.GIVE)


class Wording:
    """The moves of an edition in words, each made once."""

    def __init__(self, printed: Printed) -> None:
        self._printed = printed
        self._moves: dict[int, Move] = {}
        self._parsed: dict[tuple[str, int], Move] = {}
        self._whole: dict[tuple[int, int, int], Move] = {}

    def parsed(self, text: str, side: int) -> Move:
        """A move as it is written, whether or not it is legal."""
        move = self._parsed.get((text, side)) if isinstance(text, str) else None
        if move is None:
            move = Move.parse(text, self._printed.edition, SIDES[side])
            if len(self._parsed) >= _REMEMBERED:
                self._parsed.clear()
            self._parsed[text, side] = move
        return move

    def listed(self, raw: bytes, codes: Iterable[int]) -> dict[Move, int]:
        """Legal moves in words as their seats may know them, with the engine's number for each.

        A card is written bare; where several with that face differ in what the holder knows of their backs,
        those after the one longest held are written whole, `?` for a back not known.
        """
        side = raw[_SIDE]
        faces = _FACE + side * MAX_CARDS
        found: dict[Move, int] = {}
        for code in codes:
            if (code >> KIND_SHIFT) & KIND_MASK in _WITH_CARD:
                card = code & ARGUMENT_MASK
                move = self._move(code - card + raw[faces + card], side)
                if move in found:
                    reading = Reading(raw)
                    move = Move(move.seat, move.kind, seen(self._printed, reading, card, one_seat(move.seat)))
            else:
                move = self._move(code, side)
            found[move] = code
        return found

    def _move(self, number: int, side: int) -> Move:
        """The move for an engine's number in which a card stands for its face."""
        key = number << 1 | side
        move = self._moves.get(key)
        if move is None:
            move = self._moves[key] = self._made(number, side)
        return move

    def _made(self, number: int, side: int) -> Move:
        seat, kind, argument = number >> SEAT_SHIFT, (number >> KIND_SHIFT) & KIND_MASK, number & ARGUMENT_MASK
        name = MOVE_KINDS[kind]
        if kind in _WITH_CARD:
            return Move(seat, name, self._printed.bare_cards[side][argument])
        if kind == Act.COLOR:
            return Move(seat, name, color=self._printed.edition.sides[side].colors[argument])
        if kind in {Act.TARGET, Act.CATCH}:
            return Move(seat, name, target=None if argument == NOBODY else argument)
        if kind == Act.VOTE:
            return Move(seat, name, yes=bool(argument))
        return Move(NO_SEAT if kind == Act.DEAL else seat, name)

    def written(self, reading: Reading, code: int) -> Move:
        """A move as it stands in a history: with a card written whole, so that it means this one whenever it is read.

        If written whole it would mean another one, it is written as its holder knows it.
        """
        kind = (code >> KIND_SHIFT) & KIND_MASK
        if kind not in _WITH_CARD:
            return self._move(code, reading.now.side)
        seat, card = code >> SEAT_SHIFT, code & ARGUMENT_MASK
        move = self._laid(seat, kind, known(self._printed, reading, (card,), ALL_SEEING)[0], reading.now.side)
        if not self._printed.two_sided or self._find(reading, move, as_seen=False) == card:
            return move  # cards with one side that look alike are alike
        return Move(seat, move.kind, seen(self._printed, reading, card, one_seat(seat)))

    def _laid(self, seat: int, kind: int, number: int, side: int) -> Move:
        """A move with a card by its number in `Printed`."""
        key = (seat << 8 | kind, number, side)
        move = self._whole.get(key)
        if move is None:
            if len(self._whole) >= _REMEMBERED:
                self._whole.clear()
            move = self._whole[key] = Move(seat, MOVE_KINDS[kind], self._printed.cards[side][number])
        return move

    def code(self, reading: Reading, move: Move, *, as_seen: bool) -> int | None:
        """The engine's number for a move; None if it can't mean anything here.

        With `as_seen` a card may be written whole only as far as its holder knows it.
        """
        seat = max(move.seat, 0)
        if seat >= reading.now.players:
            return None
        argument: int | None = 0
        if move.kind in WITH_CARD:
            argument = self._find(reading, move, as_seen=as_seen)
        elif move.kind == "color":
            colors = self._printed.edition.sides[reading.now.side].colors
            argument = colors.index(move.color) if move.color in colors else None
        elif move.kind in {"target", "catch"}:
            argument = NOBODY if move.target is None else move.target
        elif move.kind == "vote":
            argument = int(bool(move.yes))
        if argument is None:
            return None
        return (seat << SEAT_SHIFT) | (MOVE_KINDS.index(move.kind) << KIND_SHIFT) | argument

    def _find(self, reading: Reading, move: Move, *, as_seen: bool) -> int | None:
        """The card that a move means: of those that fit the one longest in hand.

        After a draw the cards just drawn come first for a play. Of cards written whole, those
        come first that their holder knows to be so.
        """
        now, seat, wanted = reading.now, move.seat, move.card
        assert wanted is not None
        number = self._printed.numbers[now.side].get(wanted.face(now.side))
        hand = reading.hands[seat]
        fits = [card for card in hand if reading.front[card] == number]
        exact = self._printed.two_sided and not wanted.bare
        if exact:
            fits = [card for card in fits if self._fits(reading, card, seat, wanted, as_seen=as_seen)]
        if move.kind == "play" and now.ask == Ask.DRAWN and seat == now.asked:
            fits = [card for card in fits if card in hand[-now.drawn :]] or fits
        if exact and len(fits) > 1:
            fits = [card for card in fits if seen(self._printed, reading, card, one_seat(seat)) == wanted] or fits
        return fits[0] if fits else None

    def _fits(self, reading: Reading, card: int, seat: int, wanted: Card, *, as_seen: bool) -> bool:
        """Whether a card written whole may mean this one of a hand."""
        known = seen(self._printed, reading, card, one_seat(seat))
        compare = known if as_seen else whole(self._printed, reading, card)
        for side, face in enumerate(wanted.faces):
            if face == UNKNOWN and known.face(side) != UNKNOWN:
                return False  # `r7|?` asks for a card whose back the holder does not know
            if face not in {UNKNOWN, ANY, compare.face(side)}:
                return False
        return True


@lru_cache(maxsize=64)
def wording(game: Edition) -> Wording:
    """The moves of an edition in words."""
    return Wording(printed(game))
