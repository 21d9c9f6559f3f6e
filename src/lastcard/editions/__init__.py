"""The editions: data files, the card language they are written in, and their compiled form."""

from lastcard.editions.compile import RULES_VERSION, Compiled, compile_rules
from lastcard.editions.load import load
from lastcard.editions.model import Edition, Face, FaceKind, Side
from lastcard.editions.registry import by_id, edition, find, load_edition, load_folder, names, printed, register
from lastcard.editions.settings import Settings

__all__ = [
    "RULES_VERSION", "Compiled", "Edition", "Face", "FaceKind", "Settings", "Side",
    "by_id", "compile_rules", "edition", "find", "load", "load_edition", "load_folder", "names", "printed", "register",
]  # fmt: skip
