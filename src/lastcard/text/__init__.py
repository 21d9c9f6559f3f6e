"""Positions and records as text, with exact round trips."""
