"""The ids of what people press, as render writes and parse reads them.

A control's action_id is its kind, then its number where there are several: unique in its message, and the same
whenever the card is drawn.
"""

CLICK = "click"
"""A button that counts at once; its value is the token."""
FORM = "form"
"""A button that opens a form; its value is the token."""
CHOOSE = "choose"
"""A button that is an answer; its value is the token, a newline, and the answer's label."""
MORE = "more"
"""The menu beside the buttons; the values of its options are CLICK or FORM, a colon, and the token."""
OPTIONS = "options"
"""A menu or boxes to choose answers from; the values of its options are their labels. Counts when SEND is pressed."""
SEND = "send"
"""The button below OPTIONS; its value is the token."""
FEEDBACK = "feedback"
"""The two buttons below an answer; the value of each is its token."""
CALLBACK = "form"
"""The callback_id of our modals."""


def numbered(kind: str, number: int) -> str:
    return f"{kind}.{number}"


def kind_of(action_id: str) -> str:
    return action_id.partition(".")[0]
