"""What a port promises, as one suite for all that fulfil it.

storage       the journals that the suites run on: in memory, on SQLite, on PostgreSQL
journal       the suite of Journal and Snapshots
durable       the suite of journals that outlive their process
writer        a process that writes until it is killed
engine        the suite of engines
"""
