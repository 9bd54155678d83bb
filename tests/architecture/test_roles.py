"""Who may do something is asked of `approvals/deciders`: no other room compares roles, or knows one by its name."""

import ast
import re
from pathlib import Path

from tests.architecture.tree import ROOT, parse

DECIDES = "harness/approvals/deciders.py"
NAMES = re.compile(r"owner|approver")
COMPARES = re.compile(r"\.roles\b[^\n]*&|&[^\n]*\.roles\b|\bin [\w.]+\.roles\b")


def sources() -> list[Path]:
    rooms = [file for room in ("harness", "adapters", "bot") for file in (ROOT / room).rglob("*.py")]
    return sorted(file for file in rooms if str(file.relative_to(ROOT)) != DECIDES)


def test_no_other_room_knows_a_role_by_its_name():
    for file in sources():
        named = [
            node.lineno
            for node in ast.walk(parse(file))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and NAMES.fullmatch(node.value)
        ]
        assert not named, f"{file.relative_to(ROOT)}:{named[0]}: ask approvals/deciders"


def test_no_other_room_compares_roles():
    for file in sources():
        code = re.sub(r'""".*?"""', "", file.read_text(encoding="utf-8"), flags=re.S)
        found = COMPARES.search(code)
        assert not found, f"{file.relative_to(ROOT)}: {found[0]}: ask approvals/deciders"
