"""What a session says by itself, in words. Nothing here is in a journal, so every sentence may be put better.

notices      what people are told
reasons      why a turn ended, a call was ruled so, something was skipped
usage        tokens, money and budgets
origins      what was read from outside
outcomes     how an ask ended;  command_ends: and a command in the background
acts         what a call does
ask_cards    asks as cards;  ask_buttons: what is pressed on them
reminders    what people are told of an ask whose card they do not have before them
"""
