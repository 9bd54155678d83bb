"""How far everything was heard, on platforms that do not say again what we have missed."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "marks",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("mark", sa.Text, nullable=False),
    )


def downgrade() -> None:
    op.drop_table("marks")
