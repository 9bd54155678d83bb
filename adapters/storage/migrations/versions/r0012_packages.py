"""What turns have run with is kept."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "packages",
        sa.Column("checksum", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "package_parts",
        sa.Column("digest", sa.Text, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
