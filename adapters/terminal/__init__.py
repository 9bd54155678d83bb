"""A chat on one person's terminal: type while it works, answer cards by number.

gateway  lines become events; Ctrl-C stops the turn, Ctrl-D leaves
parse    a typed line as what it means (pure)
render   messages and cards as text (pure)
chat     fulfils the Chat port by writing
guest    plays the part of a person, where there is nobody to type
"""
