"""RLCard's rule agent as a bot of the arena: `lastcard arena benchmarks/uno_rule_v1.py simple`."""

from rlcard_seats import their_bot

bot = their_bot("uno-rule-v1")
