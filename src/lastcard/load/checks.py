"""What must be true of every message, whatever the server does inside.

`Watch` follows what one seat is told and knows the rules of sight (`see-1` to `see-5`) from the
outside, out of the messages before: nothing of the engine or the server is used. It checks that

- lines are numbered without a gap, and secrets of the table (tokens, mixes, the shuffle's secret
  before the end, the whole move) are in none of them;
- changes fit what they change, and the view that they make is the one that the server means;
- a view is that of the own seat, and offers moves of the own seat only;
- no hand of another seat shows a face on the side in play, and the own hand no back, that was not
  known before and is not explained by what just happened: cards shown, hands swapped or open, a flip,
  the back of the card that was drawn;
- a draw of another seat, and the top of the draw pile, show no face on the side in play, unless
  hands are open or the pile of one card was turned over;
- no more cards of the discard pile show both faces than flips can explain.

`Agreement` holds the seats of one table against each other: after each line all must be told the
same of everything that is public. Not checked is what can't be known from outside, such as
whether a card shown in a challenge is really in that hand.
"""

from __future__ import annotations

from collections import Counter
from typing import NoReturn

from msgspec import UNSET

from lastcard.load.following import Following, digest
from lastcard.load.wire import Happening, Message, Room, View

UNKNOWN = "?"
_SIDES = {"light": 0, "dark": 1}
_NEVER = ("move", "mix", "secret", "salt", "token", "node")
"""Fields of a line that nobody may be told."""
_SHUFFLE = ("secret", "salt")
_MALFORMED = (AttributeError, KeyError, IndexError, TypeError, ValueError)
"""What comes of a change that does not fit, or of a field that is missing or of another type."""

Faces = list[tuple[Counter[str], Counter[str]]]
"""For each seat, the faces in its hand that may be known: on the light side and on the dark side."""


class CheckError(Exception):
    """A message that should never have come."""

    def __init__(self, kind: str, say: str) -> None:
        super().__init__(f"{kind}: {say}")
        self.kind = kind


def fail(kind: str, say: str) -> NoReturn:
    """Say what is wrong with a message."""
    raise CheckError(kind, say)


def faces_of(card: str) -> tuple[str, str]:
    """The light and the dark face of a card as it is written; a one-sided card has only the first."""
    light, _, dark = card.partition("|")
    return light, dark or UNKNOWN


def hides(card: str, side: int) -> bool:
    """Whether a card does not show its face on a side."""
    return card[0] == UNKNOWN if side == 0 else card[-1] == UNKNOWN or "|" not in card


