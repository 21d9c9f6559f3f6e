"""What no message may hold: tokens and nodes ever, what the shuffle is made of before its time."""

from __future__ import annotations

import base64
import math

from lastcard.checks.fairness import mix_key
from lastcard.server.table import entries as e
from lastcard.server.table.fold import Table


class Secrets:
    """The words that nobody may ever be sent, and those that may be sent from some line on."""

    def __init__(self, lines: list[e.Line], code: str) -> None:
        self.never: set[str] = set()
        self.since: dict[str, float] = {}
        self._of_this_game: list[str] = []
        table = Table(0, code)
        for line in lines:
            table.apply(line)
            self._take(line.entry, table.told_number)
            if table.phase == "over":
                self.since |= {word: min(self.since[word], table.told_number) for word in self._of_this_game}

    def _take(self, entry: e.Entry, number: int) -> None:
        if isinstance(entry, e.Joined | e.SeatedProgram):
            self.never.add(entry.token)
        elif isinstance(entry, e.Arrived | e.Resumed | e.Dropped):
            self.never.add(entry.node)
        elif isinstance(entry, e.Created | e.Rematched):
            self._of_this_game = [entry.secret, entry.salt]
            self.since |= dict.fromkeys(self._of_this_game, math.inf)
        elif isinstance(entry, e.Readied) and entry.mix:
            self.since[entry.mix] = math.inf
        elif isinstance(entry, e.Started):
            self.since |= {mix: number for mix in entry.mixes if mix}
            key = mix_key(bytes.fromhex(self._of_this_game[0]), [bytes.fromhex(mix) for mix in entry.mixes])
            words = [key.hex(), base64.b64encode(key).decode(), base64.urlsafe_b64encode(key).decode().rstrip("=")]
            self._of_this_game += words
            self.since |= dict.fromkeys(words, math.inf)

    def check(self, text: str, number: float) -> None:
        """Refuse a text that was sent when the table was at a line, if there is a secret in it."""
        assert not any(word in text for word in self.never), f"a secret was sent at line {number}: {text:.300}"
        early = [first for word, first in self.since.items() if first > number and word in text]
        assert not early, f"sent at line {number}, but a secret until line {early}: {text:.300}"
