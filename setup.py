"""What `pyproject.toml` can't say: the engine is built into the package, so a wheel is for one platform."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from shutil import copy2

from setuptools import setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.build_py import build_py

SOURCES = Path(__file__).resolve().parent / "src"


class BuildWithEngine(build_py):
    """Builds the engine beside its sources. An editable install is left to `make`, or to the first start."""

    def run(self) -> None:
        """Copy the package, and build or copy the engine's library."""
        super().run()
        if not self.editable_mode:
            sys.path.insert(0, str(SOURCES))
            from lastcard.engine import build, native  # noqa: PLC0415 - not there before

            made = native.places()[0]
            if not native.fits(made):
                os.environ.update(build.ENVIRONMENT)
                made = build.build(made)
            copy2(made, Path(self.build_lib, "lastcard", "engine", made.name))


class PlatformWheel(bdist_wheel):
    """A wheel for any Python 3 of one platform: the library knows nothing of Python."""

    def finalize_options(self) -> None:
        """It is not pure."""
        super().finalize_options()
        self.root_is_pure = False

    def get_tag(self) -> tuple[str, str, str]:
        """Its platform, whatever the Python."""
        return ("py3", "none", super().get_tag()[2])


setup(cmdclass={"build_py": BuildWithEngine, "bdist_wheel": PlatformWheel})
