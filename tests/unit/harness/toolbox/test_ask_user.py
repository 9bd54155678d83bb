import json

import pytest

from harness.toolbox.ask_user import AskUser, ask_user
from harness.tools.arguments import MalformedArguments
from tests.unit.harness.toolbox.running import summary


def parsed(**arguments: object) -> AskUser:
    return ask_user().parse(json.dumps(arguments))


def test_it_asks_a_person_and_does_not_run():
    tool = ask_user()

    assert (tool.name, tool.category, tool.kind, tool.run) == ("ask_user", "question", "question", None)


def test_a_bare_question_is_answered_in_free_text():
    asked = parsed(question=" Which branch? ")

    assert (asked.question, asked.options, asked.multiple, asked.free_text) == ("Which branch?", (), False, True)


def test_options_have_labels_and_may_have_descriptions():
    asked = parsed(
        question="Which?", options=[{"label": "main"}, {"label": "dev", "description": "newest"}], multiple=True
    )

    assert [(option.label, option.description) for option in asked.options] == [("main", ""), ("dev", "newest")]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({}, "question: field required"),
        ({"question": "  "}, "question: string should have at least 1 character"),
        ({"question": "Q", "options": [{"label": "a"}, {"label": " A "}]}, "two options have the same label"),
        ({"question": "Q", "options": [{"label": "a\nb"}]}, "a label is one line"),
        ({"question": "Q", "options": [{"label": "yes\u202e"}]}, "no characters that nobody sees"),
        ({"question": "Q", "options": [{"label": "a" * 76}]}, "at most 75 characters"),
        ({"question": "Q", "options": [{"label": "😀" * 38}]}, "most emoji count as two"),
        ({"question": "Q", "options": [{"label": str(n)} for n in range(26)]}, "at most 25 items"),
        ({"question": "Q", "multiple": True}, "multiple needs options"),
        ({"question": "Q", "free_text": False}, "nobody could answer"),
        ({"question": "Q", "choices": ["a"]}, "choices: extra inputs"),
        ({"question": "Q", "options": [1]}, "options.0"),
    ],
)
def test_a_question_that_cannot_be_answered_is_refused_in_words(arguments: dict[str, object], words: str):
    with pytest.raises(MalformedArguments, match="malformed arguments for ask_user") as refused:
        parsed(**arguments)

    assert words in str(refused.value)


def test_its_summary_is_the_question():
    assert summary(ask_user(), question="Deploy?\nDetails") == "Ask: Deploy?…"
