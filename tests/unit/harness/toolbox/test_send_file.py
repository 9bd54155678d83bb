import asyncio
from dataclasses import replace
from pathlib import Path

from adapters.files.folder import Folder
from harness.toolbox.post_message import CATEGORY
from harness.toolbox.send_file import send_file
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.previews import Foreseen, Outdated
from harness.tools.runner import Runner
from harness.tools.tool import ToolContext
from tests.unit.harness.toolbox.attached import HERE, Attached, asked
from tests.unit.harness.toolbox.running import linked_scratch


def test_a_file_is_sent_once_under_a_name_of_this_call(tmp_path: Path):
    (tmp_path / "chart.png").write_bytes(b"\x89PNG")
    attached = Attached()
    tool = send_file(attached, Folder(tmp_path))

    for _ in range(2):
        assert asked(tool, file_path="/chart.png").text == "Sent /chart.png."

    assert attached.sent == {"chart-1-2-0.png": b"\x89PNG"}
    assert tool.category == CATEGORY


def test_what_was_approved_is_sent_as_it_was_or_not_at_all(tmp_path: Path):
    chart = tmp_path / "chart.png"
    chart.write_bytes(b"\x89PNG")
    attached = Attached()
    tool = send_file(attached, Folder(tmp_path))
    call = ToolCall("1.2.0", "send_file", '{"file_path": "/chart.png"}')
    runner, context = Runner({"send_file": tool}), ToolContext(call, "t", place=HERE)

    seen = asyncio.run(runner.preview(call, context))
    assert isinstance(seen, Foreseen)
    assert seen.summary == "Send chart.png (4 bytes)"
    chart.write_bytes(b"the keys")
    assert asyncio.run(runner.run(call, replace(context, preview=seen.preview))) == Outdated()
    assert not attached.sent
    chart.write_bytes(b"\x89PNG")
    assert isinstance(asyncio.run(runner.run(call, replace(context, preview=seen.preview))), ToolResult)
    assert attached.sent


def test_what_a_link_of_the_threads_own_leads_to_is_sent_as_it_was_shown(tmp_path: Path):
    attached = Attached()
    tool = send_file(attached, linked_scratch(tmp_path))
    call = ToolCall("1.2.0", "send_file", '{"file_path": "/scratch/way.md"}')
    runner, context = Runner({"send_file": tool}), ToolContext(call, "thread", place=HERE)

    seen = asyncio.run(runner.preview(call, context))
    assert isinstance(seen, Foreseen)
    assert seen.summary == "Send scratch/way.md (which is scratch/kept/plan.md) (4 bytes)"
    assert isinstance(asyncio.run(runner.run(call, replace(context, preview=seen.preview))), ToolResult)
    assert attached.sent == {"way-1-2-0.md": b"plan"}


def test_a_name_without_an_ending_keeps_none(tmp_path: Path):
    (tmp_path / "Makefile").write_text("all:")
    attached = Attached()

    asked(send_file(attached, Folder(tmp_path)), file_path="/Makefile")

    assert list(attached.sent) == ["Makefile-1-2-0"]


def test_what_cannot_be_sent_is_told(tmp_path: Path):
    (tmp_path / "a.txt").write_text("a")

    assert asked(send_file(Attached(), Folder(tmp_path)), file_path="/b.txt").text.startswith("Not sent: /b.txt")
    refused = asked(send_file(Attached(refuses=True), Folder(tmp_path)), file_path="/a.txt")
    assert refused.text == "Not sent: is_archived."
    assert not asked(send_file(Attached(), Folder(tmp_path)), None, file_path="/a.txt").ok
