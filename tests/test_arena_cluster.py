"""The arena beyond one machine: the same result on a Ray cluster, whatever happens to its nodes.

Ray is an extra. Where it is not installed, the tests with a real cluster say so and are left out.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lastcard.arena import cluster, node
from lastcard.arena.node import made_of, packed, play_piece
from lastcard.arena.plan import Match, arena_plan
from lastcard.arena.tally import Tally
from lastcard.commands import main
from lastcard.errors import ArenaError
from tests.test_arena import FIRST, figures, match_of, played
from tests.test_arena_outside import FIRST_PROGRAM

PATIENCE = 300.0
"""Seconds after which something that must come will not."""
with_ray = pytest.mark.skipif(
    find_spec("ray") is None or os.name != "posix", reason="Ray is not installed here; make test-ray installs it"
)


@pytest.fixture(autouse=True)
def still_pytest(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a node does to its own process is not done to that of the tests."""
    monkeypatch.setattr(node, "_begin_plainly", lambda: None)


def wait_until(there: Callable[[], bool], program: subprocess.Popen[str] | None = None) -> None:
    """Wait for what must come, unless the program that would bring it has ended."""
    end = time.monotonic() + PATIENCE
    while not there():
        assert time.monotonic() < end
        assert program is None or program.poll() is None, program.communicate()
        time.sleep(0.05)


def is_running(process: int) -> bool:
    """Whether there is a process of this number."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def started(*words: str, address: str) -> subprocess.Popen[str]:
    """The command with a cluster's address in its environment."""
    return subprocess.Popen(
        [sys.executable, "-m", "lastcard", *words, "--on", "ray"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "RAY_ADDRESS": address},
    )  # fmt: skip


def untimed(tally: Tally) -> dict[str, Any]:
    """What is not time."""
    return {**tally.to_dict(), "seconds": 0, "thinking": 0}


# --- a real cluster -----------------------------------------------------------------------------

STUCK = """
import os, pathlib, time
class bot:
    def __init__(self, seed):
        pass
    def choose(self, view):
        mark = pathlib.Path(os.environ.get("STUCK") or __file__ + ".stuck")
        if "STUCK" in os.environ or mark.exists() and view.sizes[0] < 4:
            made = mark.with_suffix(f".{os.getpid()}")
            made.write_text(str(os.getpid()))
            made.replace(mark)
            time.sleep(3000)
        return view.moves[0]
    def react(self, view):
        return None
"""
"""Leaves its number in a file and hangs in the middle of a game: on a node with STUCK, and where a mark is there."""


@pytest.fixture
def two_nodes(tmp_path: Path) -> Iterator[tuple[Any, Any]]:
    """A cluster, and the second of its nodes, on which the bot `STUCK` gets stuck."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of Ray's own making
        make: Any = import_module("ray.cluster_utils").Cluster
        nodes = make(initialize_head=True, head_node_args={"num_cpus": 1, "include_dashboard": False})
        try:
            yield nodes, nodes.add_node(num_cpus=1, env_vars={"STUCK": str(tmp_path / "stuck")})
        finally:
            nodes.shutdown()


@with_ray
def test_a_node_that_is_lost_in_the_middle_makes_no_difference(two_nodes: tuple[Any, Any], tmp_path: Path) -> None:
    """Its games are played again elsewhere: files, programs and the kernel's policies, as if nothing had been."""
    nodes, lost = two_nodes
    bots = tmp_path / "bot.py", tmp_path / "program.py"
    for file, text in zip(bots, (STUCK, FIRST_PROGRAM), strict=True):
        file.write_text(text, "utf-8")
    words = ["tournament", str(bots[0]), f"cmd:{sys.executable} {bots[1]}", "eager", "random", "--games", "4"]
    target, mark = tmp_path / "ray.json", tmp_path / "stuck"
    program = started(*words, "--limit", "3000", "--json", str(target), address=nodes.address)
    wait_until(mark.exists, program)
    stuck = int(mark.read_text("utf-8"))
    nodes.remove_node(lost, allow_graceful=False)
    told, wrong = program.communicate(timeout=PATIENCE)
    assert (program.returncode, wrong) == (0, "")
    assert "stopped" not in told
    found = json.loads(target.read_text("utf-8"))
    del found["time"]
    assert found == figures(*words, folder=tmp_path)
    wait_until(lambda: not is_running(stuck))  # a bot ends with its node


@with_ray
def test_ctrl_c_on_a_cluster_keeps_what_is_known_and_the_run_goes_on_anywhere(tmp_path: Path) -> None:
    """A cluster of its own, started for the run; even while a bot hangs, and the rest is played without a cluster."""
    file, mark, saved = tmp_path / "bot.py", tmp_path / "bot.py.stuck", tmp_path / "run.json"
    file.write_text(STUCK, "utf-8")
    mark.touch()
    words = ["arena", str(file), "simple", "--games", "3", "--workers", "1"]
    program = started(*words, "--limit", "3000", "--resume", str(saved), address="local")
    wait_until(lambda: mark.stat().st_size > 0, program)
    stuck = int(mark.read_text("utf-8"))
    program.send_signal(signal.SIGINT)
    told, wrong = program.communicate(timeout=PATIENCE)
    assert (program.returncode, wrong) == (130, "")
    assert "nothing is known yet" in told
    wait_until(lambda: not is_running(stuck))
    mark.unlink()
    whole = figures(*words, folder=tmp_path)
    assert figures(*words, "--resume", str(saved), folder=tmp_path) == whole
    assert main([*words, "--resume", str(saved), "--on", "ray"]) == 0  # nothing is left that would need a cluster


