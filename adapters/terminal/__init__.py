"""A chat on one person's terminal: type while it works, answer cards by number.

gateway   lines become events; Ctrl-C stops the turn, Ctrl-D leaves
filling   a form, field by field
keys      the port by which a keyboard is read;  keyboard: a person's, by prompt_toolkit;  editor: and their editor
menus     which number stands for what
parse     a typed line as what it means (pure)
render    messages and cards as text (pure), on a `page`, with `markdown` by rich, and lines as `text` breaks them
chat      fulfils the Chat port by writing
status    the line below: what is going on
outputs   what commands have put out
settled_asks   which asks are settled before their cards say so
recall    shows again what was said last, and what is open
guest     plays the part of a person, where there is nobody to type
"""
