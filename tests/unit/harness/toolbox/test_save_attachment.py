from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from harness.toolbox.attached_files import folder_of
from harness.toolbox.save_attachment import save_attachment
from tests.unit.harness.toolbox.attached import HERE, Attached, asked


def test_a_file_is_saved_as_it_is_below_a_folder_of_its_own(tmp_path: Path):
    result = asked(save_attachment(Attached(), Folder(tmp_path)), id="F1")

    folder = folder_of(replace(HERE, thread=""))
    assert result.text == f"Saved as {folder}/F1-report.csv (text/csv, 5 bytes)."
    assert (tmp_path / folder[1:] / "F1-report.csv").read_bytes() == b"a,b\n\x00"


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
