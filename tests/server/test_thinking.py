"""Bots that think ahead at live tables: beside the loop, until they are due, and less when there is no room."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest

from lastcard.bots import Effort, sight
from lastcard.moves import Move
from lastcard.server.metrics import Metrics
from lastcard.server.running.thinking import MOST, Pondering, Thinking
from lastcard.server.table import entries as e
from lastcard.server.table.duties import LEAST_THOUGHT, Thought, next_due
from lastcard.server.table.fold import Table
from lastcard.server.table.setup import Options, Setup

PATIENCE = 60
"""Seconds after which a test gives up; none of them waits so long unless something is wrong."""


def _table(bot: str, pace: float = 1.0) -> Table:
    """A table of one person and one bot, at which the bot is asked."""
    table = Table(7, "ABCDEF")
    lines: list[e.AnyEntry] = [
        e.Created(
            setup=Setup(seats=2, settings={"dealer": 0}, options=Options(pace=pace)), secret="00" * 32, salt="00" * 32
        ),
        e.Joined(person=1, name="Ann", token="1" * 64),
        e.Sat(seat=0, by=1),
        e.Arrived(person=1, node="n"),
        e.SeatedBot(by=1, seat=1, level=bot),
        e.Started(mixes=[""]),
    ]
    for entry in lines:
        table.apply(e.Line(table.number + 1, 1_000_000, entry))
    assert table.asked() == 1
    return table


class Threads:
    """Threads that think, and a way to wait for what they came to."""

    def __init__(self, threads: int = 1) -> None:
        self.metrics = Metrics()
        self.thinking = Thinking(self.metrics, threads)

    def answer(self, pondering: Pondering, question: tuple[int, int]) -> Move | None:
        """What came of it, when it is done."""
        future = pondering._future
        if future is not None:
            future.exception(PATIENCE)
        return pondering.answer(question)


def _thought(question: tuple[int, int], think: Callable[[Effort], Move]) -> Thought:
    return Thought(question, lambda: think, lambda move: e.Moved(seat=1, move=str(move), how="bot"))


@pytest.mark.parametrize("bot", ["expert", "sol", "otto@expert"])
def test_an_expert_thinks_until_it_is_due(bot: str) -> None:
    """Its answer is one of its moves; without one there is the answer that it gives at once."""
    table = _table(bot)
    due = next_due(table, "salt", 30)
    assert due is not None
    assert due.thought is not None
    threads, pondering = Threads(), Pondering()
    threads.thinking.begin(pondering, due.thought, PATIENCE)
    move = threads.answer(pondering, due.thought.question)
    assert table.game is not None
    assert move in table.game.legal_moves(1)
    at_once, thought = due.entry(), due.thought.entry(move)
    assert isinstance(at_once, e.Moved)
    assert isinstance(thought, e.Moved)
    assert (at_once.seat, at_once.how) == (thought.seat, thought.how) == (1, "bot")


@pytest.mark.parametrize("bot", ["easy", "medium", "hard", "simple", "otto"])
def test_other_bots_need_no_thought(bot: str) -> None:
    """What takes no time is decided where it is written."""
    due = next_due(_table(bot), "salt", 30)
    assert due is not None
    assert due.thought is None


def test_when_an_expert_is_due_does_not_tell_what_it_thinks_about() -> None:
    """see-1: the time depends on its pace alone, and there is some also where bots don't wait for people."""
    quick, slow = next_due(_table("expert", pace=0), "salt", 30), next_due(_table("expert"), "salt", 30)
    assert quick is not None
    assert slow is not None
    assert quick.at == 1_000_000 + LEAST_THOUGHT * 1000
    assert slow.at > quick.at
    assert slow.at == next_due(_table("expert"), "salt", 30).at  # type: ignore[union-attr]


def test_a_thought_takes_along_what_the_seat_may_know_and_nothing_else() -> None:
    """No peeking: with other cards in hands that it can't see, the same thought comes to the same move."""
    table = _table("expert")
    game = table.game
    assert game is not None
    due = next_due(table, "salt", 30)
    assert due is not None
    assert due.thought is not None
    first = due.thought.begin()(Effort(playouts=200))
    table.game = game.resample(1, seed=5)
    assert table.game.view(0).hand != game.view(0).hand
    assert sight(table.game, 1) == sight(game, 1)
    again = next_due(table, "salt", 30)
    assert again is not None
    assert again.thought is not None
    assert again.thought.begin()(Effort(playouts=200)) == first


