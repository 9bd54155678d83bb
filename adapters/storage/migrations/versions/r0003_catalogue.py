"""How threads are listed, who takes part in them, and where places point."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "listings",
        sa.Column("thread", sa.Text, sa.ForeignKey("threads.id"), primary_key=True),
        sa.Column("platform", sa.Text, nullable=False),
        sa.Column("team", sa.Text, nullable=False),
        sa.Column("channel", sa.Text, nullable=False),
        sa.Column("within", sa.Text, nullable=False),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("waits", sa.Boolean, nullable=False),
    )
    op.create_index("listings_of_channel", "listings", ["platform", "team", "channel", "at"])
    op.create_index(
        "listings_waiting", "listings", ["at"], sqlite_where=sa.text("waits"), postgresql_where=sa.text("waits")
    )
    op.create_table(
        "participants",
        sa.Column("thread", sa.Text, sa.ForeignKey("threads.id"), primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("participants_latest", "participants", ["person", "at"])
    op.create_table(
        "bindings",
        sa.Column("place", sa.Text, primary_key=True),
        sa.Column("thread", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    for table in ("bindings", "participants", "listings"):
        op.drop_table(table)
