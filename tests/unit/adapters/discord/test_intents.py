"""No event is taken whose intents nobody knows, and none is asked for that brings nothing."""

import ast
import re
from pathlib import Path

import discord

from adapters.discord import gateway
from adapters.discord.intents import BITS, EVENTS, PRIVILEGED, WHY, content, needed


def test_the_events_that_are_taken_are_those_that_are_listed():
    tree = ast.parse(Path(gateway.__file__).read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    assert {text for text in texts if re.fullmatch("[A-Z]+_[A-Z_]+", text)} == set(EVENTS)


def test_each_intent_has_its_reason_and_discords_number():
    assert set(needed(content=True)) == set(WHY) == set(BITS)
    assert set(needed(content=True)) - set(needed(content=False)) == {"message_content"} == set(PRIVILEGED)
    for name, bit in BITS.items():
        assert discord.Intents(**{name: True}).value == bit


def test_an_app_says_by_its_flags_whether_content_is_on():
    flags = discord.ApplicationFlags
    assert content(flags(gateway_message_content=True).value)
    assert content(flags(gateway_message_content_limited=True).value)
    assert not content(flags(gateway_presence=True).value)
    assert not content(None)
