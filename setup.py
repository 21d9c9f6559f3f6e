"""What `pyproject.toml` can't say: the engine is built into the package, so a wheel is for one platform."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import copy2, rmtree

from setuptools import Distribution, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

SOURCES = Path(__file__).resolve().parent / "src"


class BuildWithEngine(build_py):
    """Builds the engine beside its sources. An editable install is left to `make`, or to the first start."""

    def run(self) -> None:
        """Copy the package, and build or copy the engine's library."""
        if not self.editable_mode:
            rmtree(Path(self.build_lib, "lastcard"), ignore_errors=True)  # the page of an earlier build has other names
        super().run()
        if not self.editable_mode:
            made = self._engine()
            copy2(made, Path(self.build_lib, "lastcard", "engine", made.name))

    def _engine(self) -> Path:
        """The library of these sources, built if there is none."""
        sys.path.insert(0, str(SOURCES))
        from lastcard.engine import build, native  # noqa: PLC0415 - not there before

        library = native.places()[0]
        if native.fits(library):
            return library
        os.environ.update(build.ENVIRONMENT)
        made = build.build(library)
        if made.suffix == ".o":
            msg = "a C compiler is needed to link the engine into a package: install gcc or clang"
            raise SystemExit(msg)
        return made


class PlatformWheel(bdist_wheel):
    """A wheel for any Python 3 of one platform: the library knows nothing of Python."""

    def get_tag(self) -> tuple[str, str, str]:
        """Its platform, whatever the Python."""
        return ("py3", "none", super().get_tag()[2])


class PlatformDistribution(Distribution):
    """A package that belongs to a platform, as those with extension modules do."""

    def has_ext_modules(self) -> bool:
        """It has machine code, though none that Python builds."""
        return True


setup(
    cmdclass={"build_py": BuildWithEngine, "bdist_wheel": PlatformWheel},
    distclass=PlatformDistribution,
)
