"""The running worker.

intake      what people did becomes a fact, committed before it is acknowledged;  refusals: or is not taken
clicks      what a button says;  opinions: what people think of an answer;  thread_reader: which thread is meant
receiving   what people say, as each gateway takes it;  task_set: what goes on for them
guard       bots do not talk with each other for ever;  answering: who pressed is told what became of it
commands    what people ask in a word is answered, or becomes a fact;  lookup: sessions by where they are;  spending
rules       what the workspace says of all;  rulings: what of one: verdicts, starts;  rejudging: once they have changed
due         what the clock brings, and  command_ends: commands;  reconcile_heartbeats: as the workspace names them
activation  fold, rule, start what is wanted, cancel what is not;  admission: how many turns are at work at once
perform     an effect becomes facts, whatever happens;  heartbeat_input: what a heartbeat looks at
branching   another thread begins with what one has said, or all of one is gone;  titling: a model names one
delivery    posts, each arriving once;  post_rendering: a session's posts and asks as messages
owed        what has not arrived is tried again where it may now;  budgeting: what may still be spent
packaging   what a turn is given;  workspace_watch: has the workspace changed?
replying    a model call, and the live message that people watch;  compacting: one that sums up;  observing
progress    what is going on, for those who watch (port);  activity_broadcaster, indexing: those who do
tasks       what the calls of a turn do, as people see it go on;  chats: several platforms behind one Chat
recent      the latest of anything;  session_cache: sessions kept warm;  engine, clock: ports
"""
