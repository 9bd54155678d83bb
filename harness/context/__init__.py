"""What a model is shown.

transcript  journal rows to entries, with the fold to tell which rows counted
window      the part of the transcript that fits, its messages encoded once;  shrinking: how it is made to fit
seeding     what a branch begins with
compaction  what a model is asked when it is to sum up what was said before;  observations: ahead of need
carried_over facts that the session knows and a summary may lose
snapshot    control state and window at one position, for a cold wake
asides      what is offered while calls wait for people, and what comes of it
profiles    what the model needs that thinks;  model_settings: who thinks, and how each is asked
notes       what is remembered, for whom (port);  memory_views: as files;  alike: of which messages a text may be
layers      what it is told before all else;  canonical: values as text
media       files that a request shows, and the same without them
said        what was said, as it is found again (port);  history: the index is brought up, and asked
results     what is too large for a request (port)
packages    all that a turn is given, as one value
model       the port, and the ways in which a model fails
"""
