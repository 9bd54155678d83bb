"""It is known what was deleted, and which threads were told what of others."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deleted_messages",
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("thread", "message", name="deleted_messages_pkc"),
    )
    op.create_table(
        "told_messages",
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("told", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("thread", "message", "told", name="told_messages_pkc"),
    )
