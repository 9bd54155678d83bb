"""The colleague itself, with no I/O of its own.

    chat       who, where, what people did there, and the port by which we speak
    tools      what a model may ask for, and what comes of it
    approvals  what only a person can settle: the gate, asks, answers, deciders
    sessions   facts, the fold of them, and what the session wants
    wording    what a session says by itself, in words
    files      the files that tools may touch
    workspace  the folder that makes this colleague this one
    context    what a model is shown: a projection of the journal
    toolbox    one file a tool
    commands   what people ask of us in a word: the words, and what is answered
    loop       the running worker: intake, rulings, activation, perform, engine

Read `sessions/facts.py` (what happened), `sessions/effects.py` (what is wanted), then `sessions/fold.py`.
Imports point upwards in this list, never down.
"""
