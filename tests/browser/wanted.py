"""Situations in a game, as questions that can be put together: `asked(0) & can_play(0, "W+4") & holds_color(0)`.

They look at the whole game, all hands open, so they are for whoever sets up a test and
never for a player. Cards are written by the face on the side in play; a symbol alone
(`+2`, `S`) stands for that face in every colour, and `number` for every number.
"""

from __future__ import annotations

import functools
from collections.abc import Callable

from lastcard.editions import Face, edition
from lastcard.editions.model import SIDES
from lastcard.game import Game
from lastcard.moves import Move, split


class Wanted:
    """A situation, with words for it."""

    def __init__(self, says: str, holds: Callable[[Game], bool]) -> None:
        self.says, self._holds = says, holds

    def __call__(self, game: Game) -> bool:
        """Whether it is so."""
        return self._holds(game)

    def __and__(self, other: Wanted) -> Wanted:
        return Wanted(f"{self.says}, and {other.says}", lambda game: self(game) and other(game))

    def __or__(self, other: Wanted) -> Wanted:
        return Wanted(f"({self.says}, or {other.says})", lambda game: self(game) or other(game))

    def __invert__(self) -> Wanted:
        return Wanted(f"not ({self.says})", lambda game: not self(game))

    def __repr__(self) -> str:
        return f"<Wanted: {self.says}>"


# --- who is asked what ------------------------------------------------------------------------------


def asked(seat: int, kind: str = "play") -> Wanted:
    """The seat must decide.

    What: `play`, `drawn`, `color`, `challenge`, `target`, `discard`, `vote`, `dare`, `uno` or `catch`.
    """
    return Wanted(f"seat {seat} is asked {kind}", lambda game: game.asks == (seat, kind))


def can(move: str) -> Wanted:
    """A move is legal, written with its seat: `0 catch 1`, `0 uno`."""
    return Wanted(f"{move!r} is legal", lambda game: any(str(legal) == move for legal in game.legal_moves()))


def can_play(seat: int, card: str) -> Wanted:
    """The seat could play this card now; it need not be asked first, as nobody else can play."""

    def look(game: Game) -> bool:
        return any(_is(face_of(game, move.value), card) for move in game.legal_moves(seat) if move.kind == "play")

    return Wanted(f"seat {seat} can play {card}", look)


def can_only_draw(seat: int) -> Wanted:
    """The seat is asked to play and has nothing to play."""

    def look(game: Game) -> bool:
        return game.asks == (seat, "play") and {move.kind for move in game.legal_moves(seat)} <= {
            "draw",
            "uno",
            "catch",
        }

    return Wanted(f"seat {seat} can only draw", look)


def next_after(seat: int, other: int) -> Wanted:
    """In the direction of play, `other` comes right after the seat."""

    def look(game: Game) -> bool:
        step = 1 if game.direction == "left" else -1
        return (seat + step) % game.players == other

    return Wanted(f"seat {other} comes after seat {seat}", look)


def may_jump(seat: int) -> Wanted:
    """Somebody else is asked to play, and the seat could play out of turn (jump-1)."""

    def look(game: Game) -> bool:
        out_of_turn = game.asks.kind == "play" and game.asks.seat != seat
        return out_of_turn and any(move.kind == "play" for move in game.legal_moves(seat))

    return Wanted(f"seat {seat} may jump in", look)


def penalty(number: int, until: int = 0) -> Wanted:
    """A penalty of just so many cards is open, and so many times until the colour comes (stack-3)."""
    return Wanted(
        f"{number} cards and {until} times until the colour threaten somebody",
        lambda game: (game.penalty, game.until) == (number, until),
    )


# --- cards --------------------------------------------------------------------------------------------


def holds(seat: int, card: str) -> Wanted:
    """The card is in the seat's hand."""
    return Wanted(f"seat {seat} holds {card}", lambda game: any(_is(face, card) for face in _hand(game, seat)))


def holds_color(seat: int, color: str | None = None) -> Wanted:
    """A card of a colour is in the seat's hand; None: of the colour in play."""

    def look(game: Game) -> bool:
        colors = game.edition.sides[SIDES.index(game.side)].colors
        wanted = game.color if color is None else color
        return wanted in colors and any(face.color == colors.index(wanted) for face in _hand(game, seat))

    return Wanted(f"seat {seat} holds {color or 'the colour in play'}", look)


def cards_in_hand(seat: int, number: int) -> Wanted:
    """The seat has just so many cards."""
    return Wanted(f"seat {seat} has {number} cards", lambda game: len(game.hands[seat]) == number)


def at_most(seat: int, number: int) -> Wanted:
    """The seat has so many cards or fewer."""
    return Wanted(f"seat {seat} has at most {number} cards", lambda game: len(game.hands[seat]) <= number)


def at_least(seat: int, number: int) -> Wanted:
    """The seat has so many cards or more."""
    return Wanted(f"seat {seat} has at least {number} cards", lambda game: len(game.hands[seat]) >= number)


