"""What only a person can settle.

    deciders  who may decide: the one function that says so
    asks      Approval, Question, PlanReview; Choice: the ways to answer; Settlement; Grant ("always")
    patience  how long an ask waits;  hours: when people work
    patterns  patterns of rules;  command_patterns: on commands, word by word
    programs  options of well-known programs that a `*` covers
    gate      may this call run? the rules' Verdict on one call
    file_rules what of the files may be read and written;  names: what the names on a path must look like
    narrowing what skills that were read leave
    reasons   why the gate ruled so
    comparing does one gate permit more than another?
    tokens    what a button carries: enough to find its thread and ask before the card is known
    forms     what a button's form asks for, and reading what was typed into it

The gate knows rules and no session: a grant is applied by the fold, to a verdict of ASK, as an answer would be.
"""
