"""Results as one page that needs nothing else: no network, no script, light or dark as the reader's system is."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from importlib.resources import files

from lastcard import __version__
from lastcard.arena.figures import Interval
from lastcard.arena.plots import course, rows
from lastcard.arena.results import BotResult, MatchResult, Results
from lastcard.arena.text import counted, elo, percent, rating_lines, settings_said, table

_UNLIKE = (
    '<p class="soft">The scale has the wins as a part of an even result, since the bots have unlike numbers of seats: '
    "100 % is as good as the others.</p>"
)


def page(found: Results) -> str:
    """The whole page."""
    style = files("lastcard.arena").joinpath("page.css").read_text("utf-8")
    several = len(found.matches) > 1
    title = "Tournament" if several else next((match.title for match in found.matches), "Arena")
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        f"<title>{escape(title)}</title>\n<style>\n{style}</style>\n</head>\n<body>",
        f"<header><h1>{escape(title)}</h1>{_head(found)}</header>\n<main>",
        *([_ratings(found), _pairs(found)] if several or len(found.ratings) > 2 else []),
        *(_match(match, [one.name for one in found.ratings], folded=several) for match in found.matches),
        _notes(found),
        "</main>\n</body>\n</html>\n",
    ]
    return "\n".join(part for part in parts if part)


def _head(found: Results) -> str:
    if not found.matches:
        return '<p class="lead">Nothing is known yet: no deal was played to its end.</p>'
    lead = f'<p class="lead">{escape(rating_lines(found)[0])}.</p>' if found.lead is not None else ""
    games = sum(match.games for match in found.matches)
    lead += (
        f'<p class="soft">{games:,} games in {found.seconds:,.1f} s, seed {escape(repr(found.seed))}, '
        f"lastcard {__version__}</p>"
    )
    if not found.complete:
        lead += f'<p class="stopped">Stopped early: {found.deals:,} deals of each match were asked for.</p>'
    return lead


def _ratings(found: Results) -> str:
    values = [(number, one.name, one.elo, _figures(elo(one.elo))) for number, one in enumerate(found.ratings)]
    plot = rows(values, 0, lambda x: f"{x:+.0f}" if x else "0", "Elo ratings with 95 % intervals")
    return f"<section><h2>Elo from the wins of all</h2>{plot}</section>"


def _figures(words: str) -> str:
    """The estimate, and smaller what is around it."""
    value, _, rest = words.partition(" (")
    return f"{value} <small>{rest.rstrip(')')}</small>"


def _pairs(found: Results) -> str:
    """For each pair of bots how the one did against the other, over all matches of the two."""
    names = [one.name for one in found.ratings]
    met: dict[tuple[str, str], list[float]] = {}
    for match in found.matches:
        if len(match.bots) == 2:
            for one, two in (match.bots, match.bots[::-1]):
                met.setdefault((one.name, two.name), []).append(_even_odds(one, two))
    if len(names) < 3 or not met:
        return ""
    lines = []
    for name in names:
        cells = "".join(_pair_cell(met.get((name, other))) for other in names)
        lines.append(f'<tr><th scope="row">{escape(name)}</th>{cells}</tr>')
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in names)
    return (
        '<section><h2>Each against each</h2><p class="soft">Wins of the bot in the row against the one above, as at '
        "a table where both have as many seats; the mean over all matches of the two.</p>"
        f'<div class="wide" tabindex="0"><table><thead><tr><th scope="col">bot</th>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div></section>"
    )


def _even_odds(one: BotResult, two: BotResult) -> float:
    """A bot's share if both had as many seats."""
    mine, other = one.of_even.value, two.of_even.value
    return mine / (mine + other)


def _pair_cell(shares: list[float] | None) -> str:
    if shares is None:
        return "<td>-</td>"
    mean = sum(shares) / len(shares)
    kind = "good" if mean > 0.5 else "bad"
    return f'<td class="{kind}">{percent(mean)}</td>'


def _match(match: MatchResult, order: list[str], *, folded: bool) -> str:
    alike = len({one.seats for one in match.bots}) == 1
    middle = match.bots[0].even if alike else 1
    about = "Wins, with 95 % intervals" if alike else "Wins as a part of an even result, with 95 % intervals"
    values = [
        (order.index(one.name), one.name, one.share if alike else one.of_even, _figures(_percent(one.share)))
        for one in match.bots
    ]
    steps = [
        (deals, [each.times(1 if alike else 1 / one.even) for each, one in zip(intervals, match.bots, strict=True)])
        for deals, intervals in match.course
    ]
    body = (
        f'<p class="soft">{escape(counted(match))}.</p>'
        f"{rows(values, middle, _hundredths, about)}"
        f"{'' if alike else _UNLIKE}"
        f"{course([value[:2] for value in values], steps, middle, _hundredths)}"
        f"{_table(match)}{_faults(match.bots)}"
        f'<p class="soft">{escape(settings_said(match).capitalize())}.</p>'
    )
    if folded:
        result = ", ".join(
            f"{f'{one.seats} x ' if one.seats > 1 else ''}{one.name} {percent(one.share.value)}" for one in match.bots
        )
        said = f"{match.edition}, {match.players} players: {result}"
        return f"<details><summary>{_unbroken(said)}</summary>{body}</details>"
    return f"<section><h2>Wins</h2>{body}</section>"


def _unbroken(words: str) -> str:
    """Words whose figures stay in one line."""
    return escape(words).replace(" %", "&nbsp;%")


def _percent(interval: Interval) -> str:
    return f"{percent(interval.value)} ({100 * interval.low:.1f} to {100 * interval.high:.1f})"


def _hundredths(value: float) -> str:
    return f"{100 * value:.4g} %"


def _table(match: MatchResult) -> str:
    head, *lines = table(match)
    columns = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in head)
    body = ""
    for name, *cells in lines:
        row = "".join(f"<td>{escape(cell)}</td>" for cell in cells)
        body += f'<tr><th scope="row">{escape(name)}</th>{row}</tr>'
    return f'<div class="wide" tabindex="0"><table><thead><tr>{columns}</tr></thead><tbody>{body}</tbody></table></div>'


def _faults(bots: Sequence[BotResult]) -> str:
    return "".join(
        f'<p class="stopped">First fault of {escape(one.name)}: {escape(one.first_fault)}</p>'
        for one in bots
        if one.first_fault
    )


def _notes(found: Results) -> str:
    if not found.matches:
        return ""
    return (
        '<p class="soft">Every deal was played from all seats in turn. Intervals hold 95 % and have the deal for '
        "their unit, since the games of one deal share its cards. Elo is computed from the wins: under these ratings "
        "the results are most likely. The course shows how the estimates came to rest.</p>"
    )
