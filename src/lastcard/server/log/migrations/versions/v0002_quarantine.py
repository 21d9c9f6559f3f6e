"""Tables whose log can't be read are put aside, with the cause."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Make room for since when and why."""
    op.add_column("tables", sa.Column("quarantined_at", sa.BigInteger))
    op.add_column("tables", sa.Column("quarantine", sa.Text))


def downgrade() -> None:
    """Forget it."""
    op.drop_column("tables", "quarantine")
    op.drop_column("tables", "quarantined_at")
