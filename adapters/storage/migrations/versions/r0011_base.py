"""The tables of 0.1.0: where every later migration begins."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
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
        sa.Column("unreadable", sa.Text),
        sqlite_with_rowid=False,
    )
    _index("threads_unread", "threads", ["unread_since"], "head > rested_at")
    _index("threads_due", "threads", ["wake_at"], "wake_at IS NOT NULL")
    op.create_table(
        "facts",
        sa.Column("thread", sa.Text, sa.ForeignKey("threads.id"), primary_key=True),
        sa.Column("position", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "fact_kinds",
        sa.Column("kind", sa.Text, primary_key=True),
        sa.Column("version", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "keys",
        sa.Column("key", sa.Text, primary_key=True),
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("lasting", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    _index("keys_passing", "keys", ["at"], "NOT lasting")
    op.create_table(
        "snapshots",
        sa.Column("thread", sa.Text, sa.ForeignKey("threads.id"), primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "pairings",
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("code", sa.Text, nullable=False, unique=True),
        sa.Column("expires", sa.Double, nullable=False),
        sa.Column("vouched_by", sa.Text),
        sa.Column("vouched_at", sa.Double),
    )
    op.create_table(
        "pairing_tries",
        sa.Column("who", sa.Text, primary_key=True),
        sa.Column("tries", sa.BigInteger, nullable=False),
        sa.Column("since", sa.Double, nullable=False),
    )
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
        sa.Column("owes", sa.Text, nullable=False),
    )
    op.create_index("listings_of_channel", "listings", ["platform", "team", "channel", "at"])
    _index("listings_owing", "listings", ["thread"], "owes <> ''")
    _index("listings_arranged", "listings", ["at"], "arranged")
    op.create_table(
        "participants",
        sa.Column("thread", sa.Text, sa.ForeignKey("threads.id"), primary_key=True),
        sa.Column("person", sa.Text, primary_key=True),
        sa.Column("at", sa.Double, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("participants_latest", "participants", ["person", "at"])
    op.create_table(
        "concerned",
        sa.Column("thread", sa.Text, sa.ForeignKey("threads.id"), primary_key=True),
        sa.Column("why", sa.Text, primary_key=True),
        sa.Column("who", sa.Text, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("concerned_by", "concerned", ["why", "who"])
    op.create_table(
        "bindings",
        sa.Column("place", sa.Text, primary_key=True),
        sa.Column("thread", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
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
        "marks",
        sa.Column("name", sa.Text, primary_key=True),
        sa.Column("mark", sa.Text, nullable=False),
    )


def _index(name: str, table: str, columns: list[str], where: str) -> None:
    op.create_index(name, table, columns, sqlite_where=sa.text(where), postgresql_where=sa.text(where))


def downgrade() -> None:
    raise NotImplementedError("there is nothing before it")
