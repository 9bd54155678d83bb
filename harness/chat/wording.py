"""How sentences for people are made of parts."""


def capitalized(text: str) -> str:
    """`text` begun with a capital, the rest as it is (`str.capitalize` makes that small)."""
    return text[:1].upper() + text[1:]
