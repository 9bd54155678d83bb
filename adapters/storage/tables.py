"""What is kept. Times are in seconds since the epoch; `head`, `rested_at` and positions count the rows of one
thread.
"""

from sqlalchemy import (
    DDL,
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    event,
    false,
    text,
)

metadata = MetaData()

_UNREAD, _DUE, _PASSING = text("head > rested_at"), text("wake_at IS NOT NULL"), text("NOT lasting")
_REPLACED = text("replaced_by IS NOT NULL")

threads = Table(
    "threads",
    metadata,
    Column("id", Text, primary_key=True),
    Column("head", BigInteger, nullable=False),
    Column("generation", BigInteger, nullable=False),
    Column("rested_at", BigInteger, nullable=False),
    # When the first row after `rested_at` came; of no meaning if there is none.
    Column("unread_since", Double, nullable=False),
    Column("wake_at", Double),
    # Why its journal cannot be read by this release: it is set aside until the next start.
    Column("unreadable", Text),
    # When it was deleted, and by whom: it has no rows then, and gets none any more.
    Column("deleted_at", Double),
    Column("deleted_by", Text),
    # What needs waking is found by these, however many threads are at rest.
    Index("threads_unread", "unread_since", sqlite_where=_UNREAD, postgresql_where=_UNREAD),
    Index("threads_due", "wake_at", sqlite_where=_DUE, postgresql_where=_DUE),
    sqlite_with_rowid=False,
)

