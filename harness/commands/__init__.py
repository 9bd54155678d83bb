"""What people ask of us in a word: the words, and what is answered. No I/O, and no platform.

words        the words that there are, and a typed line as one of them
context      what answers are made from besides the session: the workspace and its rules
answers      what is answered in one conversation: words for whoever asked, or facts
heartbeats   what is answered of what we look at by ourselves
lists        what is answered of several: threads, and what waits in them
memory       what is answered of what is remembered, with Forget
search       what is answered of what was said, and where
skills       what is answered of skills: each with its state
usage        what is answered of what was used
home_view    what one person sees at a glance: what waits for them, what is at work, what was lately
introduction what we do, what we ask about before, and who may decide
"""
