"""How we speak to people: whatever they read, looked up in lists of what nobody should have to.

rules       private words, "we" for ourselves, sentences that are too long for a card
literals    the words that stand in the source
identifiers what things are called in it
cards       every kind of card, drawn;  variants: of a type, so that every notice is put together
offenders   what is still to be put better
"""
