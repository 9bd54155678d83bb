"""Codes by which people are let in."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "pairings",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("expires", sa.Double, nullable=False),
        sa.Column("vouched_by", sa.Text),
        sa.Column("vouched_at", sa.Double),
    )
    op.create_table(
        "pairing_tries",
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("tries", sa.BigInteger, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("pairing_tries", "pairings"):
        op.drop_table(table)
