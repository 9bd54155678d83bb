"""The Web API: what each method takes, answers and refuses.

call            the arguments of a call and where it comes from
chat            chat.*; `content`: what a message may be made of
streams         chat.*Stream
conversations   conversations.*; `pages`: limit and cursor
people          users.*, reactions.*, auth.test
surfaces        views.*
agents          agents.sessions.*, assistant.threads.*
files           the three-step upload, files.info
table           method name -> function
"""
