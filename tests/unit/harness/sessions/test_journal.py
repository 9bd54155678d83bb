"""The port's promises are checked in `tests/contracts/journal.py`; here, what its errors are to a caller."""

import pytest

from harness.sessions.journal import Fenced, JournalError, JournalUnavailable, Moved


@pytest.mark.parametrize("error", [Fenced, Moved, JournalUnavailable])
def test_whoever_catches_the_journals_errors_catches_each_of_them(error: type[JournalError]) -> None:
    with pytest.raises(JournalError):
        raise error