facts = Table(
    "facts",
    metadata,
    Column("thread", Text, ForeignKey("threads.id"), primary_key=True),
    Column("position", BigInteger, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("kind", Text, nullable=False),
    Column("version", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# The kinds of facts that were ever written here, each with its highest version.
fact_kinds = Table(
    "fact_kinds",
    metadata,
    Column("kind", Text, primary_key=True),
    Column("version", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# Dedupe keys, and where and when what they stand for went. Those that are not lasting are forgotten after a while.
keys = Table(
    "keys",
    metadata,
    Column("key", Text, primary_key=True),
    Column("thread", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("lasting", Boolean, nullable=False),
    Index("keys_passing", "at", sqlite_where=_PASSING, postgresql_where=_PASSING),
    sqlite_with_rowid=False,
)

# The last snapshot of a thread. A version that the codec does not know is as good as none.
snapshots = Table(
    "snapshots",
    metadata,
    Column("thread", Text, ForeignKey("threads.id"), primary_key=True),
    Column("position", BigInteger, nullable=False),
    Column("version", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Codes that people were given who are not known, and who has vouched for them since.
pairings = Table(
    "pairings",
    metadata,
    Column("person", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("code", Text, nullable=False, unique=True),
    Column("expires", Double, nullable=False),
    Column("vouched_by", Text),
    Column("vouched_at", Double),
)

# Wrong codes, by who tried them.
pairing_tries = Table(
    "pairing_tries",
    metadata,
    Column("who", Text, primary_key=True),
    Column("tries", BigInteger, nullable=False),
    Column("since", Double, nullable=False),
)

# How threads were listed when they came to rest last: where they are (`within` is the place's thread), and since when
# nobody has spoken there. `arranged`: a heartbeat of the workspace is set there, or was ended by people.
listings = Table(
    "listings",
    metadata,
    Column("thread", Text, ForeignKey("threads.id"), primary_key=True),
    Column("platform", Text, nullable=False),
    Column("team", Text, nullable=False),
    Column("channel", Text, nullable=False),
    Column("within", Text, nullable=False),
    Column("title", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("waits", Boolean, nullable=False),
    Column("arranged", Boolean, nullable=False),
    Column("owes", Text, nullable=False),
    Column("archived", Boolean, nullable=False, server_default=false()),
    Index("listings_of_channel", "platform", "team", "channel", "at"),
    Index("listings_owing", "thread", sqlite_where=text("owes <> ''"), postgresql_where=text("owes <> ''")),
    Index("listings_arranged", "at", sqlite_where=text("arranged"), postgresql_where=text("arranged")),
)

# Who has spoken in which thread, and when last as far as that is listed.
participants = Table(
    "participants",
    metadata,
    Column("thread", Text, ForeignKey("threads.id"), primary_key=True),
    Column("person", Text, primary_key=True),
    Column("at", Double, nullable=False),
    Index("participants_latest", "person", "at"),
    sqlite_with_rowid=False,
)

# Whom threads concern while they rest: who may decide something there, by ids and roles ("decides"), and on whose
# behalf they will be woken ("scheduled").
concerned = Table(
    "concerned",
    metadata,
    Column("thread", Text, ForeignKey("threads.id"), primary_key=True),
    Column("why", Text, primary_key=True),
    Column("who", Text, primary_key=True),
    Index("concerned_by", "why", "who"),
    sqlite_with_rowid=False,
)

# Places that point to another thread than their own.
bindings = Table(
    "bindings",
    metadata,
    Column("place", Text, primary_key=True),
    Column("thread", Text, nullable=False),
    sqlite_with_rowid=False,
)

# Where our app is installed: `team` is empty for all of an organization, which is empty where there is none.
installations = Table(
    "installations",
    metadata,
    Column("organization", Text, primary_key=True),
    Column("team", Text, primary_key=True),
    Column("token", Text, nullable=False),
    Column("bot_user", Text, nullable=False),
    Column("bot", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("url", Text, nullable=False),
    Column("scopes", Text, nullable=False),
    Column("at", Double, nullable=False),
    Index("installations_of_team", "team"),
)

# To which organization teams belong that have our app by it.
organizations = Table(
    "organizations",
    metadata,
    Column("team", Text, primary_key=True),
    Column("organization", Text, nullable=False),
)

# How far everything was heard, by platform and place.
marks = Table(
    "marks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("mark", Text, nullable=False),
)

# Which migration these tables are at; as alembic makes it.
deskmate_version = Table(
    "deskmate_version",
    metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="deskmate_version_pkc"),
)

# What turns have run with: all but its texts, which are in the parts.
packages = Table(
    "packages",
    metadata,
    Column("checksum", Text, primary_key=True),
    Column("body", Text, nullable=False),
)

package_parts = Table(
    "package_parts",
    metadata,
    Column("digest", Text, primary_key=True),
    Column("body", Text, nullable=False),
)

# What is remembered, by layer (the team's, a place's, a person's) and whose it is.
notes = Table(
    "notes",
    metadata,
    Column("id", Text, primary_key=True),
    Column("layer", Text, nullable=False),
    Column("whose", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("author", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("place", Text, nullable=False),
    Column("thread", Text, nullable=False),
    Column("at", Double, nullable=False),
    # The one that stands in its place: it is told nowhere then, and is there for an undo alone.
    Column("replaced_by", Text),
    Index("notes_of", "layer", "whose", "at"),
    Index("notes_replaced", "replaced_by", sqlite_where=_REPLACED, postgresql_where=_REPLACED),
)

# The messages whose words are in a note.
noted_messages = Table(
    "noted_messages",
    metadata,
    Column("thread", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("note", Text, nullable=False),
    PrimaryKeyConstraint("thread", "message", "note", name="noted_messages_pkc"),
)

# Messages that were deleted: of these no note is written any more.
deleted_messages = Table(
    "deleted_messages",
    metadata,
    Column("thread", Text, nullable=False),
    Column("message", Text, nullable=False),
    PrimaryKeyConstraint("thread", "message", name="deleted_messages_pkc"),
)

# Messages of a thread (empty: what we said there) that another, `told`, was shown: found by a search, or in what it
# began with as a branch.
told_messages = Table(
    "told_messages",
    metadata,
    Column("thread", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("told", Text, nullable=False),
    PrimaryKeyConstraint("thread", "message", "told", name="told_messages_pkc"),
)

# What model calls have used. `place` is a channel with all of its threads; `thread` is empty once that was deleted;
# `steps` counts requests, also those that are no step of a turn.
ledger = Table(
    "ledger",
    metadata,
    Column("day", Text, primary_key=True),
    Column("thread", Text, primary_key=True),
    Column("place", Text, primary_key=True),
    Column("person", Text, primary_key=True),
    Column("model", Text, primary_key=True),
    Column("team", Text, nullable=False),
    Column("steps", BigInteger, nullable=False),
    Column("input_tokens", BigInteger, nullable=False),
    Column("output_tokens", BigInteger, nullable=False),
    Column("cached_tokens", BigInteger, nullable=False),
    Column("cost", Double, nullable=False),
    sqlite_with_rowid=False,
)

# Budgets that hold up nothing until they begin anew, each with the amount that was lifted last.
budget_lifts = Table(
    "budget_lifts",
    metadata,
    Column("team", Text, primary_key=True),
    Column("scope", Text, primary_key=True),
    Column("whose", Text, primary_key=True),
    Column("since", Text, primary_key=True),
    Column("by", Text, nullable=False),
    Column("at", Double, nullable=False),
    Column("amount", Text, nullable=False, server_default=""),
)

# What was said, for search: by whom (empty: by us), and where: `room` is a place all of which the same people see,
# `within` the place's thread.
said = Table(
    "said",
    metadata,
    Column("id", BigInteger().with_variant(Integer, "sqlite"), primary_key=True),
    Column("thread", Text, nullable=False),
    Column("position", BigInteger, nullable=False),
    Column("at", Double, nullable=False),
    Column("room", Text, nullable=False),
    Column("within", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("message", Text, nullable=False),
    Column("text", Text, nullable=False),
    Index("said_in", "thread", "message"),
)

# The words of it, as `context/said` has them, for the database's own search.
for dialect, statements in {
    "sqlite": ["CREATE VIRTUAL TABLE said_words USING fts5(words, tokenize='ascii', detail='none', columnsize=0)"],
    "postgresql": [
        "CREATE TABLE said_words (id BIGINT NOT NULL PRIMARY KEY, words TSVECTOR NOT NULL)",
        "CREATE INDEX said_words_of ON said_words USING gin (words)",
    ],
}.items():
    for statement in statements:
        words = DDL(statement)  # type: ignore[no-untyped-call]
        event.listen(metadata, "after_create", words.execute_if(dialect=dialect))

# Up to which row what was said in a thread is there.
said_through = Table(
    "said_through",
    metadata,
    Column("thread", Text, primary_key=True),
    Column("position", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Results that are too large for a request, by thread and name.
results = Table(
    "results",
    metadata,
    Column("thread", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("text", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    PrimaryKeyConstraint("thread", "name", name="results_pkc"),
)
