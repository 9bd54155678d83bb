"""What was said is found by its words, and results that are too large for a request are kept."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

WORDS = {
    "sqlite": ["CREATE VIRTUAL TABLE said_words USING fts5(words, tokenize='ascii', detail='none', columnsize=0)"],
    "postgresql": [
        "CREATE TABLE said_words (id BIGINT NOT NULL PRIMARY KEY, words TSVECTOR NOT NULL)",
        "CREATE INDEX said_words_of ON said_words USING gin (words)",
    ],
}


def upgrade() -> None:
    op.create_table(
        "said",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer, "sqlite"), primary_key=True),
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("position", sa.BigInteger, nullable=False),
        sa.Column("at", sa.Double, nullable=False),
        sa.Column("room", sa.Text, nullable=False),
        sa.Column("within", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("message", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_index("said_in", "said", ["thread", "message"])
    for statement in WORDS[op.get_bind().dialect.name]:
        op.execute(statement)
    op.create_table(
        "said_through",
        sa.Column("thread", sa.Text, primary_key=True),
        sa.Column("position", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("thread", sa.Text, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("thread", "name", name="results_pkc"),
    )
