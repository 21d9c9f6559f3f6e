"""What the arena makes of the games: intervals, ratings, tables of text, JSON and the page."""

from __future__ import annotations

from html.parser import HTMLParser
from io import StringIO
from math import log10, sqrt
from pathlib import Path

import pytest

from lastcard.arena.figures import Outcome, difference, ratings, share
from lastcard.arena.page import page
from lastcard.arena.plan import arena_plan, tournament_plan
from lastcard.arena.results import results
from lastcard.arena.run import Run
from lastcard.arena.text import Progress, progress_line
from lastcard.commands import COMMANDS, main
from lastcard.errors import ArenaError
from tests.test_arena import FIRST, figures

# --- figures ------------------------------------------------------------------------------------


def test_the_interval_has_the_deal_for_its_unit() -> None:
    """Four deals of two games each: won twice, once, once and never."""
    found = share(4, 2 + 1 + 1, 4 + 1 + 1, 2)  # means of the deals: 1, 1/2, 1/2, 0
    error = 1.959964 * sqrt(((1 - 0.5) ** 2 + (0 - 0.5) ** 2) / 3) / sqrt(4)
    assert found == pytest.approx((0.5, 0.5 - error, 0.5 + error))
    assert found.low == pytest.approx(0.0999, abs=1e-4)


def test_duplicate_deals_make_the_interval_narrower() -> None:
    """Deals that are won from one seat and lost from the other say that the bots are even, and say it soon."""
    mirrored = share(101, 100 + 2, 100 + 4, 2)  # a hundred deals 1 : 1, and one 2 : 0
    as_if_alone = share(202, 102, 102, 1)
    assert mirrored.high - mirrored.low < (as_if_alone.high - as_if_alone.low) / 5


def test_deals_that_all_came_out_alike_have_the_interval_of_wilson() -> None:
    """Ten of ten is not certain: by hand, the bound is n / (n + z²)."""
    assert share(10, 20, 40, 2) == pytest.approx((1, 10 / (10 + 1.959964**2), 1))
    assert share(10, 0, 0, 2) == pytest.approx((0, 0, 1.959964**2 / (10 + 1.959964**2)))


