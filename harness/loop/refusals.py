"""Why what somebody did is not taken."""

SET_ASIDE = (
    "I can't read this conversation: another version of me wrote in it. Your message is saved. Whoever runs me can see "
    "why with `deskmate doctor`. To continue without it, mention me outside this thread."
)


class NotOpen(Exception):
    """What the button is about is settled, unknown, or not theirs to decide: there is no form to fill in. The message
    says which, for people.
    """


class NotAdmitted(Exception):
    """Whoever did it may neither talk nor decide here. The message says so, for them."""
