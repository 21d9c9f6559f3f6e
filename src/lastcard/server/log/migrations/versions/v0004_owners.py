"""A table has one owner: its row says which line is the last and whose turn of owning it is."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Fill in what the logs say. The nodes write their rows anew, with an address and a beat."""
    op.add_column("tables", sa.Column("last", sa.Integer, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))
    op.execute("UPDATE tables SET last = COALESCE((SELECT max(number) FROM log WHERE log.table_id = tables.id), 0)")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER TABLE tables SET (fillfactor = 60)")  # each line changes the row: leave room beside it
    op.drop_table("nodes")
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("beat", sa.BigInteger, nullable=False),
        sa.Column("address", sa.String(300), nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
    )


def downgrade() -> None:
    """Every node may write again."""
    op.drop_table("nodes")
    op.create_table(
        "nodes",
        sa.Column("id", sa.String(40), primary_key=True),
        sa.Column("seen_at", sa.Double, nullable=False),
    )
    op.drop_column("tables", "epoch")
    op.drop_column("tables", "last")
