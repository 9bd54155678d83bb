"""What people read has no private words, no "we" for itself, and is short on a card.

What still breaks this is listed in `offenders`, strictly: whoever puts one of them better takes it off that list.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.wiring import toolbox
from harness.tools.registry import Registry
from tests.architecture.tree import ROOT, modules, parse
from tests.wording import offenders
from tests.wording.cards import ARGUMENTS, cards, words
from tests.wording.literals import literals
from tests.wording.rules import private, too_long, we

FOR_MODELS = ("harness/context/", "harness/tools/", "harness/toolbox/")
"""What stands there is told to models; what tools say on a card is read off the card."""
ON_CARDS = ("harness/wording/", "harness/approvals/forms.py", "harness/approvals/deciders.py")
"""Modules whose sentences are on cards and in forms."""
NOT_OURS = {
    ("adapters/models/failure_table.py", "our"): "OpenAI says it",
    ("adapters/storage/pairings.py", "ours"): "SQL",
    ("harness/sessions/wants.py", "the time has come"): "a model is told it",
}
"""What nobody reads as words of ours, and why."""
CARDS = "cards"
"""Where a word stands that has been read off a card."""

Rule = Callable[[str], Iterator[str]]


def written() -> Iterator[tuple[str, str]]:
    """What people read of what stands in the source, with the module."""
    for module in modules():
        if not (name := module.as_posix()).startswith(FOR_MODELS):
            yield from ((name, text) for text in literals(parse(module)))
    yield "README.md", (ROOT / "README.md").read_text()


def shown(folder: Path) -> Iterator[tuple[str, str]]:
    """What is read off cards."""
    yield from ((CARDS, text) for card in cards(tools(folder)) for text in words(card))


def tools(folder: Path) -> Registry:
    return toolbox(folder, {})


def offences(rule: Rule, texts: Iterator[tuple[str, str]]) -> set[tuple[str, str]]:
    return {(where, what) for where, text in texts for what in rule(text)} - set(NOT_OURS)


@pytest.mark.parametrize(
    ("rule", "known"), [(private, offenders.PRIVATE), (we, offenders.WE)], ids=lambda one: getattr(one, "__name__", "")
)
def test_nobody_reads_a_private_word_nor_a_we(rule: Rule, known: offenders.Known, tmp_path: Path) -> None:
    found = offences(rule, (one for texts in (written(), shown(tmp_path)) for one in texts))
    assert not found - offenders.listed(known), "say it otherwise"
    assert not offenders.listed(known) - found, "this is said better now: take it off the list of offenders"


def test_no_sentence_on_a_card_is_longer_than_twenty_words(tmp_path: Path) -> None:
    on_cards = (one for one in written() if one[0].startswith(ON_CARDS))
    found = offences(too_long, (one for texts in (on_cards, shown(tmp_path)) for one in texts))
    assert not found - offenders.listed(offenders.TOO_LONG), "say it more briefly"
    assert not offenders.listed(offenders.TOO_LONG) - found, "this is shorter now: take it off the list of offenders"


def test_a_card_of_every_tool_is_read(tmp_path: Path) -> None:
    assert set(ARGUMENTS) == set(tools(tmp_path))
