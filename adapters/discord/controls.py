"""The custom_ids of what people press and send, as render writes and parse reads them: all that there is to know of
it, so that a restart forgets nothing.

One is a kind, its number where there are several, a colon, and what it carries.
"""

from adapters.discord.limits import CUSTOM_ID

CLICK = "click"
"""A button that counts at once; it carries the token."""
FORM = "form"
"""A button that opens a form; it carries the token."""
CHOOSE = "choose"
"""A button that is an answer: its label is; it carries the token."""
OPTIONS = "options"
"""A menu of answers, by their labels; it carries the token."""
MORE = "more"
"""The menu beside the buttons; the values of its options are CLICK or FORM, a colon, and the token."""
SUBMIT = "submit"
"""A form; it carries the token."""
ASK = "ask"
"""The form for a question about a message; it carries where that is."""


def custom_id(kind: str, token: str, number: int = 0) -> str:
    """Raises ValueError for a token that Discord has no room for."""
    made = f"{kind}.{number}:{token}"
    if len(made) > CUSTOM_ID:
        raise ValueError(f"a control of Discord carries {CUSTOM_ID} characters, not {len(made)}: {made}")
    return made


def read(custom_id: str) -> tuple[str, str]:
    """The kind, and what it carries."""
    head, _, carried = custom_id.partition(":")
    return head.partition(".")[0], carried
