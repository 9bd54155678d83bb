"""Law 13: compiling twice from the same makes the same bytes. That a turn keeps what it was given, the play of any
order of events has (see audit).
"""

import json
import os
import subprocess
import sys

from hypothesis import HealthCheck, given
from hypothesis import settings as tries
from hypothesis import strategies as st

from tests.examples import examples
from tests.laws.compiled import ROOT, checksums, compiled, settings

MANY = "model: openai/one\npermissions: {terms: {roles: [lead, owner, ops, legal, board, press]}}\n"
"""Has what is a set, and so in no order, with so much in it that two processes hardly ever agree by chance."""


@tries(max_examples=examples(60), deadline=None)
@given(settings)
def test_the_same_workspace_makes_the_same_bytes(text: str) -> None:
    for one, same in zip(compiled(text, "Use tabs."), compiled(text, "Use tabs.", turned=True), strict=True):
        assert one.body == same.body
        assert one.parts == same.parts
        assert one.system.encoded == same.system.encoded
        assert json.dumps(one.tools) == json.dumps(same.tools)


@tries(max_examples=examples(60), deadline=None)
@given(settings)
def test_so_it_does_in_whatever_order_roles_and_excluded_tools_are_named(text: str) -> None:
    turned = json.dumps(_turned(json.loads(text)), ensure_ascii=False)
    assert checksums([text]) == checksums([turned])


def _turned(value: object, within: str = "") -> object:
    if isinstance(value, dict):
        return {key: _turned(one, key) for key, one in value.items()}
    return value[::-1] if isinstance(value, list) and within in ("roles", "exclude_tools") else value


@tries(max_examples=1, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(settings, min_size=12, max_size=12))
def test_another_process_makes_the_same_bytes(texts: list[str]) -> None:
    texts = [MANY, *texts]
    here = checksums(texts)
    for seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-m", "tests.laws.compiled"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            input=json.dumps(texts),
            capture_output=True,
            text=True,
            check=True,
        )
        assert json.loads(run.stdout) == here
