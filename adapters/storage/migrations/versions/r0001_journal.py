"""Threads, their facts, dedupe keys and snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "threads",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("head", sa.BigInteger, nullable=False),
        sa.Column("generation", sa.BigInteger, nullable=False),
        sa.Column("rested_at", sa.BigInteger, nullable=False),
        sa.Column("unread_since", sa.Double, nullable=False),
        sa.Column("wake_at", sa.Double),
        sqlite_with_rowid=False,
    )
    unread, due = sa.text("head > rested_at"), sa.text("wake_at IS NOT NULL")
    op.create_index("threads_unread", "threads", ["unread_since"], sqlite_where=unread, postgresql_where=unread)
    op.create_index("threads_due", "threads", ["wake_at"], sqlite_where=due, postgresql_where=due)
    op.create_table(
        "facts",
        sa.Column("thread", sa.Text, sa.ForeignKey("threads.id"), primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "keys",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("thread", sa.Text, sa.ForeignKey("threads.id"), primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )


def downgrade() -> None:
    for table in ("snapshots", "keys", "facts", "threads"):
        op.drop_table(table)
