"""The compiled engine: one state record, legal moves, step, effects, knowledge, scoring."""
