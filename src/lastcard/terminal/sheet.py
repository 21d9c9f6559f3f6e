"""The score sheet after a round and the result of the game, from a view alone."""

from __future__ import annotations

from lastcard.editions import Settings
from lastcard.terminal.booklet import goal
from lastcard.terminal.words import NAME_WIDTH, Words, pad
from lastcard.view import View


def sheet_lines(view: View, words: Words, settings: Settings) -> list[str]:
    """Who ended the round and how the points stand."""
    winner = view.round_winner
    void = winner is None or winner < 0
    lines = ["", f"Round {view.round} is over" + (", without a winner." if void else f": {words.names[winner or 0]} went out.")]
    if settings.scoring != "hand":
        lines.append(f"  {pad('', NAME_WIDTH)}  this round   total")
        lines += [
            f"  {pad(name, NAME_WIDTH)}  {view.round_points[seat]:>10}  {view.scores[seat]:>6}" for seat, name in enumerate(words.names)
        ]
        lines.append(goal(settings))
    return lines


def result_line(view: View, words: Words) -> str:
    """Who won."""
    names = [words.who(seat) for seat in view.winners]
    several = len(names) > 1 or view.winners == (words.you,)
    text = f"{' and '.join(names)} {'win' if several else 'wins'} the game."
    return text[:1].upper() + text[1:] if text.startswith("you ") else text
