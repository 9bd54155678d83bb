from pathlib import Path

from adapters.files.folder import Folder
from harness.toolbox.post_message import CATEGORY
from harness.toolbox.send_file import send_file
from tests.unit.harness.toolbox.attached import Attached, asked


def test_a_file_is_sent_once_under_a_name_of_this_call(tmp_path: Path):
    (tmp_path / "chart.png").write_bytes(b"\x89PNG")
    attached = Attached()
    tool = send_file(attached, Folder(tmp_path))

    for _ in range(2):
        assert asked(tool, file_path="/chart.png").text == "Sent /chart.png."

    assert attached.sent == {"chart-1-2-0.png": b"\x89PNG"}
    assert tool.category == CATEGORY


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
