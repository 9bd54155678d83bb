"""What things cost. `make bench` prints a table and writes build/bench.json; timings are never in tests.

colleague  a colleague with an instant model and a null chat, durable on SQLite
steps      CPU of a tool step, after short and long histories
compiling  a turn's package with fifty skills: read anew, and as it was
clicks     from a click to its tool
slack      from an event to its reply, and from start to the first acknowledgement, with the emulator
replies    a streamed reply by its length, with the real litellm
load       many threads at once in Slack: how soon they are answered
floor      the same work on sqlite3 alone;  sandboxes: a command that does nothing, bare and in bubblewrap
memory     what is still known of a long conversation, of memory_script, and what that costs: make bench-memory
resident   what memory stays once threads are at rest
small_model  ten exchanges with a real small model: python -m benchmarks.small_model
report     the table, and the names in the JSON
comparing  another commit and this tree in turn, as ratios
searching  grep and glob over 50,000 files, beside ripgrep: python -m benchmarks.searching
peers      the same turns in deepagents, from an environment of its own
"""
