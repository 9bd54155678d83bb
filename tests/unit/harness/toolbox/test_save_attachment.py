from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from harness.toolbox.attached_files import folder_of
from harness.toolbox.save_attachment import save_attachment
from harness.tools.calls import ToolCall
from harness.tools.registry import Registry
from harness.workspace.gates import gate, ruled
from harness.workspace.loading import parse
from tests.unit.harness.toolbox.attached import HERE, Attached, asked


def test_a_file_is_saved_as_it_is_below_a_folder_of_its_own(tmp_path: Path):
    result = asked(save_attachment(Attached(), Folder(tmp_path)), id="F1")

    folder = folder_of(replace(HERE, thread=""))
    assert result.text == f"Saved as {folder}/F1-report.csv (text/csv, 5 bytes)."
    assert (tmp_path / folder[1:] / "F1-report.csv").read_bytes() == b"a,b\n\x00"


def test_it_says_who_sees_the_file_and_all_threads_of_the_place_do(tmp_path: Path):
    tool = save_attachment(Attached(), Folder(tmp_path))
    assert "All threads of this channel or direct message see it" in tool.description
    assert len({asked(tool, place=replace(HERE, thread=thread), id="F1").text for thread in ("1.0", "2.0")}) == 1


@pytest.mark.parametrize(
    ("name", "saved"),
    [
        ("../../etc/passwd", "F1-etc-passwd"),
        ("a b\n.txt", "F1-a-b-.txt"),
        ("…", "F1-file"),
        ("日本.txt", "F1-日本.txt"),
    ],
)
def test_a_name_leads_nowhere(tmp_path: Path, name: str, saved: str):
    assert asked(save_attachment(Attached(name), Folder(tmp_path)), id="F1").ok

    assert [path.name for path in (tmp_path / "attachments").glob("*/*")] == [saved]


def test_what_is_not_there_is_told(tmp_path: Path):
    tool = save_attachment(Attached(), Folder(tmp_path))

    assert asked(tool, id="F2").text == "Not saved: there is no file F2 here."
    assert not asked(tool, None, id="F1").ok
    assert not asked(tool, id="../x").ok


@pytest.mark.parametrize(("path", "verdict"), [("/attachments/**", "DENY"), ("/docs/**", "ALLOW"), ("/", "DENY")])
def test_it_changes_files_whatever_its_category(tmp_path: Path, path: str, verdict: str):
    tools = Registry([save_attachment(Attached(), Folder(tmp_path))])
    text = f"files: [{{operations: [write], paths: [{path}], verdict: deny}}]"
    workspace = parse(text, "workspace.yaml", tools)
    left = ruled(workspace, tools)
    judging = gate(workspace, workspace.modes[workspace.default_mode], left, {})
    assert judging.judge(ToolCall("1.1.0", "save_attachment", '{"id": "F1"}'), 0.0).verdict.name == verdict


def test_what_a_rule_keeps_of_where_it_is_saved_is_not_written(tmp_path: Path):
    tools = Registry([save_attachment(Attached(), Folder(tmp_path))])
    text = "files: [{operations: [write], paths: ['/attachments/*/*.csv'], verdict: deny}]"
    left = ruled(parse(text, "workspace.yaml", tools), tools)
    kept = asked(left["save_attachment"], id="F1")
    assert not kept.ok
    assert "a rule keeps me" in kept.text
