"""A table as pure functions of its log: what is in it, what may happen, what is due, what is told."""
