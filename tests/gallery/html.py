"""Pieces of HTML."""

from html import escape


def tag(name: str, *inside: str, look: str = "") -> str:
    """An element; what is inside is HTML already. `look` are its classes."""
    classes = f' class="{look}"' if look else ""
    return f"<{name}{classes}>{''.join(inside)}</{name}>"


def div(look: str, *inside: str) -> str:
    return tag("div", *inside, look=look)


def span(look: str, *inside: str) -> str:
    return tag("span", *inside, look=look)


def text(words: object) -> str:
    """As it is, with its lines."""
    return escape(str(words), quote=False).replace("\n", "<br>")


def code(words: str) -> str:
    """A block of code."""
    return tag("pre", escape(words, quote=False))
