"""`deskmate threads`: conversations, for whoever runs us.

listing    all that there are, and the one that somebody means
conversation  a journal as people read it: who said what, what was asked, who decided, what came of it. Pure
markdown   that as Markdown. Pure
stored     rows as they are stored, as JSON;  redacting: without what was deleted. Pure
command    what the command prints
"""
