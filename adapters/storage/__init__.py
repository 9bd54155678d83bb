"""The journal on a database: SQLite or PostgreSQL, by the same code.

journal     SqlJournal: the ports Journal and Snapshots
index       how threads are listed: a port of its own;  ledger: what model calls have used
marks       how far everything was heard on a platform;  packages: what turns have run with;  notes: what is remembered
said        what was said, as it is found again;  results: what is too large for a request
installations  where our app is installed; pairings: whom somebody vouched for
statements  its SQL, which both databases take
workers     threads with a connection each: one writes, with group commit; others read
erasing     a thread is deleted: its rows, and all that was made of them
codec       facts and snapshots as bytes: all their shapes, for ever
shapes      values as plain JSON values
database    a database by its URL: connections, and how it fails
schema      is the database as this release knows it? Creates it, migrates it
tables      what is kept
migrations  how it came to be so (alembic)
backup      a copy of SQLite's file while it is worked on
lock        one engine per database;  file_lock: of SQLite's file;  server_lock: of PostgreSQL
"""
