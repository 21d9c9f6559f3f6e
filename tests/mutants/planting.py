"""A plugin of pytest for `planted.py`: one module is loaded with a fault in it."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import os
import sys
import types
from collections.abc import Sequence

from tests.mutants.mutant import ROOT
from tests.mutants.planted import VARIABLE, Fault, faults


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads the module's text with the fault in it."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.module, str(ROOT / fault.file))
        self._text = fault.text

    def get_code(self, fullname: str) -> types.CodeType:
        """Compiled anew: nothing that was kept has the fault."""
        return compile(self._text, self.get_filename(fullname), "exec")


class _Finder(importlib.abc.MetaPathFinder):
    """Finds the module with the fault in place of the one on disk."""

    def __init__(self, fault: Fault) -> None:
        self._fault = fault

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: types.ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """The faulty one, if it is asked for."""
        del path, target
        if fullname != self._fault.module:
            return None
        return importlib.util.spec_from_file_location(
            fullname, str(ROOT / self._fault.file), loader=_Loader(self._fault)
        )


def _plant(what: str) -> None:
    fault = next(fault for fault in faults() if fault.what == what)
    assert fault.module not in sys.modules, f"{fault.module} is loaded already and would stay as it is"
    sys.meta_path.insert(0, _Finder(fault))


if os.environ.get(VARIABLE):
    _plant(os.environ[VARIABLE])
