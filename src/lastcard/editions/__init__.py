"""The editions: data files, the card language they are written in, and their compiled form."""

from lastcard.editions.compile import Compiled, compile_rules
from lastcard.editions.load import edition, load, names
from lastcard.editions.model import Edition, Face, FaceKind, Side
from lastcard.editions.settings import Settings

__all__ = ["Compiled", "Edition", "Face", "FaceKind", "Settings", "Side", "compile_rules", "edition", "load", "names"]
