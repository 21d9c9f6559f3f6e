"""A table, folded from its log: who is here, who sits where, and the game.

`apply` takes the next line and never refuses; whether something may happen is checked
before it is written (`granting.py`). The fold depends on the lines alone, so every node
that has read the same lines has the same table.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from typing import Any, ClassVar, NamedTuple

from lastcard.bots import character_of
from lastcard.checks.fairness import Shuffle
from lastcard.editions import RULES_VERSION, by_id
from lastcard.errors import EditionError
from lastcard.game import Game
from lastcard.server.table import entries as e
from lastcard.server.table.people import PROGRAM_STAND_IN, STAND_IN, Person, Seat, next_host
from lastcard.server.table.races import Missed, Races, is_loud, kind_of
from lastcard.server.table.setup import Setup

WINDOW = 32
"""How many of the last lines a table remembers for clients that come back."""

_REMEMBERED_IDS = 8


class Past(NamedTuple):
    """A line as the table remembers it for a while."""

    line: e.Line
    told_number: int
    """The line's number for clients."""
    happened: Any
    """What the game told, if the line changed it; see `Game.happened`."""
    game: int
    """In which of the table's games."""
    missed: dict[int, list[Missed]]
    """By seat, catches that came to nothing with it; each seat is told of its own."""


class Table:
    """The table as its log tells it."""

    def __init__(self, id_: int, code: str) -> None:
        self.id, self.code = id_, code
        self.number, self.at = 0, 0
        self.told_number = 0
        """The number of the last line for clients, their `n`: lines that nobody is told of don't count."""
        self.setup = Setup()
        self.daily = ""
        """The day whose daily deal it is, if it is one."""
        self.phase = "lobby"
        """`lobby`, `playing` or `over`."""
        self.people: dict[int, Person] = {}
        self.seats: list[Seat] = []
        self.host: int | None = None
        self.rules = 0
        """The line in which the rules on the Customizable cards were last changed."""
        self.shuffle = Shuffle(b"", b"", ())
        self.game: Game | None = None
        self.games = 0
        """How many games have been started."""
        self.decision, self.decision_at = 0, 0
        """The line that began the decision which is asked now, and when its clock began."""
        self.changed, self.changed_at = 0, 0
        """The last line that changed the game, and when."""
        self.races = Races()
        self.performer: int | None = None
        """Who still has to perform what the others will vote on; for clients it is `telling`."""
        self.held: set[int] = set()
        """The people who want the next round to wait."""
        self.again = False  # whether the next game begins by itself when all are ready for it
        self.asleep = False
        self.empty_since = 0
        self.between = 0
        """How many lines there were since the last game; 0 in a game."""
        self.past: deque[Past] = deque(maxlen=WINDOW)
        self._missed: dict[int, list[Missed]] = {}

    # --- looking -------------------------------------------------------------------------------

    def person_at(self, seat: int) -> Person | None:
        """Who sits there."""
        person = self.seats[seat].person
        return None if person is None else self.people[person]

    def here(self) -> list[Person]:
        """Everybody who has not left or been removed."""
        return [person for person in self.people.values() if not person.gone and not person.removed]

    def seated(self) -> list[Person]:
        """The people with seats, by seat."""
        return [self.people[seat.person] for seat in self.seats if seat.person is not None]

    def somebody_present(self) -> bool:
        """Whether any person has a socket open."""
        return any(person.attends for person in self.people.values())

    def program_at(self, seat: int) -> Person | None:
        """The program that sits there."""
        person = self.person_at(seat)
        return person if person is not None and person.program else None

    def level_at(self, seat: int) -> str | None:
        """The bot that plays there now: the seat's own, a stand-in, or one for a program that is not there."""
        program = self.program_at(seat)
        return PROGRAM_STAND_IN if program is not None and not program.present else self.seats[seat].level

    def names(self) -> list[str]:
        """A name for each seat."""
        return [self._name(number, seat) for number, seat in enumerate(self.seats)]

    def _name(self, number: int, seat: Seat) -> str:
        if seat.person is not None:
            return self.people[seat.person].name
        character = character_of(seat.bot or "")
        if character is not None:
            return character.name
        return f"Bot {number} ({seat.bot})" if seat.bot else ""

    def asked(self) -> int:
        """The seat that must decide; -1 if no game goes on or the round is over."""
        return self.game.asks[0] if self.game is not None and self.phase == "playing" else -1

    def awaited(self) -> int:
        """The seat that everybody waits for: who must decide, or first perform what it is about."""
        return self.asked() if self.performer is None else self.performer

    # --- folding -------------------------------------------------------------------------------

    def fold(self, lines: Iterable[e.Line]) -> None:
        """Apply many lines.

        The moves of games before the last one are not played again, for nothing of them is left.
        """
        lines = list(lines)
        last = max((i for i, line in enumerate(lines) if isinstance(line.entry, e.Started)), default=-1)
        ends = e.last_moves(lines[:last]) if last > 0 else set()
        for i, line in enumerate(lines):
            if i < last and isinstance(line.entry, e.Started | e.Moved | e.Pressed | e.Performed):
                self._skip(line, over=i in ends)
            else:
                self.apply(line)

    def fold_room(self, lines: Iterable[e.Line], ends: Iterable[int], deal: e.Line, silent: int) -> None:
        """Come to a deal by what happened around the games before it, without their moves.

        `ends` are the numbers of the moves that ended those games, `silent` how many lines nobody was told of.
        """
        waiting = sorted(ends, reverse=True)
        for line in lines:
            self.number = line.number - 1
            over = bool(waiting) and waiting[-1] < line.number
            if over:
                waiting.pop()
                self.phase = "over"
            if isinstance(line.entry, e.Started):
                self._skip(line, over=False)
            else:
                self.apply(line)
        self.number, self.told_number = deal.number - 1, deal.number - 1 - silent
        self.apply(deal)

    def _skip(self, line: e.Line, *, over: bool) -> None:
        """A line of an old game: only the phase counts, as leaving means something else in a game than after it."""
        self._number(line)
        if isinstance(line.entry, e.Started):
            self.games += 1
            self.phase = "playing"
        if over:
            self.phase = "over"
        self._keep(line, ())

    def apply(self, line: e.Line) -> Past | None:
        """Take the next line; None if nobody is told of it."""
        assert line.number == self.number + 1
        self._number(line)
        happened = self._APPLY[type(line.entry)](self, line.entry)
        if not isinstance(line.entry, e.Moved):  # with a move nobody comes or goes
            self._note_presence()
        return self._keep(line, happened)

    def _number(self, line: e.Line) -> None:
        self.number, self.at = line.number, line.at
        self.told_number += not isinstance(line.entry, e.SILENT)
        self.between = 0 if self.phase == "playing" or isinstance(line.entry, e.Started) else self.between + 1
        self._remember_request(line.entry)

    def _keep(self, line: e.Line, happened: Any) -> Past | None:
        """Remember a line for clients that come back."""
        missed, self._missed = self._missed, {}
        if isinstance(line.entry, e.SILENT):
            return None
        past = Past(line, self.told_number, happened, self.games, missed)
        self.past.append(past)
        return past

    def _remember_request(self, entry: e.Entry) -> None:
        if entry.id is None or entry.by is None or entry.by not in self.people:
            return
        granted = self.people[entry.by].granted
        granted[entry.id] = self.told_number
        if len(granted) > _REMEMBERED_IDS:
            del granted[next(iter(granted))]

    def _note_presence(self) -> None:
        if self.somebody_present():
            self.empty_since = 0
        elif not self.empty_since:
            self.empty_since = self.at

    # --- the room ------------------------------------------------------------------------------

    def _created(self, entry: e.Created) -> None:
        self.seats = [Seat() for _ in range(entry.setup.seats)]
        self.rules, self.daily = self.told_number, entry.daily
        self._take_setup(entry.setup)
        self._prepare(entry.secret, entry.salt)

    def _take_setup(self, setup: Setup) -> None:
        self.setup = setup
        for seat in self.seats[setup.seats :]:
            if seat.person is not None:
                self.people[seat.person].seat = None
        self.seats = self.seats[: setup.seats] + [Seat() for _ in range(setup.seats - len(self.seats))]

    def _prepare(self, secret: str, salt: str) -> None:
        self.shuffle = Shuffle(bytes.fromhex(secret), bytes.fromhex(salt), ())
        for person in self.people.values():
            person.unready()

    def _joined(self, entry: e.Joined) -> None:
        self.people[entry.person] = Person(entry.person, entry.name, entry.token, away_since=self.at)
        if self.host is None:
            self.host = entry.person

    def _sat(self, entry: e.Sat) -> None:
        person = self._by(entry)
        self._unseat(person)
        seat = self.seats[entry.seat]
        seat.person, seat.bot, seat.stand_in = person.id, None, False
        person.seat = entry.seat

    def _stood(self, entry: e.Stood) -> None:
        self._unseat(self._by(entry))

    def _unseat(self, person: Person) -> None:
        if person.seat is not None:
            self.seats[person.seat] = Seat()
        person.seat, person.ready, person.mix, person.consented = None, False, "", False

    def _seated_bot(self, entry: e.SeatedBot) -> None:
        program = self.program_at(entry.seat)
        if program is not None:
            self._expel(program)
        self.seats[entry.seat] = Seat(bot=entry.level)

    def _seated_program(self, entry: e.SeatedProgram) -> None:
        """A program is ready and agrees to everything. With a new token nothing is left of who had the old one."""
        self.people[entry.person] = Person(
            entry.person, entry.name, entry.token, entry.seat, away_since=self.at, program=True
        )
        self.people[entry.person].unready()
        self.people[entry.person].consented = True
        self.seats[entry.seat] = Seat(person=entry.person)

    def _cleared(self, entry: e.Cleared) -> None:
        self.seats[entry.seat] = Seat()

    def _changed(self, entry: e.Changed) -> None:
        self.again = False
        before = (self.setup.edition, self.setup.custom)
        self._take_setup(entry.setup)
        rules_differ = before != (self.setup.edition, self.setup.custom)
        if rules_differ:
            self.rules = self.told_number
        for person in self.people.values():
            person.unready()
            person.consented = person.program or (person.consented and not rules_differ)

    def _consented(self, entry: e.Consented) -> None:
        self._by(entry).consented = True

    def _readied(self, entry: e.Readied) -> None:
        person = self._by(entry)
        person.ready, person.mix = entry.on, entry.mix

    def _by(self, entry: e.Entry) -> Person:
        assert entry.by is not None
        return self.people[entry.by]

    # --- coming and going ----------------------------------------------------------------------

    def _arrived(self, entry: e.Arrived) -> None:
        person = self.people[entry.person]
        person.nodes.add(entry.node)
        person.gone = False
        if person.seat is not None:
            self._hand_back(person.seat)
        if person.program:
            return  # it neither wakes a table nor becomes its host
        if self.asleep:
            self.asleep = False
            self._restart_clock()
        if self.host is None:
            self.host = person.id

    def _hand_back(self, number: int) -> None:
        """A person plays again; the clock of a decision begins anew for them."""
        seat = self.seats[number]
        if seat.stand_in and self.awaited() == number:
            self.decision_at = self.at
        seat.stand_in = False

    def _dropped(self, entry: e.Dropped) -> None:
        self._disconnect(self.people[entry.person], {entry.node})

    def _disconnect(self, person: Person, nodes: set[str]) -> None:
        was_present = person.present
        person.nodes -= nodes
        if was_present and not person.present:
            person.away_since = self.at

    def _resumed(self, entry: e.Resumed) -> None:
        for person in self.people.values():
            self._disconnect(person, set(entry.gone))
        self._restart_clock()  # nobody loses time to a server that was not there

    def _restart_clock(self) -> None:
        self.decision_at = self.changed_at = self.at
        self.races.begin_again(self.at)

    def _took_over(self, entry: e.TookOver) -> None:
        seat = self.seats[entry.seat]
        seat.stand_in = True
        if seat.person == self.host:
            self._pass_host()

    def _host_away(self, _entry: e.HostAway) -> None:
        self._pass_host()

    def _slept(self, _entry: e.Slept) -> None:
        self.asleep = True

    def _left(self, entry: e.Left) -> None:
        person = self._by(entry)
        person.gone = True
        person.nodes.clear()
        person.away_since = self.at
        if self.host == person.id:
            self._pass_host()  # before the seat is given up, from which the next one is counted
        if person.seat is not None:
            if self.phase == "playing":
                self.seats[person.seat].stand_in = True
            else:
                self._unseat(person)

    def _removed(self, entry: e.Removed) -> None:
        person = self.people[entry.person]
        number = person.seat
        self._expel(person)
        if number is not None and self.phase == "playing":
            self.seats[number] = Seat(bot=PROGRAM_STAND_IN if person.program else STAND_IN)

    def _expel(self, person: Person) -> None:
        """The token opens nothing any more."""
        self._unseat(person)
        person.removed = True
        person.nodes.clear()

    def _pass_host(self) -> None:
        """The next player is host: by seat after the old one, those who are present first; then those who watch."""
        old, start = self.host, 0 if self.host is None else self.people[self.host].seat or 0
        self.host = next_host([person for person in self.here() if person.id != old], start, len(self.seats))

    # --- talking -------------------------------------------------------------------------------

    def _talked(self, _entry: e.Entry) -> None:
        """Nothing changes; it is only heard."""

    def _muted(self, entry: e.Muted) -> None:
        muted = self._by(entry).muted
        (muted.add if entry.on else muted.discard)(entry.person)

    # --- the game ------------------------------------------------------------------------------

    def _started(self, entry: e.Started) -> Any:
        mixes = tuple(bytes.fromhex(mix) for mix in entry.mixes)
        self.shuffle = Shuffle(self.shuffle.secret, self.shuffle.salt, mixes)
        edition = by_id(self.setup.edition)
        self.game = Game(edition, self.setup.seats, seed=self.shuffle.key, history=False, **self.setup.settings)
        then = entry.digest, entry.rules, entry.version
        now = edition.digest, self.game.compiled.digest, RULES_VERSION
        if any(old and old != new for old, new in zip(then, now, strict=True)):
            msg = f"the rules of {edition.id} have changed since the cards were dealt"
            raise EditionError(msg)
        self.games += 1
        self.phase, self.again = "playing", False
        self.races, self.performer = Races(), self.game.teller
        self.changed, self.changed_at = self.told_number, self.at
        self._begin_decision()
        return self.game.happened()

    def _moved(self, entry: e.Moved) -> Any:
        game = self.game
        assert game is not None
        before, performer = game.asks, game.teller
        self._missed = self.races.move(game, entry, self.decision, self.told_number, self.at)
        self.changed, self.changed_at = self.told_number, self.at
        # a call or catch out of turn does not give the asked seat more time
        if game.asks != before or not is_loud(entry):
            self._begin_decision()
        self.performer = self._performer_after(entry, performer)
        if entry.seat < 0:
            self.held = set()
        if game.over:
            self.phase = "over"
        return game.happened()

    def _performer_after(self, entry: e.Moved, before: int | None) -> int | None:
        """Who has to perform before the next vote, if it is about a performance."""
        game = self.game
        assert game is not None
        if game.teller is None:
            return None
        if before is None or any(event.kind == "vote-result" for event in game.events()):
            return game.teller
        return None if kind_of(entry) == "vote" else self.performer  # in older logs votes came without a word

    def _pressed(self, entry: e.Pressed) -> None:
        self.races.press(entry)

    def _performed(self, _entry: e.Performed) -> None:
        """The vote is open, and its first voter's clock begins."""
        self.performer = None
        self._begin_decision()

    def _begin_decision(self) -> None:
        self.decision, self.decision_at = self.told_number, self.at

    def _rematched(self, entry: e.Rematched) -> None:
        self.phase, self.game, self.races, self.performer = "lobby", None, Races(), None
        for person in list(self.people.values()):
            if person.gone and person.seat is not None:
                self._unseat(person)
        for seat in self.seats:
            seat.stand_in = False
        self.again = entry.again
        self._prepare(entry.secret, entry.salt)

    # --- what people wish and look like --------------------------------------------------------

    def _paced(self, entry: e.Paced) -> None:
        self._by(entry).tempo = entry.speed

    def _faced(self, entry: e.Faced) -> None:
        self._by(entry).face = entry.face

    def _held(self, entry: e.Held) -> None:
        (self.held.add if entry.on else self.held.discard)(self._by(entry).id)

    _APPLY: ClassVar[dict[type[e.Entry], Callable[[Table, Any], Any]]] = {
        e.Created: _created,
        e.Joined: _joined,
        e.Sat: _sat,
        e.Stood: _stood,
        e.SeatedBot: _seated_bot,
        e.SeatedProgram: _seated_program,
        e.Cleared: _cleared,
        e.Changed: _changed,
        e.Consented: _consented,
        e.Readied: _readied,
        e.Started: _started,
        e.Moved: _moved,
        e.Pressed: _pressed,
        e.Performed: _performed,
        e.Rematched: _rematched,
        e.Arrived: _arrived,
        e.Dropped: _dropped,
        e.Resumed: _resumed,
        e.TookOver: _took_over,
        e.HostAway: _host_away,
        e.Slept: _slept,
        e.Left: _left,
        e.Removed: _removed,
        e.Said: _talked,
        e.Reacted: _talked,
        e.Muted: _muted,
        e.Paced: _paced,
        e.Faced: _faced,
        e.Held: _held,
    }
