"""Bots against bots: every deal is played from all seats in turn, and what comes out has an interval.

`plan` says who plays what, `run` plays it on all cores, `results` makes figures of it, and `text` and `page` show
them. Nothing is imported here, so that the process of a bot begins quickly. `docs/arena.md` has all that a user needs
to know.
"""
