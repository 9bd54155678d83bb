"""What is remembered is kept, with the messages that it is made of."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "notes",
        sa.Column("id", sa.Text, primary_key=True),
        sa.Column("layer", sa.Text, nullable=False),
        sa.Column("whose", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("place", sa.Text, nullable=False),
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("notes_of", "notes", ["layer", "whose", "at"])
    op.create_table(
        "noted_messages",
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("note", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("thread", "message", "note", name="noted_messages_pkc"),
    )
