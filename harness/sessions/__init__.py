"""A thread's journal and the fold of it.

facts     what happened; `Row` is a fact with its position and time;  effects: what is wanted, as values
notices, reasons  what a session says, in codes;  entries: what models are shown;  usage, limits, budgets
session   Session: control state only;  its parts: turn, inbox (what people said), asked, postings, timers
timer     what both kinds of timers have;  wakeup, heartbeat: and each besides
transitions  lives as tables: call_status, ask_status, post_status;  policies: how turns differ;  preparations
fold      Session from rows: the one door by which facts come in; each fact has its handler, `on_FACT`, in
          messages, thread_settings     people speak, stop, correct themselves; choose mode, model and name
          asides, deciding              people talk about what waits for them, and decide in words;  chat_words
          asking, answers, unanswered   calls are judged, asked and granted; people answer, or nobody does
          replies, running, steps       the model replies; tools run; turns open, step, end;  compaction, observing
          branches, deletion, titles    it goes on elsewhere, is put away, is named;  counting, spent: its cost
          made                          what models made of what was said, without that;  refused_media: left out since
          firing                        timers come, are skipped, end;  wakeups, heartbeats: what is done then;  loops
          noted, undone                 notes, changes of files;  reporting, delivered: posts;  in_background: commands
wants     the effects that a session wants done now;  addressing: to whom people speak
display   the one value that every surface draws, and the lifecycle events
journal   the port: append-only, fenced;  ledger: what was used;  index: how threads are listed;  threads: their names
"""
