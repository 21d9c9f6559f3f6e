"""Bringing a database up to date, step by step.

Seldom needed and slow to load, so only `store.py` loads it, if there is something to do.
"""

from __future__ import annotations

from pathlib import Path

import sqlalchemy as sa
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError


class TooNewError(Exception):
    """The database was written by a newer version; the message is the newest step that this one knows."""


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    return config


def newest() -> str:
    """The last step there is."""
    return ScriptDirectory.from_config(_config()).get_current_head() or ""


def upgrade(connection: sa.Connection, to: str = "head") -> None:
    """Take all steps that are missing, or those up to one."""
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError:
        raise TooNewError(newest()) from None