# --- what can be said without one ---------------------------------------------------------------


def test_without_the_extra_a_sentence_names_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As for all bad input: one line, and exit code 2."""
    monkeypatch.setattr(cluster, "find_spec", lambda _: None)
    assert main(["arena", "simple", "casual", "--on", "ray"]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == (
        "lastcard arena: --on ray needs Ray, which is not installed; install it with: pip install 'lastcard[ray]'\n"
    )


@with_ray
def test_an_address_where_nobody_answers_is_refused_at_once(capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is played."""
    assert main(["arena", "simple", "casual", "--on", "ray://127.0.0.1:9"]) == 2
    assert "no Ray cluster answers at 'ray://127.0.0.1:9': " in capsys.readouterr().err


def on_a_node(match: Match, first: int, end: int) -> Tally:
    """What a node makes of a piece, with nothing but what it is sent."""
    node._desk.cache_clear()
    try:
        return play_piece(made_of(), packed([match], 60), 0, first, end)
    finally:
        node._desk(packed([match], 60))[1].close()


@pytest.mark.parametrize("bots", [("simple", "casual"), ("sensible", "eager"), ("sees-all@16", "search@16")])
def test_a_piece_is_the_same_wherever_it_is_played(bots: tuple[str, str]) -> None:
    """All chance comes from its numbers; the engine plays many deals at once there, too."""
    match = match_of(*bots)
    whole = on_a_node(match, 0, 2)
    if match.policies is None:
        assert untimed(whole) == untimed(played(match, 2))
    parts = on_a_node(match, 0, 1)
    parts.add(on_a_node(match, 1, 2))
    assert untimed(parts) == untimed(whole)


def test_a_file_is_sent_to_a_node_that_has_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its text comes with the run, and a copy is kept among the node's own files; a stale one is replaced."""
    file, cache = tmp_path / "mine.py", tmp_path / "cache"
    file.write_text(FIRST, "utf-8")
    match = match_of(str(file), "simple")
    here = untimed(played(match))
    sent = packed([match], 60)
    file.unlink()
    monkeypatch.setattr(node, "user_cache_path", lambda _: cache)
    for before in (None, "stale"):
        copy = cache / "bots" / match.entrants[0].digest / "mine.py"
        if before is not None:
            copy.write_text(before, "utf-8")
        node._desk.cache_clear()
        assert untimed(play_piece(made_of(), sent, 0, 0, 1)) == here
        node._desk(sent)[1].close()
        assert copy.read_text("utf-8") == FIRST


def test_a_node_that_would_play_otherwise_refuses(tmp_path: Path) -> None:
    """Another lastcard or engine, or a program that is not there: a wrong result would look like a right one."""
    program = tmp_path / "program.py"
    program.write_text(FIRST_PROGRAM, "utf-8")
    match = match_of(f"cmd:{sys.executable} {program}", "simple")
    sent = packed([match], 60)
    program.unlink()
    gone = replace(match, entrants=(replace(match.entrants[0], words=("no-such-program",)), match.entrants[1]))
    version, engine = made_of()
    for wanted, brief, said in (
        (("0", engine), sent, "install the same on all nodes"),
        ((version, "other"), sent, "has another lastcard"),
        (made_of(), sent, r"program.py', which .* needs; a program and the files"),
        (made_of(), packed([gone], 60), "has no 'no-such-program'"),
    ):
        node._desk.cache_clear()
        with pytest.raises(ArenaError, match=said):
            play_piece(wanted, brief, 0, 0, 1)


class TaskError(Exception):
    """As Ray tells of a task that has failed: in many words, with what was raised there."""

    def __init__(self, said: str, cause: Exception) -> None:
        super().__init__(f"ray::play_piece()\n{said}")
        self.cause = cause


@pytest.mark.parametrize(
    ("error", "kind", "said"),
    [
        (TaskError("", ArenaError("the node x has no y")), ArenaError, "^the node x has no y$"),
        (TaskError("ModuleNotFoundError: No module named 'lastcard.arena'", KeyError()), ArenaError, "on all nodes$"),
        (TaskError("KeyError: 1", KeyError(1)), RuntimeError, "a node failed:"),
        (
            ValueError("The node died.\nMore of that."),
            ArenaError,
            "was lost 11 times, the last time so: The node died.$",
        ),
    ],
)
def test_what_a_node_fails_at_is_told_in_a_sentence(error: Exception, kind: type[Exception], said: str) -> None:
    """If it is something that the user can change; the rest is a fault of ours, and is told whole."""

    def get(_: object) -> None:
        raise error

    crew = cluster.RayCrew.__new__(cluster.RayCrew)
    crew._ray = SimpleNamespace(get=get, exceptions=SimpleNamespace(RayTaskError=TaskError, RayError=ValueError))
    with pytest.raises(kind, match=said):
        crew._taken(None)


def test_a_plan_can_be_sent() -> None:
    """With editions and settings of all kinds."""
    for game in ("classic", "house", "flip"):
        match = arena_plan(game, 4, ["simple", "casual"], 1, "s", {"preset": "party"}).matches[0]
        assert on_a_node(match, 0, 1).games == 4
