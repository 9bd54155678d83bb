"""What people still read that should be put better. It only ever gets shorter: the test fails for what is not here, and
for what is here and offends no more.
"""

from collections.abc import Mapping

Known = Mapping[str, tuple[str, ...]]
"""By where it stands: what it is, as `rules` finds it."""


def listed(known: Known) -> set[tuple[str, str]]:
    return {(where, what) for where, words in known.items() for what in words}


PRIVATE: Known = {}
WE: Known = {}
TOO_LONG: Known = {}
NAMES: Known = {}
