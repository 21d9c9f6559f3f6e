"""What a run has shown, as plain figures: for the table in the terminal, the JSON file and the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from lastcard import __version__
from lastcard.arena.figures import Interval, Outcome, difference, ratings, share
from lastcard.arena.run import Course, Run
from lastcard.arena.tally import GAME


@dataclass(frozen=True)
class BotResult:
    """One bot in one match."""

    name: str
    seats: int
    wins: int
    share: Interval
    """Of all games, those that it won; of a game with several winners the part that is its own."""
    even: float
    """The share of a bot that is as good as the others."""
    points: float | None
    """A round, for each of its seats; None where points are not what is played for."""
    decisions: int
    seconds: float
    faults: dict[str, int]
    first_fault: str

    @property
    def of_even(self) -> Interval:
        """The share as a part of an even one: 1 is as good as the others."""
        return self.share.times(1 / self.even)

    @property
    def milliseconds(self) -> float | None:
        """What a decision takes; None inside the kernel, which keeps no time."""
        return 1000 * self.seconds / self.decisions if self.decisions else None

    @property
    def decisions_a_second(self) -> float | None:
        """How many decisions it makes in a second of its own time."""
        return self.decisions / self.seconds if self.decisions and self.seconds else None


@dataclass(frozen=True)
class MatchResult:
    """One match."""

    title: str
    edition: str
    players: int
    settings: dict[str, Any]
    seed: str
    deals: int
    games: int
    even: int
    unfinished: int
    moves: int
    seconds: float
    bots: tuple[BotResult, ...]
    course: tuple[tuple[int, tuple[Interval, ...]], ...]
    """After so many deals, the share of each bot."""


@dataclass(frozen=True)
class Rating:
    """A bot's rating over all matches."""

    name: str
    elo: Interval


@dataclass(frozen=True)
class Results:
    """All of a run."""

    seed: str
    deals: int
    """Of each match, as many as were asked for."""
    complete: bool
    seconds: float
    matches: tuple[MatchResult, ...]
    ratings: tuple[Rating, ...]
    """Strongest first; empty as long as nothing is known."""
    lead: Interval | None
    """Between two bots: how far the first in the ratings is above the second."""

    def to_dict(self) -> dict[str, Any]:
        """Plain values, ready for JSON. All but those under `time` are the same in every run of the same plan."""
        return {
            "format": "lastcard arena results 1",
            "lastcard": __version__,
            "seed": self.seed,
            "deals": self.deals,
            "complete": self.complete,
            "matches": [_match_dict(match) for match in self.matches],
            "ratings": [{"bot": one.name, "elo": _interval_dict(one.elo)} for one in self.ratings],
            "time": {
                "seconds": self.seconds,
                "matches": [
                    {
                        "seconds": match.seconds,
                        "bots": [
                            {"bot": one.name, "seconds": one.seconds, "milliseconds_a_decision": one.milliseconds}
                            for one in match.bots
                        ],
                    }
                    for match in self.matches
                ],
            },
        }


def results(run: Run) -> Results:
    """What is known of a run."""
    names = list(dict.fromkeys(one.name for match in run.plan.matches for one in match.entrants))
    known = [course for course in run.courses if course.tally.deals]
    found, lead = _ratings(names, known)
    return Results(
        seed=run.plan.seed,
        deals=run.plan.deals,
        complete=all(course.tally.deals == run.plan.deals for course in run.courses),
        seconds=run.seconds,
        matches=tuple(_match(course) for course in known),
        ratings=found,
        lead=lead,
    )


def _match(course: Course) -> MatchResult:
    match, tally = course.match, course.tally
    whole = GAME * match.players
    steps = [*course.steps]
    if not steps or steps[-1][0] != tally.deals:
        steps.append(course.now())
    bots = len(match.entrants)
    shown = tuple(
        (deals, tuple(share(deals, rest[bot], rest[bots + bot], whole) for bot in range(bots)))
        for deals, *rest in steps
    )
    return MatchResult(
        title=match.title,
        edition=match.edition.id,
        players=match.players,
        settings=match.settings.chosen(match.edition),
        seed=match.seed,
        deals=tally.deals,
        games=tally.games,
        even=tally.even,
        unfinished=tally.unfinished,
        moves=tally.moves,
        seconds=tally.seconds,
        bots=tuple(_bot(course, number) for number in range(bots)),
        course=shown,
    )


def _bot(course: Course, number: int) -> BotResult:
    match, tally = course.match, course.tally
    seats = match.seats[number]
    with_points = match.settings.scoring != "hand"
    return BotResult(
        name=match.entrants[number].name,
        seats=seats,
        wins=tally.wins[number],
        share=share(tally.deals, tally.parts[number], tally.products[number][number], GAME * match.players),
        even=seats / match.players,
        points=tally.points[number] / (tally.rounds * seats) if with_points else None,
        decisions=tally.decisions[number],
        seconds=tally.thinking[number],
        faults={kind: count for kind, count in tally.faults[number].items() if count},
        first_fault=tally.first_fault[number],
    )


def _ratings(names: list[str], known: list[Course]) -> tuple[tuple[Rating, ...], Interval | None]:
    if not known:
        return (), None
    outcomes = [
        Outcome(
            tuple(names.index(one.name) for one in course.match.entrants), course.match.seats, course.tally.deals,
            course.tally.parts, course.tally.products, GAME * course.match.players,
        )
        for course in known
    ]  # fmt: skip
    there = sorted({bot for outcome in outcomes for bot in outcome.bots})
    found, covariance = ratings(len(names), outcomes)
    order = sorted(there, key=lambda bot: -found[bot].value)
    lead = difference(found, covariance, order[0], order[1]) if len(order) == 2 else None
    return tuple(Rating(names[bot], found[bot]) for bot in order), lead


def _interval_dict(interval: Interval) -> dict[str, float]:
    return {"value": interval.value, "low": interval.low, "high": interval.high}


def _match_dict(match: MatchResult) -> dict[str, Any]:
    return {
        "edition": match.edition,
        "players": match.players,
        "settings": match.settings,
        "deals": match.deals,
        "games": match.games,
        "even": match.even,
        "unfinished": match.unfinished,
        "moves": match.moves,
        "bots": [
            {
                "bot": one.name,
                "seats": one.seats,
                "wins": one.wins,
                "share": _interval_dict(one.share),
                "even": one.even,
                "of_even": one.of_even.value,
                "points_a_round": one.points,
                "decisions": one.decisions,
                "faults": one.faults,
                "first_fault": one.first_fault,
            }
            for one in match.bots
        ],
    }
