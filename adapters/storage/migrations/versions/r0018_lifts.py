"""A budget is lifted up to its amount: one of another amount is another one."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("budget_lifts", sa.Column("amount", sa.Text, nullable=False, server_default=""))
