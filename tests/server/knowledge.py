"""Who may know which face of which card: the rules see-1 to see-5 written a second time, apart from the engine.

It follows the cards of a game that is replayed with everything open: where each lies, and
what its seats saw of it on the way. It never looks at what the engine thinks they know.
"""

from __future__ import annotations

import dataclasses
import random
from typing import Any

from lastcard import Game
from lastcard.batch import Batch
from lastcard.cards import Card
from lastcard.engine.kinds import ARGUMENT_MASK, KIND_MASK, KIND_SHIFT, MOVE_KINDS, SEAT_SHIFT
from lastcard.events import KINDS, ROW, Event
from lastcard.moves import WITH_CARD
from lastcard.reading import Reading

FIELDS = (
    "seat", "edition", "players", "round", "dealer", "turn", "asks", "side", "direction", "color", "draw_size",
    "scores", "liable", "called", "hands_open", "notices", "text", "round_winner", "round_points", "winners", "left",
    "penalty", "until", "teller", "draw_top", "discard", "hands", "moves",
)  # fmt: skip
"""The fields of a view, without what the table adds, in the order in which they are sent."""

ABOUT_CARDS = ("turned-up", "played", "drew", "showed", "discarded", "gave")


class Knowledge:
    """The cards of one game, and who may know them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.players = game.players
        self.all = frozenset(range(self.players))
        self.two_sided = game.edition.two_sided
        self.sides = len(game.edition.sides)
        self.cards = int(game.compiled.values["cards"])
        self.knows: dict[tuple[int, int], frozenset[int]] = {}
        """By card and side, the seats that may know that face."""
        self.side = 0
        self.faces: list[list[int]] = []
        """By side and card, what is printed on it."""
        self.hands: list[list[int]] = []
        self.discard: list[int] = []
        """Bottom to top."""
        self.draw_top: int | None = None
        self.open = False
        """Whether all hands lie open (custom-7)."""
        self.told: list[tuple[Event, tuple[int, int] | None, dict[int, frozenset[int]], frozenset[int]]] = []
        """What the last move brought about.

        With the card and its side, who might know its faces then, and to whom it was told.
        """

    # --- what was seen -------------------------------------------------------------------------

    def _see(self, card: int, side: int, seats: frozenset[int]) -> None:
        if side < self.sides:
            self.knows[card, side] = self.knows.get((card, side), frozenset()) | seats

    def _forget(self, card: int) -> None:
        """see-4: it can't be followed any more."""
        self.knows.pop((card, 0), None)
        self.knows.pop((card, 1), None)

    def _held(self, seat: int, card: int) -> None:
        """see-2: the holder sees the front, all the others the back; open hands are seen by all."""
        self._see(card, self.side, self.all if self.open else frozenset({seat}))
        self._see(card, 1 - self.side, self.all - {seat})

    def _look_at_hands(self) -> None:
        for seat, hand in enumerate(self.hands):
            for card in hand:
                self._held(seat, card)

    def _laid_down(self, card: int) -> None:
        """see-1: all see the face that lies up; nobody can follow the other one."""
        self._forget(card)
        self._see(card, self.side, self.all)

    # --- following a move ------------------------------------------------------------------------

    def follow(self, challenger: int | None = None) -> None:
        """Take what the game's last move, or its deal, brought about.

        `challenger` is who made it, if it was a challenge.
        """
        rows = list(ROW.iter_unpack(self.game.happened().rows))
        after = Reading(self.game.state.tobytes())
        self.faces = self.game.state.face.tolist()
        events = self.game.tell(self.game.happened())
        assert len(rows) == len(events)
        self.told = []
        for i, ((kind, seat, first, _, _, _, other), event) in enumerate(zip(rows, events, strict=True)):
            later = [row[2] for row in rows[i + 1 :] if KINDS[row[0]] == "drew"]
            to = self._happen(KINDS[kind], seat, first, other, later, after, challenger)
            card = (first, self.side) if event.kind in ABOUT_CARDS else None
            known = {side: self.knows.get((first, side), frozenset()) for side in range(self.sides)} if card else {}
            self.told.append((event, card, known, to))
        self._end(after)

    def _happen(  # noqa: C901 - a branch for each kind of event
        self, kind: str, seat: int, first: int, other: int, later: list[int], after: Reading, challenger: int | None
    ) -> frozenset[int]:
        """One event: how cards move and who sees it; to whom it may be told."""
        if kind == "dealt":
            self.knows, self.side, self.open, self.discard = {}, 0, False, []
        elif kind == "turned-up":  # see-4: knowledge starts now
            self.hands = [[card for card in hand if card not in later] for hand in after.hands]
            self.discard = [first]
            self._laid_down(first)
            self._look_at_hands()
        elif kind == "drew":
            self._see(first, 1 - self.side, self.all)  # see-2: it lay on top of the draw pile
            self.hands[seat].append(first)
            self._held(seat, first)
        elif kind in {"played", "discarded"}:
            self.hands[seat].remove(first)
            self.discard.insert(len(self.discard) - (kind == "discarded"), first)  # effect-discard: beneath the top
            self._laid_down(first)
        elif kind == "reshuffled":
            for card in self.discard[:-1]:
                self._forget(card)
            self.discard = self.discard[-1:]
        elif kind == "flipped":
            self._flip(len(after.draw) + len(later))
        elif kind == "swapped":
            self.hands[seat], self.hands[first] = self.hands[first], self.hands[seat]
            self._look_at_hands()  # see-3
        elif kind == "gave":
            self._give(seat, other, first)
        elif kind == "hands-moved":
            self.hands = [self.hands[(seat - first) % self.players] for seat in range(self.players)]
            self._look_at_hands()  # see-3
        elif kind == "showed":
            to = self.all if challenger is None else frozenset({challenger})  # see-3, challenge-2
            self._see(first, self.side, to)
            return to
        elif kind.startswith("hands-"):
            self.open = kind == "hands-open"
            self._look_at_hands()
        return self.all

    def _give(self, giver: int, receiver: int, card: int) -> None:
        """see-4: nobody but the two can say which card of the hand it was, and so what is left there."""
        for held in self.hands[giver]:
            known = self.knows.get((held, self.side), frozenset())
            self.knows[held, self.side] = known & {giver, receiver}
        self.hands[giver].remove(card)
        self.hands[receiver].append(card)
        self._look_at_hands()

    def _flip(self, pile: int) -> None:
        """card-flip: both piles and all hands turn over; what was the top of the draw pile is at its bottom."""
        if pile > 1 and self.draw_top is not None:
            self._forget(self.draw_top)
        self.side = 1 - self.side
        self.discard.reverse()
        self._see(self.discard[-1], self.side, self.all)
        self._look_at_hands()

    def _end(self, after: Reading) -> None:
        """The model must have moved the cards as the game did; of the draw pile only the top's back is seen."""
        assert self.side == after.now.side
        assert self.hands == [list(hand) for hand in after.hands]
        assert self.discard == list(after.discard)[::-1]
        for card in after.draw[1:]:
            self._forget(card)
        self.draw_top = after.draw[0] if after.draw else None
        if self.draw_top is not None:
            self._see(self.draw_top, 1 - self.side, self.all)

    # --- telling -------------------------------------------------------------------------------

    def card(self, card: int, viewer: frozenset[int] | None) -> str:
        """A card as a viewer may write it: the seats that must all know a face; None sees all."""
        return self._text(card, viewer, {side: self.knows.get((card, side), frozenset()) for side in range(self.sides)})

    def _text(self, card: int, viewer: frozenset[int] | None, known: dict[int, frozenset[int]]) -> str:
        faces = []
        for side, printed in enumerate(self.game.edition.sides):
            seen = viewer is None or viewer <= known[side]
            faces.append(printed.faces[self.faces[side][card]].text if seen else "?")
        return Card(tuple(faces)).text

    def events(self, viewer: frozenset[int] | None) -> list[list[Any]]:
        """What the last move brought about, as a viewer may hear it and as it is sent."""
        told = []
        for event, card, known, to in self.told:
            words = event
            if card is not None:
                if event.kind == "showed" and viewer is not None and not viewer <= to & known[card[1]]:
                    continue
                faces = self._text(card[0], viewer, known).split("|")
                faces = faces if len(faces) == self.sides else ["?"] * self.sides
                words = dataclasses.replace(event, card=Card(tuple(faces)))
            parts = [
                words.kind,
                words.seat,
                words.card and words.card.text,
                words.other,
                words.number,
                words.word or None,
            ]
            told.append(parts[: max(place for place, part in enumerate(parts) if part is not None) + 1])
        return told

    def view(self, viewer: frozenset[int] | None, seat: int | None) -> dict[str, Any]:
        """The game as a viewer may see it and as it is sent, without what the table adds."""
        shown = self.game.view("open").to_dict()
        draw_top = self.draw_top
        hands = [
            [self.card(card, viewer) for card in (hand if other == seat else self._unordered(hand, viewer))]
            for other, hand in enumerate(self.hands)
        ]
        shown |= {
            "seat": seat,
            "discard": [self.card(card, viewer) for card in self.discard],
            "draw_top": None if draw_top is None else self.card(draw_top, viewer),
            "hands": hands,
            "moves": [] if seat is None else self.moves(seat),
            "left": self.counted() if self.counting else [],
        }
        return {name: shown[name] for name in FIELDS}

    @property
    def counting(self) -> bool:
        """Whether the round is over, and hands are laid open."""
        # cards are laid open to be counted (score-1): only the face that counts, in no order that tells which
        # card it was
        return self.game.asks[1] in {"round over", "game over"}

    def counted(self) -> list[list[str]]:
        """Every hand as it is laid open."""
        front = self.game.edition.sides[self.side].faces
        hands = [sorted(front[self.faces[self.side][card]].text for card in hand) for hand in self.hands]
        return [
            ["|".join(face if side == self.side else "?" for side in range(self.sides)) for face in hand]
            for hand in hands
        ]

    def _unordered(self, hand: list[int], viewer: frozenset[int] | None) -> list[int]:
        """Others' cards, sorted by what is known of them."""

        def order(card: int) -> list[str]:
            faces = self.card(card, viewer).split("|")
            return faces if len(faces) == self.sides else ["?"] * self.sides

        return sorted(hand, key=order)

    def moves(self, seat: int) -> list[str]:
        """The seat's legal moves, a card bare the first time and then as far as its holder knows it."""
        codes, counts = Batch.of([self.game], threads=1).legal_moves()
        told, bare = [], set()
        for code in codes[0, : counts[0]].tolist():
            kind, card = MOVE_KINDS[(code >> KIND_SHIFT) & KIND_MASK], code & ARGUMENT_MASK
            if kind == "deal":
                told.append("deal")
            elif code >> SEAT_SHIFT != seat:
                continue
            elif kind in WITH_CARD:
                face = self.game.edition.sides[self.side].faces[self.faces[self.side][card]].text
                told.append(f"{kind} {self.card(card, frozenset({seat})) if (kind, face) in bare else face}")
                bare.add((kind, face))
            else:
                told.append(self.game._wording._move(code, self.side).short)
        return told

    # --- a game that looks the same --------------------------------------------------------------

    def twin(self, seat: int, rng: random.Random) -> Game:
        """Another deal that looks the same to a seat: the faces that it may not know have changed places."""
        other = self.game.copy()
        open_now = {(card, self.side) for hand in self.hands for card in hand} if self.counting else set()
        for side in range(self.sides):
            hidden = [
                card
                for card in range(self.cards)
                if seat not in self.knows.get((card, side), frozenset()) and (card, side) not in open_now
            ]
            faces = [self.faces[side][card] for card in hidden]
            rng.shuffle(faces)
            other.state.face[side, hidden] = faces
        return other