def outcome(bots: tuple[int, ...], seats: tuple[int, ...], shares: list[int], deals: int) -> Outcome:
    """A match in which each deal is won by one bot wholly, with so many of a hundred for each."""
    won = [deals * part // 100 for part in shares]
    return Outcome(bots, seats, deals, won, [[won[i] * (i == j) for j in range(len(won))] for i in range(len(won))], 1)


def test_elo_follows_from_the_wins() -> None:
    """Three wins of four are 400 log10(3) points, and the interval shrinks with the deals."""
    found, covariance = ratings(2, [outcome((0, 1), (1, 1), [75, 25], 1_000_000)])
    lead = difference(found, covariance, 0, 1)
    assert lead.value == pytest.approx(400 * log10(3), abs=0.01)
    assert found[0].value == pytest.approx(-found[1].value)
    # by hand: the error of the share, times the slope of the odds
    assert lead.high - lead.value == pytest.approx(
        1.959964 * sqrt(0.75 * 0.25 / 1_000_000) * 400 / (0.75 * 0.25 * 2.302585), rel=1e-3
    )


def test_a_rating_knows_how_many_seats_a_bot_has() -> None:
    """One seat of four and half of the wins is as strong as three of four between two."""
    found, covariance = ratings(2, [outcome((0, 1), (1, 3), [50, 50], 1_000_000)])
    assert difference(found, covariance, 0, 1).value == pytest.approx(400 * log10(3), abs=0.01)


def test_ratings_over_several_matches_agree_with_each() -> None:
    """Where the results fit one order, each difference is what the match of the two says."""
    matches = [outcome((0, 1), (1, 1), [75, 25], 400_000), outcome((1, 2), (1, 1), [75, 25], 400_000)]
    matches.append(outcome((0, 2), (1, 1), [90, 10], 400_000))
    found, _ = ratings(3, matches)
    assert found[0].value - found[1].value == pytest.approx(400 * log10(3), abs=0.1)
    assert sum(one.value for one in found) == pytest.approx(0, abs=1e-6)


def test_a_bot_that_never_won_has_a_rating_with_an_interval() -> None:
    """An even deal more keeps it finite."""
    found, _ = ratings(2, [outcome((0, 1), (1, 1), [100, 0], 100)])
    assert 500 < found[0].value - found[1].value < 2000
    assert found[0].low < found[0].value < found[0].high


def test_points_are_a_round_and_a_seat(tmp_path: Path) -> None:
    """Only where points are played for."""
    words = ["arena", "sensible", "eager", "--players", "3", "--games", "40"]
    with_points = figures(*words, "-s", "scoring=points", "-s", "target=100", folder=tmp_path)["matches"][0]["bots"]
    assert with_points[0]["points_a_round"] > with_points[1]["points_a_round"] > 0
    assert figures(*words, folder=tmp_path)["matches"][0]["bots"][0]["points_a_round"] is None


# --- what is shown ------------------------------------------------------------------------------


def test_the_commands_print_the_result_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    """A table of text; a progress line is for terminals only."""
    assert {"arena", "tournament"} <= {*COMMANDS}
    assert main(["arena", "sensible", "eager", "--players", "3", "--games", "50"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    title, rules, count, head, *rows, blank, rating = told.out.splitlines()
    assert title == "classic, 3 players: sensible against 2 x eager"
    assert rules == "settings: uno = ask, scoring = hand; seed '0'"
    assert count.startswith("50 deals, each from all seats: 150 games, ")
    assert head.split() == ["bot", "seats", "wins", "95", "%", "even", "of", "even"]
    assert [row.split()[:2] for row in rows] == [["sensible", "1"], ["eager", "2"]]
    assert blank == ""
    assert rating.startswith("Elo difference from the wins: sensible is +")


class Terminal(StringIO):
    """A terminal for looks."""

    def isatty(self) -> bool:
        """It says so."""
        return True


def test_the_progress_line_has_the_running_result() -> None:
    """How far it is, how long it may take, and who is ahead."""
    run = Run(arena_plan("classic", 2, ["sensible", "eager"], 3000, "0", {}), workers=1, limit=1)
    pieces = run.go()
    next(pieces)
    line = progress_line(run, 10, 0)
    assert line.startswith("1,024/3,000 deals, 0:19 left  sensible ")
    assert " ± " in line
    terminal, pipe = Terminal(), StringIO()
    for file in (terminal, pipe):
        progress = Progress(run, file)
        progress.show()
        progress.end()
    pieces.close()
    assert "1,024/3,000 deals" in terminal.getvalue()
    assert pipe.getvalue() == ""


class Balanced(HTMLParser):
    """Notes what is open, and what a page says."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.said = ""
        self.tags: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open."""
        assert not {"src", "href"} & {name for name, _ in attrs}
        self.tags.append(tag)
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open and closed."""

    def handle_endtag(self, tag: str) -> None:
        """Closed."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Words."""
        self.said += data


def test_the_page_is_whole_needs_no_network_and_escapes_names(tmp_path: Path) -> None:
    """Each bot has its row and its line, and a name is never markup."""
    file = tmp_path / "<b>&.py"
    file.write_text(FIRST, "utf-8")
    target = tmp_path / "page.html"
    assert main(["arena", str(file), "simple", "--games", "4", "--html", str(target)]) == 0
    text = target.read_text("utf-8")
    reader = Balanced()
    reader.feed(text)
    assert reader.open == []
    assert "<b>&.py" in reader.said
    assert "b" not in reader.tags
    assert "script" not in reader.tags
    assert "http:" not in text
    assert "https:" not in text
    assert "url(" not in text
    assert reader.tags.count("figure") == 1
    assert "prefers-color-scheme: dark" in text
    assert sorted(path.name for path in tmp_path.iterdir()) == ["<b>&.py", "page.html"]


def test_a_tournament_plays_all_pairs_over_editions_and_player_counts(tmp_path: Path) -> None:
    """Between more than two, each of a pair is once alone among the other's."""
    target = tmp_path / "cup.html"
    words = ["tournament", "--editions", "classic,flip", "--players", "2,4", "sensible", "eager", "random"]
    found = figures(*words, "--games", "30", "--html", str(target), folder=tmp_path)
    assert len(found["matches"]) == 2 * (3 + 6)
    assert [one["bot"] for one in found["ratings"]] == ["sensible", "eager", "random"]
    alone = [match["bots"][0]["bot"] for match in found["matches"] if match["players"] == 4]
    assert sorted(alone) == sorted(["sensible", "eager", "random"] * 4)
    reader = Balanced()
    reader.feed(target.read_text("utf-8"))
    assert reader.open == []
    assert reader.tags.count("details") == 18
    assert "Each against each" in reader.said


def test_a_tournament_needs_two_different_bots() -> None:
    """Each is named once."""
    for bots in (["simple"], ["simple", "simple"]):
        with pytest.raises(ArenaError, match="at least two bots, each named once"):
            tournament_plan(["classic"], [2], bots, 1, "0", {})


def test_a_page_of_nothing_says_so() -> None:
    """A run that was stopped before its first deal."""
    run = Run(arena_plan("classic", 2, ["simple", "casual"], 5, "0", {}), workers=1, limit=1)
    assert "Nothing is known yet" in page(results(run))
