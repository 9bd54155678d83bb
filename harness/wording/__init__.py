"""What a session says by itself, in words. Nothing here is in a journal, so every sentence may be put better.

notices      what people are told
reasons      why a turn ended, a call was ruled so, something was skipped
outcomes     how an ask ended
cards        an ask as a card;  ask_cards: those of a session
"""
