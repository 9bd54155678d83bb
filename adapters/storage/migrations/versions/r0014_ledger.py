"""What model calls have used is kept by day, thread, place, person and model; and which budgets were lifted."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ledger",
        sa.Column("day", sa.Text, primary_key=True),
        sa.Column("thread", sa.Text, primary_key=True),
        sa.Column("place", sa.Text, primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("model", sa.Text, primary_key=True),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("steps", sa.BigInteger, nullable=False),
        sa.Column("input_tokens", sa.BigInteger, nullable=False),
        sa.Column("output_tokens", sa.BigInteger, nullable=False),
        sa.Column("cached_tokens", sa.BigInteger, nullable=False),
        sa.Column("cost", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "budget_lifts",
        sa.Column("team", sa.Text, primary_key=True),
        sa.Column("scope", sa.Text, primary_key=True),
        sa.Column("whose", sa.Text, primary_key=True),
        sa.Column("since", sa.Text, primary_key=True),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
