"""What rules on files say holds for a command, too, whatever files, rules and attempts there are."""

import asyncio
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from hypothesis import HealthCheck, assume, event, given, settings
from hypothesis import strategies as st

from adapters.files.folder import Folder
from harness.approvals.file_rules import FileRule, FileRules
from harness.approvals.gate import Verdict
from harness.toolbox.hiding import with_what_rules_hide, with_what_rules_keep
from harness.toolbox.shell import NOTHING_HIDDEN, Shell, ShellError

_NAMES = st.sampled_from(["a", "b", "c"])
_PATHS = st.lists(_NAMES, min_size=1, max_size=3).map(lambda names: "/" + "/".join(names))
_TREES = st.lists(_PATHS, min_size=1, max_size=8, unique=True)
_ODD = st.sampled_from(["/**", "/*", "/a/*", "/*/b", "/**/c", "/a/**/b", "/b/*/**"])
_VERDICTS = st.sampled_from([Verdict.DENY, Verdict.DENY, Verdict.ASK, Verdict.ALLOW])


@st.composite
def _ruled(draw: st.DrawFn) -> tuple[list[str], list[FileRule]]:
    """A tree, and rules most of which are on something in it."""
    tree = draw(_TREES)
    parts = sorted({"/".join(path.split("/")[:end]) for path in tree for end in range(2, path.count("/") + 2)})
    there = st.tuples(st.sampled_from(parts), st.sampled_from(["", "/**"])).map("".join)
    meant = st.one_of(there, there, there, _PATHS, _ODD)
    rule = st.builds(FileRule, st.sampled_from(["read", "write"]), meant, _VERDICTS)
    return tree, draw(st.lists(rule, min_size=1, max_size=4))


_TRIES = """
find . -type f -exec cat {} + 2>/dev/null
echo
for one in $(find . -mindepth 1); do echo x >>"$one"; echo x >"$one/new"; ln "$one" new && echo x >>new; rm -f new; done
for one in $(find . -mindepth 1 -depth -type d); do mv "$one" moved && echo x >moved/new; mv moved "$one"; done
for one in *; do mv "$one" moved && { cat $(find moved -type f); mkdir -p "$one/a/b"; mv moved "$one/moved"; }; done
for one in $(find . -mindepth 1 -type f); do rm "$one" && mkdir "$one" && echo x >"$one/new"; done
rm -rf *
"""


class RulesContract:
    """Beside `SandboxContract`, whose `confined` makes the shell."""

    def confined(self, folder: Path) -> Shell:
        raise NotImplementedError

    @settings(max_examples=50, deadline=None, suppress_health_check=[HealthCheck.differing_executors])
    @given(_ruled())
    def test_whatever_rules_say_no_command_sees_or_changes_more(self, ruled: tuple[list[str], list[FileRule]]) -> None:
        tree, rules = ruled
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            folder = Path(home) / "files"
            files = list(_made(folder, tree))
            try:
                said = asyncio.run(self._said(folder, FileRules(tuple(rules))))
            except ShellError:
                event("no sandbox holds it")
                assume(False)
            for path in files:
                if not _let(rules, "read", path):
                    event("not read")
                    assert f"<{path}>" not in said
                elif any(rule.whole and rule.means(path) and rule.operation == "read" for rule in rules):
                    event("read, since a rule allows it")
                    assert f"<{path}>" in said
                if not _let(rules, "write", path):
                    event("not written")
                    assert (folder / path[1:]).read_text() == f"<{path}>"
            for path in (f"/{found.relative_to(folder)}" for found in folder.rglob("*") if found.is_file()):
                assert path in files or _let(rules, "write", path)

    async def _said(self, folder: Path, rules: FileRules) -> str:
        hidden = await with_what_rules_hide(NOTHING_HIDDEN, Folder(folder), rules.leaves("read"), rules)
        hidden = await with_what_rules_keep(hidden, Folder(folder), rules)
        return (await self.confined(folder).run(_TRIES, 30, lambda text: None, hidden)).output


def _made(folder: Path, tree: Sequence[str]) -> Iterator[str]:
    """Of paths that lie in each other only the innermost are files."""
    folder.mkdir()
    for path in sorted(tree, reverse=True):
        place = folder / path[1:]
        if not place.exists():
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(f"<{path}>")
            yield path


def _let(rules: Sequence[FileRule], operation: str, path: str) -> bool:
    """As a reader of the rules would say it."""
    first = next((rule for rule in rules if rule.operation == operation and rule.means(path)), None)
    return first is None or first.verdict is Verdict.ALLOW
