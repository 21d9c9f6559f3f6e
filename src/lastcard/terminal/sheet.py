"""The score sheet after a round and the result of the game, from a view alone."""

from __future__ import annotations

from lastcard.editions import Settings
from lastcard.terminal.booklet import goal
from lastcard.terminal.words import NAME_WIDTH, Words, pad
from lastcard.view import View


def sheet_lines(view: View, words: Words, settings: Settings) -> list[str]:
    """Who ended the round and how the points stand."""
    winner = view.round_winner
    how = ", without a winner" if winner is None or winner < 0 else f": {words.names[winner]} went out"
    lines = ["", f"Round {view.round} is over{how}."]
    if settings.scoring != "hand":
        lines.append(f"  {pad('', NAME_WIDTH)}  this round   total")
        lines += [
            f"  {pad(name, NAME_WIDTH)}  {points:>10}  {score:>6}"
            for name, points, score in zip(words.names, view.round_points, view.scores, strict=True)
        ]
        lines.append(goal(settings))
    return lines


def result_line(view: View, words: Words) -> str:
    """Who won."""
    names = [words.who(seat) for seat in view.winners]
    several = len(names) > 1 or view.winners == (words.you,)
    text = f"{' and '.join(names)} {'win' if several else 'wins'} the game."
    return text[:1].upper() + text[1:] if text.startswith("you ") else text