def few_cards(number: int) -> Wanted:
    """Everybody has so many cards or fewer: the round will soon be over."""
    return Wanted(f"everybody has at most {number} cards", lambda game: max(map(len, game.hands)) <= number)


def top_is(card: str) -> Wanted:
    """What lies on top of the discard pile."""
    return Wanted(f"{card} is on top", lambda game: _is(face_of(game, game.discard[-1].text), card))


def to_draw(number: int) -> Wanted:
    """The draw pile has so many cards or fewer."""
    return Wanted(f"at most {number} cards can be drawn", lambda game: len(game.draw) <= number)


def side_is(side: str) -> Wanted:
    """Which side is in play: `light` or `dark`."""
    return Wanted(f"the {side} side is in play", lambda game: game.side == side)


# --- how far it is -------------------------------------------------------------------------------------


def just_dealt() -> Wanted:
    """The first round, before any move."""
    return Wanted("the game has just begun", lambda game: not game.history)


def after(moves: int) -> Wanted:
    """So many moves were made, or more."""
    return Wanted(f"{moves} moves were made", lambda game: len(game.history) >= moves)


def in_round(number: int) -> Wanted:
    """Which round it is, from 1, or whether one of that number is over."""
    return Wanted(f"it is round {number}", lambda game: 1 + sum(move.kind == "deal" for move in game.history) == number)


def round_over() -> Wanted:
    """A round is over and the game goes on: somebody must deal."""
    return Wanted("a round is over", lambda game: game.round_over and not game.over)


def game_over() -> Wanted:
    """The game is over."""
    return Wanted("the game is over", lambda game: game.over)


def won_by(seat: int) -> Wanted:
    """The game is over and the seat has won it."""
    return Wanted(f"seat {seat} has won", lambda game: game.over and seat in game.winners)


def liable(seat: int) -> Wanted:
    """The seat can be caught for not having called."""
    return Wanted(f"seat {seat} can be caught", lambda game: seat in game.liable)


# --- often wanted ---------------------------------------------------------------------------------------


def bluff(seat: int, card: str) -> Wanted:
    """The seat can play a Wild Draw and holds the colour in play: a challenge would find it guilty (bluff-1)."""
    return asked(seat) & can_play(seat, card) & holds_color(seat)


def honest(seat: int, card: str) -> Wanted:
    """The seat can play a Wild Draw and holds nothing of the colour in play: a challenge would fail."""
    return (
        asked(seat)
        & can_play(seat, card)
        & ~holds_color(seat)
        & Wanted("a colour is in play", lambda game: game.color is not None)
    )


def two_cards(seat: int) -> Wanted:
    """The seat can play the next-to-last card, so that it must call UNO."""
    can_play_one = Wanted(
        f"seat {seat} can play", lambda game: any(move.kind == "play" for move in game.legal_moves(seat))
    )
    return asked(seat) & cards_in_hand(seat, 2) & can_play_one


def leads_to(wanted: Wanted, *moves: str) -> Wanted:
    """These moves can be made one after the other, and then something is so.

    A card is written as in `can_play`: `0 play F`.
    """

    def look(game: Game) -> bool:
        later = game.copy()
        for move in moves:
            made = spelled(later, move)
            if made is None:
                return False
            later.make(made)
        return wanted(later)

    return Wanted(f"after {', '.join(moves)} {wanted.says}", look)


def spelled(game: Game, words: str) -> Move | None:
    """The first legal move that is meant by one whose card is written as in `can_play`; None if there is none."""
    seat, kind, value = split(words)
    for move in game.legal_moves(seat):
        fits = move.card is not None and _is(face_of(game, move.card.front), value)
        if move.kind == kind and (move.value == value or fits):
            return move
    return None


def can_win(seat: int) -> Wanted:
    """The seat can play its last card, and the game ends with it: give a small `target`."""

    def look(game: Game) -> bool:
        return (
            game.asks == (seat, "play")
            and len(game.hands[seat]) == 1
            and any(_ends(game, str(move)) for move in game.legal_moves(seat))
        )

    return Wanted(f"seat {seat} can win with its last card", look)


def _ends(game: Game, move: str) -> bool:
    after_it = game.copy()
    after_it.make(move)
    return after_it.over


# --- faces ------------------------------------------------------------------------------------------------


@functools.cache
def _faces(edition_id: str, side: int) -> dict[str, Face]:
    """The faces of a side by how they are written."""
    return {face.text: face for face in edition(edition_id).sides[side].faces}


def face_of(game: Game, card: str) -> Face:
    """The face in play of a card as it stands in a move."""
    side = SIDES.index(game.side)
    return _faces(game.edition.id, side)[card.split("|")[side] if "|" in card else card]


def _hand(game: Game, seat: int) -> list[Face]:
    return [face_of(game, card.text) for card in game.hands[seat]]


def _is(face: Face, wanted: str) -> bool:
    """Whether a face is the one that is wanted, or has its symbol."""
    return wanted in {face.text, face.kind.symbol} or (wanted == "number" and face.kind.number is not None)
