"""Where our app is installed, and installations that are under way."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installations",
        sa.Column("organization", sa.Text, primary_key=True),
        sa.Column("team", sa.Text, primary_key=True),
        sa.Column("token", sa.Text, nullable=False),
        sa.Column("bot_user", sa.Text, nullable=False),
        sa.Column("bot", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("url", sa.Text, nullable=False),
        sa.Column("scopes", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
    )
    op.create_index("installations_of_team", "installations", ["team"])
    op.create_table(
        "organizations",
        sa.Column("team", sa.Text, primary_key=True),
        sa.Column("organization", sa.Text, nullable=False),
    )
    op.create_table(
        "installation_states",
        sa.Column("state", sa.Text, primary_key=True),
        sa.Column("expires", sa.Double, nullable=False),
    )


def downgrade() -> None:
    for table in ("installation_states", "organizations", "installations"):
        op.drop_table(table)
