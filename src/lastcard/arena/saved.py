"""A run in a file, to go on with it later. Only a run of the same plan goes on; it may be a longer one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from lastcard import __version__
from lastcard.arena.files import write_whole
from lastcard.arena.plan import Plan
from lastcard.arena.run import Course, Run
from lastcard.arena.tally import Tally
from lastcard.errors import ArenaError

_FORMAT = "lastcard arena run 1"
_LONGEST_SECONDS = 1e12


def save(run: Run, path: str) -> None:
    """Write all that is known."""
    data = {
        "format": _FORMAT,
        "lastcard": __version__,
        "matches": _identity(run.plan),
        "seconds": run.seconds,
        "courses": [
            {
                "tally": course.tally.to_dict(),
                "every": course.every,
                "steps": course.steps,
                "ahead": [[first, tally.to_dict()] for first, tally in sorted(course.ahead.items())],
            }
            for course in run.courses
        ],
    }
    write_whole(path, json.dumps(data) + "\n")


def resume(run: Run, path: str) -> None:
    """Go on where a file stands; one that is not there yet is a run from the beginning."""
    if not Path(path).exists():
        return
    try:
        data = json.loads(Path(path).read_text("utf-8"))
    except OSError as error:
        msg = f"--resume {path!r:.80} can't be read: {error.strerror}"
        raise ArenaError(msg) from None
    except (ValueError, RecursionError, MemoryError):
        data = None
    if not isinstance(data, dict) or data.get("format") != _FORMAT:
        msg = f"--resume {path!r:.80} is no run of the arena; name a file that --resume has written, or a new one"
        raise ArenaError(msg)
    _check_identity(run, path, data)
    try:
        courses = [_course(run, number, found) for number, found in enumerate(data["courses"])]
        if len(courses) != len(run.courses) or not 0 <= data["seconds"] < _LONGEST_SECONDS:
            raise ValueError  # noqa: TRY301 - said below
    except (LookupError, TypeError, ValueError, AttributeError):
        msg = f"--resume {path!r:.80} is damaged; begin again with a new file"
        raise ArenaError(msg) from None
    most = max(course.last for course in courses)
    if most > run.plan.deals:
        msg = f"--resume {path!r:.80} holds {most} deals already; allowed are --games from {most}"
        raise ArenaError(msg)
    run.courses, run.seconds = courses, data["seconds"]


def _check_identity(run: Run, path: str, data: dict[str, Any]) -> None:
    found, wanted = data.get("matches"), _identity(run.plan)
    if data.get("lastcard") != __version__:
        msg = f"--resume {path!r:.80} was written by lastcard {data.get('lastcard')!s:.20}; this is {__version__}"
        raise ArenaError(msg)
    if found == wanted:
        return
    different = "its matches"
    if isinstance(found, list) and len(found) == len(wanted):
        pairs = [(one, two) for one, two in zip(found, wanted, strict=True) if isinstance(one, dict)]
        keys = [key for one, two in pairs for key in two if one.get(key) != two[key]]
        different = {"digests": "the content of the bots' files"}.get(keys[0], keys[0]) if keys else different
    msg = (
        f"--resume {path!r:.80} is another run, with a difference in {different}; "
        "give the same bots, editions, players, settings and seed, or a new file"
    )
    raise ArenaError(msg)


def _identity(plan: Plan) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(json.dumps([match.to_dict() for match in plan.matches]))
    return found


def _course(run: Run, number: int, data: dict[str, Any]) -> Course:
    match = run.plan.matches[number]
    course, bots = Course(match), len(match.entrants)
    course.tally = Tally.from_dict(data["tally"], bots, match.players)
    course.ahead = {_whole(first): Tally.from_dict(tally, bots, match.players) for first, tally in data["ahead"]}
    course.every = _whole(data["every"])
    course.steps = [[_whole(number) for number in step] for step in data["steps"]]
    if not _is_whole(course, len(data["ahead"])):
        raise ValueError
    return course


def _is_whole(course: Course, pieces: int) -> bool:
    """Whether no deal is counted twice, and the course leads to where the tally is."""
    place = course.tally.deals
    for first, tally in sorted(course.ahead.items()):
        if first <= place or not tally.deals:  # a piece at the end of the tally would have been counted in
            return False
        place = first + tally.deals - 1
    numbers = [step[0] for step in course.steps if len(step) == len(course.now())]
    return (
        len(course.ahead) == pieces
        and len(numbers) == len(course.steps)
        and course.every > 0
        and numbers == sorted({*numbers})
        and all(0 < number <= course.tally.deals for number in numbers)
    )


def _whole(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError
    return value
