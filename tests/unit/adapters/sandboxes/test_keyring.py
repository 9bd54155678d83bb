"""That a command has none of our keys is in tests/contracts/sandbox."""

import threading

import pytest

from adapters.sandboxes.keyring import without_keys


def test_what_is_started_is_returned_from_a_thread_of_its_own() -> None:
    assert without_keys(threading.get_ident) != threading.get_ident()


def test_what_keeps_it_from_starting_is_told() -> None:
    def fails() -> None:
        raise FileNotFoundError("bwrap")

    with pytest.raises(FileNotFoundError, match="bwrap"):
        without_keys(fails)
