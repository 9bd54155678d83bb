"""What the names on a path must look like, one after another: behind patterns and rules on files."""

import re
from collections.abc import Iterable, Iterator, Sequence
from fnmatch import translate
from typing import NamedTuple


class Look(NamedTuple):
    """What one name must look like; or, if it `repeats`, any number of names, none too."""

    pattern: re.Pattern[str]
    repeats: bool = False


ANY = Look(re.compile(r".*", re.DOTALL), repeats=True)
"""Any number of any names."""


def look_of(part: str) -> Look:
    """Of one name, by a pattern as `fnmatch` has it."""
    return Look(re.compile(translate(part)))


class Names:
    """A machine whose states are how many of the `looks` were met. Each name is looked at once for each of them,
    whatever they are: none makes it try for minutes.
    """

    def __init__(self, looks: Sequence[Look]) -> None:
        self._looks = looks

    def match(self, names: Sequence[str]) -> bool:
        """Do all of these names look so, one after another?"""
        return len(self._looks) in self._after(names)

    def match_beginning(self, names: Sequence[str]) -> bool:
        """Do the first of these names look so, however many it takes?"""
        return any(len(self._looks) in states for states in self._course(names))

    def may_go_on(self, names: Sequence[str]) -> bool:
        """Could names that begin with these look so?"""
        return any(state < len(self._looks) for state in self._after(names))

    def _after(self, names: Sequence[str]) -> set[int]:
        *_, last = self._course(names)
        return last

    def _course(self, names: Iterable[str]) -> Iterator[set[int]]:
        """The states before the first name, and after each, until there are none."""
        states = self._with_skips({0})
        yield states
        for name in names:
            if not states:
                return
            states = self._with_skips(set(self._steps(states, name)))
            yield states

    def _steps(self, states: set[int], name: str) -> Iterator[int]:
        for state in states:
            if state < len(self._looks):
                pattern, repeats = self._looks[state]
                if pattern.match(name):
                    yield state if repeats else state + 1

    def _with_skips(self, states: set[int]) -> set[int]:
        """Also those that are reached without a name, since what repeats may be none."""
        found = set(states)
        for state in states:
            while state < len(self._looks) and self._looks[state].repeats:
                state += 1
                found.add(state)
        return found
