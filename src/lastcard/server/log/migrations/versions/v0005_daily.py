"""The daily deal: the secret that all days' cards are made of, and the results of the last days."""

import secrets

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make room for them. The secret is drawn here, once, so that all nodes have the same one from the beginning."""
    made = op.create_table(
        "secrets",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.String(64), nullable=False),
    )
    op.bulk_insert(made, [{"name": "daily", "value": secrets.token_hex(32)}])
    op.create_table(
        "daily",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("player", sa.String(64), primary_key=True),
        sa.Column("table_id", sa.Integer, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("lead", sa.Integer),
        sa.Column("points", sa.Integer),
        sa.Column("rounds", sa.String(60)),
    )
    op.create_index("ix_daily_table_id", "daily", ["table_id"])


def downgrade() -> None:
    """Days are over."""
    op.drop_table("daily")
    op.drop_table("secrets")
