"""Threads may be deleted, of which stays that they were there, and archived."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("threads", sa.Column("deleted_at", sa.Double))
    op.add_column("threads", sa.Column("deleted_by", sa.Text))
    op.add_column("listings", sa.Column("archived", sa.Boolean, nullable=False, server_default=sa.false()))
