"""A thread's journal and the fold of it.

facts     what happened; `Row` is a fact with its position and time
effects   what is wanted, as values: equal effects are the same work;  notices, reasons: what a session says
usage     tokens and money;  limits: what a turn may take;  values: changing copies of frozen ones
turn      Turn, its Calls, and OpenAsk;  call_status: how far a call is, and what may happen to it
session   Session: control state only, with the moves that every branch of the fold makes
steps     turns open, step, and end
asking    calls are judged, and asked, and granted;  answers: people answer
addressing to whom people speak
messages  people speak, correct themselves, and stop
waking    its times come;  alarms: those that it waits for
beating   its heartbeats;  pulses: as they go on;  reporting: what is seen of one
thread_settings people choose how the thread goes on: its mode, its model, what is revoked and what is dropped
fold      Session from rows: the one door by which facts come in
wants     the effects that a session wants done now
display   the one value that every surface draws, and the lifecycle events
journal   the port: append-only, fenced
index     how threads are listed, and which one a place points to: a port too;  threads: what a team's are called
"""
