"""The person's editor gets a file of their own, and what it saved is taken back."""

import asyncio
from pathlib import Path

import pytest

from adapters.terminal.editor import Editor, EditorFailed, chosen


def edited(script: str, text: str = "one\n\ntwo", suffix: str = ".md") -> str:
    """By a shell's script, which has the file as $0."""
    return asyncio.run(Editor(("sh", "-c", script)).edit(text, suffix))


def test_what_it_saved_is_taken_and_a_last_line_has_an_end_only_where_it_had_one() -> None:
    assert edited("printf 'new\\n' > $0") == "new"
    assert edited("printf 'new\\n' > $0", "old\n") == "new\n"
    assert edited(":") == "one\n\ntwo"
    assert edited("mv $0 $0.old; cp $0.old $0", "crlf\r\nstays") == "crlf\r\nstays"


def test_its_file_is_for_nobody_else_and_is_named_after_what_it_holds(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    edited(f"stat -c %a $0 > {seen}; echo $0 >> {seen}", suffix=".py")
    mode, path = seen.read_text().split()
    assert mode == "600"
    assert path.endswith("edit.py")
    assert not Path(path).parent.exists(), "nor is it left there"


def test_one_that_fails_or_cannot_be_started_says_so() -> None:
    with pytest.raises(EditorFailed, match=r"sh failed \(exit 3\)"):
        edited("exit 3")
    with pytest.raises(EditorFailed, match="no-such-editor cannot be started: No such file"):
        asyncio.run(Editor(("no-such-editor",)).edit("", ""))
    with pytest.raises(EditorFailed, match="what was edited is not there"):
        edited("rm $0")


@pytest.mark.parametrize("suffix", [f".{'x' * 253}", ".a/b", ".\0", ".\ud800"])
def test_a_file_that_cannot_be_made_is_its_failure(suffix: str) -> None:
    with pytest.raises(EditorFailed, match="the temporary file cannot be written"):
        edited(":", suffix=suffix)


def test_where_there_is_no_place_for_its_file_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    with pytest.raises(EditorFailed, match="no room for a temporary file: No such file"):
        edited(":")


@pytest.mark.parametrize("looks", range(4))
def test_it_is_ended_also_while_it_is_being_started(looks: int) -> None:
    async def main() -> None:
        editor = Editor(("sh", "-c", "exec sleep 600"))
        editing = asyncio.create_task(editor.edit("", ""))
        for _ in range(looks + 1):
            await asyncio.sleep(0)
        editor.end()
        with pytest.raises(EditorFailed):
            await editing

    asyncio.run(main())


def test_what_is_no_text_is_taken_as_far_as_it_is() -> None:
    assert edited("printf 'gr\\374n' > $0") == "gr\ufffdn"


@pytest.mark.parametrize(
    ("environment", "name"),
    [
        ({"EDITOR": "nano"}, "nano"),
        ({"VISUAL": "/usr/bin/code --wait", "EDITOR": "nano"}, "code"),
        ({"VISUAL": " ", "EDITOR": "nano"}, "nano"),
        ({"EDITOR": "vi 'unclosed"}, ""),
        ({}, ""),
    ],
)
def test_the_environment_names_it(environment: dict[str, str], name: str) -> None:
    assert chosen(environment).name == name