def test_nobody_thinks_twice_about_the_same_question() -> None:
    """A table looks at what is due again and again; only another question begins another thought."""
    threads, pondering, asked = Threads(), Pondering(), []

    def think(effort: Effort) -> Move:
        asked.append(effort)
        return Move(1, "draw")

    for question in ((5, 1), (5, 1), (6, 1)):
        threads.thinking.begin(pondering, _thought(question, think), PATIENCE)
        assert threads.answer(pondering, question) == Move(1, "draw")
    assert len(asked) == 2
    assert pondering.answer((5, 1)) is None


def test_without_time_or_room_nobody_thinks_and_nobody_waits() -> None:
    """A thought that is not done gives no answer; one that finds all threads busy for too many is not begun."""
    threads, held, busy = Threads(), threading.Event(), Pondering()

    def hold(_effort: Effort) -> Move:
        held.wait(PATIENCE)
        return Move(1, "draw")

    try:
        threads.thinking.begin(busy, _thought((1, 1), hold), PATIENCE)
        assert busy.answer((1, 1)) is None
        waiting = [Pondering() for _ in range(40)]
        for one in waiting:
            threads.thinking.begin(one, _thought((1, 1), hold), PATIENCE)
        assert all(one.begun((1, 1)) and one.answer((1, 1)) is None for one in waiting)
        assert [one._future is None for one in waiting].count(True) == 40 - 31
    finally:
        held.set()
    late = Pondering()
    threads.answer(waiting[0], (1, 1))
    threads.thinking.begin(late, _thought((2, 1), hold), 0.0)
    assert threads.answer(late, (2, 1)) is None


@pytest.mark.parametrize(("waiting", "left", "most"), [(1, 60.0, MOST.seconds), (1, 0.1, 0.1), (20, 1.0, 1.0 / 20)])
def test_a_thought_is_bounded_and_shared_when_others_wait(waiting: int, left: float, most: float) -> None:
    """Nobody thinks for longer than the bound; with many waiting each gets a share of the time that is left."""
    threads, efforts = Threads(), []

    def think(effort: Effort) -> Move:
        efforts.append(effort)
        return Move(1, "draw")

    threads.thinking._waiting = waiting
    threads.thinking._think(think, time.monotonic() + left)
    assert all(effort.playouts == MOST.playouts and 0 < effort.seconds <= most for effort in efforts)
    assert left < PATIENCE or efforts


def test_a_thought_that_fails_is_counted_and_the_table_goes_on() -> None:
    """It gives no answer, as one that is not done."""
    threads, pondering = Threads(), Pondering()

    def fail(_effort: Effort) -> Move:
        msg = "no idea"
        raise ValueError(msg)

    threads.thinking.begin(pondering, _thought((1, 1), fail), PATIENCE)
    assert threads.answer(pondering, (1, 1)) is None
    assert threads.metrics.registry.get_sample_value("lastcard_failures_total") == 1


def test_what_can_not_be_given_out_leaves_its_room_to_others() -> None:
    """A thought that can't even begin is counted and forgotten, again and again."""
    threads = Threads()

    def fail() -> Callable[[Effort], Move]:
        msg = "no sight"
        raise ValueError(msg)

    for line in range(100):
        threads.thinking.begin(
            Pondering(), _thought((line, 1), lambda _effort: Move(1, "draw"))._replace(begin=fail), 9
        )
    assert threads.thinking._waiting == 0
    last = Pondering()
    threads.thinking.begin(last, _thought((1, 1), lambda _effort: Move(1, "draw")), PATIENCE)
    assert threads.answer(last, (1, 1)) == Move(1, "draw")


def test_a_closed_server_thinks_no_more() -> None:
    """Closing cancels what waits; it can be done before anybody thought."""
    threads = Threads()
    held, busy, waiting = threading.Event(), Pondering(), Pondering()

    def hold(_effort: Effort) -> Move:
        held.wait(PATIENCE)
        return Move(1, "draw")

    threads.thinking.begin(busy, _thought((1, 1), hold), PATIENCE)
    threads.thinking.begin(waiting, _thought((1, 1), hold), PATIENCE)
    threads.thinking.close()
    held.set()
    assert waiting.answer((1, 1)) is None
    threads.thinking.begin(waiting, _thought((2, 1), hold), PATIENCE)
    assert waiting.answer((2, 1)) is None
    unused = Threads()
    unused.thinking.close()
    unused.thinking.begin(waiting, _thought((3, 1), hold), PATIENCE)
    assert waiting._future is None


def test_a_thought_leaves_the_game_at_the_table_as_it_is() -> None:
    """It thinks about what it took along."""
    table = _table("expert")
    assert table.game is not None
    before = table.game.position()
    due = next_due(table, "salt", 30)
    assert due is not None
    assert due.thought is not None
    due.thought.begin()(Effort(playouts=50))
    assert table.game.position() == before
