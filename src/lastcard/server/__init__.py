"""Live tables: people and bots play together over WebSockets.

The log is the truth: a table is an append-only list of entries, and everything else is
folded from it (`table/fold.py`). `docs/server.md` is the map, `docs/protocol.md` what clients
and server say to each other.
"""
