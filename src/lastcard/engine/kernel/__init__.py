"""The rules, as plain functions on the records of a game."""
