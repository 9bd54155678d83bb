import asyncio
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from harness.files.errors import Unread
from harness.files.port import FileState
from harness.toolbox.seen_files import check, seen
from harness.tools.calls import ToolCall
from harness.tools.changes import FileSeen
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.running import folder, seen_of

CONTEXT = ToolContext(ToolCall("1.1.0", "write_file", "{}"), "t")


def state(files: Folder, path: str) -> FileState:
    return asyncio.run(files.state(path))


def test_a_file_is_known_by_where_it_lies(tmp_path: Path):
    files = folder(tmp_path, a_md="a")
    (tmp_path / "l").symlink_to("a.md")
    of_link, of_file = (asyncio.run(seen(files, path, CONTEXT)) for path in ("l", "./a.md"))
    assert of_link == of_file == (FileSeen(seen_of("/a.md")[0], state(files, "a.md").version[:16]),)
    assert asyncio.run(seen(files, "../a.md", CONTEXT)) == ()


def test_what_can_be_read_and_was_not_is_not_replaced(tmp_path: Path):
    files = folder(tmp_path, a_md="a")
    with pytest.raises(Unread, match="read it first"):
        check(files, "a.md", state(files, "a.md"), CONTEXT)
    check(files, "a.md", state(files, "a.md"), replace(CONTEXT, seen=seen_of("/a.md")))


def test_what_somebody_has_changed_since_it_was_read_is_not_replaced(tmp_path: Path):
    files = folder(tmp_path, a_md="a")
    [known] = asyncio.run(seen(files, "a.md", CONTEXT))
    knowing = replace(CONTEXT, seen=(f"{known.file} {known.version}",))
    check(files, "a.md", state(files, "a.md"), knowing)
    (tmp_path / "a.md").write_text("theirs")
    with pytest.raises(Unread, match=r"/a.md has changed since you read it: read it again before you replace it"):
        check(files, "a.md", state(files, "a.md"), knowing)


def test_what_is_no_text_or_too_large_to_be_read_is_not_replaced_unseen(tmp_path: Path):
    files = folder(tmp_path, c_md="\0")
    with pytest.raises(Unread, match=r"/c.md is there already, and is no text: delete it first, or write another file"):
        check(files, "c.md", state(files, "c.md"), CONTEXT)
    check(files, "c.md", state(files, "c.md"), replace(CONTEXT, seen=seen_of("/c.md")))
    with (tmp_path / "large").open("wb") as large:
        large.truncate(50 << 30)
    with pytest.raises(Unread, match="is too large to be read: delete it first"):
        check(files, "large", state(files, "large"), CONTEXT)
    (tmp_path / "d.md").hardlink_to(tmp_path / "c.md")
    with pytest.raises(Unread, match="has another name by a hard link, so that it is not read: delete it first"):
        check(files, "d.md", state(files, "d.md"), CONTEXT)


def test_what_is_not_there_or_empty_or_is_kept_from_being_read_needs_no_reading(tmp_path: Path):
    files = folder(tmp_path, a_md="a", b_md="")
    for path in ("b.md", "none"):
        check(files, path, state(files, path), CONTEXT)
    check(files, "a.md", state(files, "a.md"), replace(CONTEXT, shows=lambda path: False))


def test_what_people_have_decided_on_before_is_theirs_to_see(tmp_path: Path):
    files = folder(tmp_path, a_md="a")
    check(files, "a.md", state(files, "a.md"), replace(CONTEXT, decided=True))
