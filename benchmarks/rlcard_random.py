"""RLCard's random agent as a bot of the arena: `lastcard arena benchmarks/rlcard_random.py simple`."""

from rlcard_seats import their_bot

bot = their_bot("random")