class Watch:
    """Everything that one seat has been told so far, as far as the next message must fit it."""

    def __init__(self, seat: int, *, two_sided: bool) -> None:
        self.seat, self.two_sided = seat, two_sided
        self.number = 0
        self._following = Following()

    @property
    def room(self) -> Room:
        """The table as it was told last."""
        return self._following.room

    @property
    def view(self) -> View | None:
        """The game as it was told last."""
        return self._following.view

    def begin(self, welcome: Message) -> None:
        """A welcome came: lines are counted from here."""
        self.number = welcome.n
        try:
            self._following.begin(welcome)
            self._check_room(welcome)
            self._check_digest(welcome)
        except _MALFORMED as error:
            fail("unreadable", f"seat {self.seat}, welcome at line {self.number}: {error!r}")

    def line(self, line: Message) -> None:
        """Check the next line; raises if it should not be as it is."""
        expected, self.number = self.number + 1, line.n
        before = self.view
        try:
            self._following.line(line)
            if line.n != expected:
                fail("numbering", f"seat {self.seat}: after line {expected - 1} came line {line.n}")
            for name in _NEVER:
                if getattr(line, name) is not UNSET:
                    fail("hidden", f"a line of kind {line.t} tells its {name}")
            self._check_room(line)
            self._check_digest(line)
            if self.view is not None and (self.view is not before or line.events):
                self._check_view(before, line.events, self.view)
        except _MALFORMED as error:
            fail("unreadable", f"seat {self.seat}, line {self.number}: {error!r}")

    def _check_room(self, message: Message) -> None:
        """The shuffle's secret is shown after the game and not before."""
        if (
            message.table is not UNSET
            and self.room["phase"] != "over"
            and not message.table.keys().isdisjoint(_SHUFFLE)
        ):
            fail("hidden", f"the shuffle's secret is told in phase {self.room['phase']}")

    def _check_digest(self, message: Message) -> None:
        if message.check is UNSET:
            return
        mine = None if self.view is None else digest(self.view)
        if mine != message.check:
            fail("digest", f"seat {self.seat}, line {message.n}: the view has {mine} and should have {message.check}")

    # --- sight ---------------------------------------------------------------------------------

    def _hidden(self, say: str) -> NoReturn:
        fail("hidden", f"seat {self.seat}, line {self.number}: {say}")

    def _check_view(self, before: View | None, events: list[Happening], now: View) -> None:
        if now["seat"] != self.seat:
            self._hidden(f"this view is that of seat {now['seat']}")
        for move in now["moves"]:
            if move[0].isdigit():
                self._hidden(f"{move!r} is offered")
        kinds = [event.kind for event in events]
        if "dealt" in kinds:
            before = None
        self._check_events(before, events)
        self._check_piles(before, now, kinds.count("flipped"))
        if now["hands_open"] or "hands-open" in kinds or ("dealt" in kinds and "flipped" in kinds):
            return  # everybody sees everything, or both sides of all cards dealt
        if not self._plain(now):
            self._check_hands(before, events, now)

    def _plain(self, now: View) -> bool:
        """Whether nothing at all is known that could be hidden."""
        side = _SIDES[now["side"]]
        for seat, hand in enumerate(now["hands"]):
            hidden = 1 - side if seat == self.seat else side
            if seat == self.seat and not self.two_sided:
                continue
            for card in hand:
                if not hides(card, hidden):
                    return False
        return True

    def _check_events(self, before: View | None, events: list[Happening]) -> None:
        """Go through what happened; whether hands lie open and which side is in play may change on the way."""
        opened = before is not None and before["hands_open"]
        side = 0 if before is None else _SIDES[before["side"]]
        alone = before is not None and before["draw_size"] == 1
        for event in events:
            if event.kind == "hands-open":
                opened = True
            elif event.kind == "hands-closed":
                opened = False
            elif event.kind == "flipped":
                side = _SIDES[event.word or ""]
            elif event.kind == "drew" and event.card is not None:
                if event.seat != self.seat and not opened and not alone and not hides(event.card, side):
                    self._hidden(f"seat {event.seat} drew, and this is told: {event.card}")
            elif event.kind == "showed" and not opened and not self._reason_to_show(event.seat, events):
                self._hidden(f"seat {event.seat} showed {event.card}, though nothing asked for it")

    def _reason_to_show(self, seat: int | None, events: list[Happening]) -> bool:
        """Whether something made a seat show cards to this one: the own challenge, or a duel before all."""
        return seat == self.seat or any(
            (event.kind == "challenged" and event.seat == self.seat and event.other == seat)
            or (event.kind == "won-duel" and seat in {event.seat, event.other})
            for event in events
        )

    def _check_piles(self, before: View | None, now: View, flips: int) -> None:
        side = _SIDES[now["side"]]
        if now["draw_top"] is not None and not hides(now["draw_top"], side) and now["draw_size"] != 1:
            self._hidden(f"the top of the draw pile is told: {now['draw_top']}")
        if self.two_sided:
            most = flips + (0 if before is None else _two_faced(before["discard"]))
            if _two_faced(now["discard"]) > most:
                self._hidden(f"more backs in the discard pile are told than {most}: {' '.join(now['discard'])}")

    def _check_hands(self, before: View | None, events: list[Happening], now: View) -> None:
        side = _SIDES[now["side"]]
        may = self._may_know(before, events, len(now["hands"]))
        for seat, hand in enumerate(now["hands"]):
            hidden = 1 - side if seat == self.seat else side
            if seat == self.seat and not self.two_sided:
                continue
            told = Counter([faces_of(card)[hidden] for card in hand])
            del told[UNKNOWN]
            if not told <= may[seat][hidden]:
                self._hidden(f"of the hand of seat {seat} this is told: {' '.join(sorted(told - may[seat][hidden]))}")

    def _may_know(self, before: View | None, events: list[Happening], seats: int) -> Faces:
        """What may be known of each hand after what happened.

        It may say more than is true by cards that have just gone.
        """
        may: Faces = [(Counter(), Counter()) for _ in range(seats)]
        if before is not None:
            for seat, hand in enumerate(before["hands"]):
                for card in hand:
                    _add(may[seat], card)
        for event in events:
            if event.kind == "swapped" and event.seat is not None and event.other is not None:
                may[event.seat], may[event.other] = may[event.other], may[event.seat]
            elif event.kind in {"drew", "showed"} and event.seat is not None and event.card is not None:
                _add(may[event.seat], event.card)
        return may


def _add(known: tuple[Counter[str], Counter[str]], card: str) -> None:
    for counter, face in zip(known, faces_of(card), strict=True):
        if face != UNKNOWN:
            counter[face] += 1


def _two_faced(cards: list[str]) -> int:
    return sum("|" in card and UNKNOWN not in card for card in cards)


class Agreement:
    """Whether all seats of a table are told the same."""

    def __init__(self, seats: int) -> None:
        self._seats = seats
        self._open: dict[int, tuple[int, object]] = {}

    def seen(self, number: int, view: View | None) -> bool:
        """A seat has seen a line; True if it was the last one. Raises if it was told otherwise than the others."""
        mine = None if view is None else public(view)
        count, theirs = self._open.get(number, (0, mine))
        if count + 1 == self._seats:
            self._open.pop(number, None)
        else:
            self._open[number] = (count + 1, theirs)
        if mine != theirs:
            fail("disagreement", f"after line {number} one seat is told {mine} and another {theirs}")
        return count + 1 == self._seats


def public(view: View) -> list[object]:
    """Everything in a view that all seats must be told alike."""
    told = [view.get(name) for name in _PUBLIC]
    told += map(len, view["hands"])
    told += (len(view["discard"]), view["discard"][-1:])
    return told


_PUBLIC = (
    "round", "turn", "asks", "side", "direction", "color", "draw_size", "scores", "liable", "called", "hands_open",
    "winners", "decision",
)  # fmt: skip
