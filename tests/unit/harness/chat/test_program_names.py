"""One table says what programs do with the words behind them."""

import pytest

from harness.chat.program_names import launches, name_of, runs_code


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("/usr/bin/python3.11", "python"),
        ("./sh", "sh"),
        ("python", "python"),
        (".", "."),
        ("gcc-12", "gcc-12"),
        ("", ""),
    ],
)
def test_a_program_is_known_without_its_folder_and_its_version(word: str, name: str) -> None:
    assert name_of(word) == name


@pytest.mark.parametrize(
    ("word", "runs", "starts"),
    [
        ("bash", True, True),
        ("python3", True, True),
        (".", True, True),
        ("sudo", False, True),
        ("run", False, True),
        ("ls", False, False),
    ],
)
def test_some_words_run_code_and_some_stand_in_front_of_a_program_or_file(word: str, runs: bool, starts: bool) -> None:
    assert (runs_code(word), launches(word)) == (runs, starts)
