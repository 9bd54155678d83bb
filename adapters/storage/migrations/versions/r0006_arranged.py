"""In which threads heartbeats of the workspace are set, or were ended by people."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

_KEPT = "thread, platform, team, channel, within, title, at, waits"


def upgrade() -> None:
    """What has a heartbeat waits; what was listed before is looked at once more than need be."""
    op.execute("CREATE TABLE listings_before AS SELECT * FROM listings")
    op.drop_table("listings")  # rather than changed: both databases then name all that hangs on it as if it were new
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
        sa.Column("arranged", sa.Boolean, nullable=False),
    )
    op.execute(f"INSERT INTO listings ({_KEPT}, arranged) SELECT {_KEPT}, waits FROM listings_before")  # noqa: S608
    op.drop_table("listings_before")
    op.create_index("listings_of_channel", "listings", ["platform", "team", "channel", "at"])
    for name, which in (("listings_waiting", "waits"), ("listings_arranged", "arranged")):
        op.create_index(name, "listings", ["at"], sqlite_where=sa.text(which), postgresql_where=sa.text(which))


def downgrade() -> None:
    op.drop_index("listings_arranged", "listings")
    op.drop_column("listings", "arranged")
