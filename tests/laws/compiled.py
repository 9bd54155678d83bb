"""Workspaces of any kind, and what they are compiled to. Run with texts of settings on standard input, as a JSON list,
it writes the checksum of each: another process has other hashes.
"""

import json
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from hypothesis import strategies as st

from bot.in_force import InForce
from bot.wiring import toolbox
from harness.chat.people import Place
from harness.context.packages import RunRequest
from harness.sessions.session import Session
from harness.workspace.contents import INSTRUCTIONS, SETTINGS, Contents, workspace_of

ROOT = Path(__file__).parents[2]
TOOLS = toolbox(Path("nowhere"), {})
_verdicts = st.sampled_from(["allow", "ask", "deny"])
_roles = st.lists(st.sampled_from(["lead", "owner", "ops", "legal"]), min_size=1, max_size=4, unique=True)
_ruling = st.fixed_dictionaries({"verdict": st.just("ask"), "roles": _roles}) | _verdicts
_models = st.sampled_from(["openai/one", "openai/two", "anthropic/three"])
_permissions = st.fixed_dictionaries(
    {},
    optional={
        "tools": st.dictionaries(st.sampled_from(["write_file", "edit_file", "send_file"]), _ruling, max_size=3),
        "categories": st.dictionaries(st.sampled_from(["edit", "read", "mcp", "other"]), _ruling, max_size=4),
        "terms": st.fixed_dictionaries({"roles": _roles}),
    },
)
_mode = st.fixed_dictionaries(
    {},
    optional={
        "instructions": st.text(st.characters(codec="utf-8", categories=["L", "P", "Zs"]), max_size=20),
        "tools": st.lists(st.sampled_from(["read", "edit", "execute", "ask_user", "write_todos"]), unique=True),
        "model": _models,
        "yolo": st.booleans(),
        "permissions": _permissions,
    },
)
_profile = st.fixed_dictionaries(
    {},
    optional={
        "prefix": st.sampled_from(["Small steps.", "Be brief."]),
        "suffix": st.sampled_from(["In English.", "Auf Deutsch."]),
        "descriptions": st.dictionaries(st.sampled_from(["grep", "ls"]), st.just("Finds."), max_size=2),
        "exclude_tools": st.lists(st.sampled_from(["schedule", "heartbeat", "grep", "glob"]), unique=True),
        "effort": st.sampled_from(["low", "high"]),
        "parameters": st.dictionaries(st.sampled_from(["temperature", "top_p", "seed"]), st.integers(0, 1)),
    },
)
_people = st.lists(
    st.fixed_dictionaries({"id": st.integers(1, 99).map(lambda n: f"slack:T1:U{n}"), "roles": _roles}),
    max_size=4,
    unique_by=lambda member: member["id"],
)
settings = st.fixed_dictionaries(
    {"model": _models},
    optional={
        "name": st.sampled_from(["Robin", "Zoë"]),
        "fallbacks": st.lists(_models, unique=True),
        "modes": st.dictionaries(st.sampled_from(["build", "plan", "free", "look"]), _mode, min_size=1),
        "permissions": _permissions,
        "people": _people,
        "skills": st.dictionaries(
            st.sampled_from(["pdf", "release"]),
            st.fixed_dictionaries({}, optional={"enabled": st.booleans(), "places": st.just(["slack:T1:C1"])}),
        ),
        "profiles": st.dictionaries(st.sampled_from(["*", "openai/*", "openai/one", "anthropic/*"]), _profile),
        "limits": st.fixed_dictionaries({"steps": st.integers(1, 99)}),
    },
).map(partial(json.dumps, ensure_ascii=False))
"""The text of a workspace.yaml: JSON is YAML."""


SKILLS = {
    f"skills/{name}/SKILL.md": f"---\nname: {name}\ndescription: For {name}.\nallowed-tools: {tools}\n---\nDo so.\n"
    for name, tools in (("pdf", "Read Grep"), ("release", "execute"), ("minutes", "write_file read_file"))
}


def compiled(text: str, instructions: str = "", turned: bool = False) -> Iterator[RunRequest]:
    """A package for each of its modes. `turned`: its files are found in another order."""
    files = {SETTINGS: text, INSTRUCTIONS: instructions, **SKILLS}
    found = {path: words.encode() for path, words in sorted(files.items(), reverse=turned)}
    in_force = InForce(workspace_of(Contents("home", found), TOOLS), TOOLS)
    for mode in in_force.workspace.modes:
        yield in_force.compile(Session(mode=mode, now=951_825_600.0, place=Place("slack", "T1", "C1")))


def checksums(texts: list[str]) -> list[list[str]]:
    return [[package.checksum for package in compiled(text)] for text in texts]


if __name__ == "__main__":
    json.dump(checksums(json.load(sys.stdin)), sys.stdout)
