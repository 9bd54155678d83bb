import re
from dataclasses import replace

import pytest

from adapters.models.error_answers import ErrorAnswer, said
from adapters.models.failure_table import TABLE, Kind, Line, kind, known
from tests.unit.adapters.models.provider_errors import EXAMPLES, Example

DECISIVE = [next(line for line in TABLE if line.fits(example.answer)) for example in EXAMPLES]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_what_providers_answer_with_means_what_it_means(example: Example):
    assert kind(example.answer) is example.kind
    assert example.answer.after == example.after


@pytest.mark.parametrize("line", TABLE, ids=lambda line: f"{line.kind.name}: {line.source}"[:60])
def test_each_line_decides_an_example_and_has_a_source(line: Line):
    assert any(line is decisive for decisive in DECISIVE)
    assert line.source


def test_each_kind_has_an_example_but_the_page():
    assert {example.kind for example in EXAMPLES} == set(Kind) - {Kind.PAGE}


@pytest.mark.parametrize(
    ("status", "title", "is_page"),
    [(200, "Welcome", True), (403, "Attention Required!", True), (502, "", True), (429, "Slow down", False)],
)
def test_a_page_is_what_it_is_unless_its_status_says_what_a_provider_means(status: int, title: str, is_page: bool):
    assert (kind(ErrorAnswer(status, title=title)) is Kind.PAGE) is is_page


def test_what_nothing_is_known_of_is_trouble_and_may_go_well_again():
    assert kind(ErrorAnswer(words="the dog ate it")) is Kind.TROUBLE


def test_what_is_known_is_what_a_line_says_more_of_than_that_it_was_not_taken():
    assert known(ErrorAnswer(500))
    assert known(ErrorAnswer(403, title="Attention Required!"))
    assert known(ErrorAnswer(codes=frozenset({"server_error"})))
    assert not known(ErrorAnswer(400))
    assert not known(ErrorAnswer(words="the dog ate it"))


def test_lines_are_looked_for_in_lower_case():
    for line in TABLE:
        assert all(code == code.lower() for code in [*line.codes, *line.only])
        assert not re.search(r"(?<!\\)[A-Z]", line.words)


@pytest.mark.parametrize(("example", "decisive"), list(zip(EXAMPLES, DECISIVE, strict=True)), ids=map(str, EXAMPLES))
def test_what_a_provider_says_means_the_same_without_its_status_and_headers(example: Example, decisive: Line):
    """As it stands within a stream. What its status alone told is then trouble, or not right."""
    answer = said(example.body)

    if replace(decisive, statuses=()).fits(answer):
        assert kind(answer) is example.kind
    else:
        assert kind(answer) in {example.kind, Kind.TROUBLE, Kind.REJECTED}
