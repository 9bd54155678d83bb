"""What people read has no private words, no "we" for itself, and is short on a card; nor are there private names.

What still breaks this is listed in `offenders`, strictly: whoever puts one of them better takes it off that list.
"""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot.wiring import toolbox
from harness.chat.phrases import plain
from harness.sessions.notices import Notice
from harness.tools.registry import Registry
from harness.wording.notices import notice
from tests.architecture.tree import ROOT, modules, parse
from tests.wording import offenders
from tests.wording.cards import ARGUMENTS, cards, words
from tests.wording.identifiers import private_names
from tests.wording.literals import literals
from tests.wording.rules import private, too_long, we
from tests.wording.variants import variants

FOR_MODELS = ("harness/context/", "harness/tools/", "harness/toolbox/")
"""What stands there is told to models; what tools say on a card is read off the card."""
ON_CARDS = (
    "harness/wording/",
    "harness/approvals/forms.py",
    "harness/approvals/deciders.py",
    *(
        f"adapters/{chat}/{part}.py"
        for chat in ("slack", "discord", "terminal")
        for part in ("render", "views", "home")
    ),
)
"""Modules whose sentences are on cards and in forms."""
NOT_OURS = {
    ("adapters/models/failure_table.py", "our"): "OpenAI says it",
    ("adapters/storage/pairings.py", "ours"): "SQL",
    ("harness/sessions/wants.py", "the time has come"): "a model is told it",
}
"""What nobody reads as words of ours, and why."""
TEXTS = {".md", ".yaml", ".json"}
CARDS, NOTICES = "cards", "notices"
"""Where a word stands that has been read off a card, or in a notice that was put together."""

Rule = Callable[[str], Iterator[str]]


def written() -> Iterator[tuple[str, str]]:
    """What people read of what stands in the source, with the module."""
    for module in modules():
        if not (name := module.as_posix()).startswith(FOR_MODELS):
            yield from ((name, text) for text in literals(parse(module)))
    for file in (ROOT / "README.md", *sorted((ROOT / "manifests").rglob("*.*"))):
        if file.suffix in TEXTS:
            yield file.relative_to(ROOT).as_posix(), file.read_text(encoding="utf-8")


def on_cards(folder: Path) -> Iterator[tuple[str, str]]:
    """What is read off cards."""
    yield from ((CARDS, text) for card in cards(tools(folder)) for text in words(card))


def told() -> Iterator[tuple[str, str]]:
    """Every notice, as it is put together."""
    return ((NOTICES, plain(notice(one))) for one in variants(Notice))


def tools(folder: Path) -> Registry:
    return toolbox(folder, {})


def offences(rule: Rule, texts: Iterator[tuple[str, str]]) -> set[tuple[str, str]]:
    return {(where, what) for where, text in texts for what in rule(text)} - set(NOT_OURS)


def holds(found: set[tuple[str, str]], known: offenders.Known) -> None:
    """What is found is what is known, no more and no less."""
    new, mended = sorted(found - offenders.listed(known)), sorted(offenders.listed(known) - found)
    assert not new, f"call it, or say it, otherwise: {new}"
    assert not mended, f"this is said better now, so take it off the list of offenders: {mended}"


@pytest.mark.parametrize(
    ("rule", "known"), [(private, offenders.PRIVATE), (we, offenders.WE)], ids=lambda one: getattr(one, "__name__", "")
)
def test_nobody_reads_a_private_word_nor_a_we(rule: Rule, known: offenders.Known, tmp_path: Path) -> None:
    found = offences(rule, (one for texts in (written(), told(), on_cards(tmp_path)) for one in texts))
    holds(found, known)


def test_no_sentence_on_a_card_is_longer_than_twenty_words(tmp_path: Path) -> None:
    there = (one for one in written() if one[0].startswith(ON_CARDS))
    found = offences(too_long, (one for texts in (there, on_cards(tmp_path)) for one in texts))
    holds(found, offenders.TOO_LONG)


def test_nothing_has_a_name_that_the_field_has_a_word_for() -> None:
    found = {(module.as_posix(), name) for module in modules() for name in private_names(module, parse(module))}
    holds(found, offenders.NAMES)


def test_a_card_of_every_tool_is_read(tmp_path: Path) -> None:
    assert set(ARGUMENTS) == set(tools(tmp_path))
