import re
from pathlib import Path
from typing import Any

import pytest

from harness.toolbox.grep import grep
from tests.unit.harness.toolbox.running import folder, run, subject, summary


def test_each_mode_tells_what_it_is_for(tmp_path: Path):
    tool = grep(folder(tmp_path, a_md="needle\nhay\nneedle", b_py="a needle"))

    assert run(tool, pattern="needle").text == "/a.md\n/b.py"
    assert run(tool, pattern="needle", output_mode="count").text == "/a.md:2\n/b.py:1"
    content = run(tool, pattern="needle", output_mode="content", glob="*.md")
    assert content.text == "/a.md:1:needle\n/a.md:3:needle"


def test_a_line_is_shown_with_what_is_around_it_and_what_is_around_two_is_shown_once(tmp_path: Path):
    tool = grep(folder(tmp_path, a_md="1\n2\nx\n4\nx\n6\n7\n8\n9\nx\n"))
    shown = run(tool, pattern="x", output_mode="content", context=1)
    assert shown.text.split("\n") == [
        "--", "/a.md-2-2", "/a.md:3:x", "/a.md-4-4", "/a.md:5:x", "/a.md-6-6", "--", "/a.md-9-9", "/a.md:10:x",
    ]  # fmt: skip
    assert run(tool, pattern="x", output_mode="count", context=3).text == "/a.md:3"


def test_what_is_around_lines_does_not_count(tmp_path: Path):
    tool = grep(folder(tmp_path, a_md="x\ny\n" * 501))
    lines = run(tool, pattern="x", output_mode="content", context=1).text.split("\n")
    assert sum(":x" in line for line in lines) == 500
    assert lines[-1].startswith("[cut here; 501 lines in 1 file")


def test_the_search_is_literal_and_says_so_only_where_nothing_was_found(tmp_path: Path):
    tool = grep(folder(tmp_path, a_md="a|b .*\n"))

    assert run(tool, pattern="a|b").text == "/a.md"
    assert "literal" in run(tool, pattern="a.*b").text
    assert "literal" not in run(tool, pattern="nowhere").text


def test_as_many_lines_as_there_may_be_are_all_and_one_more_is_told(tmp_path: Path):
    tool = grep(folder(tmp_path, a_md="x\n" * 500))
    assert "cut here" not in run(tool, pattern="x", output_mode="content").text

    tool = grep(folder(tmp_path, b_md="x\n"))

    lines = run(tool, pattern="x", output_mode="content").text.split("\n")
    assert len(lines) == 501
    assert lines[-1].startswith("[cut here; 501 lines in 2 files match in all")


@pytest.mark.parametrize("mode", ["files_with_matches", "count"])
def test_too_many_files_are_told_too(tmp_path: Path, mode: str):
    for number in range(501):
        (tmp_path / f"{number:03}").write_text("x")

    lines = run(grep(folder(tmp_path)), pattern="x", output_mode=mode).text.split("\n")

    assert len(lines) == 501
    assert lines[-1].startswith("[cut here; 501 lines in 501 files")


def test_long_lines_are_cut_and_the_note_survives_a_long_result(tmp_path: Path):
    text = run(grep(folder(tmp_path, a_md=("x" * 900 + "\n") * 200)), pattern="x", output_mode="content").text

    assert "[… 400 more characters of this line]" in text
    assert text.split("\n")[-1].startswith("[cut here; 200 lines in 1 file match in all")
    assert len(text) < 61_000


@pytest.mark.parametrize(("before", "after"), [(0, 900), (900, 0), (5_000, 5_000), (300, 300), (100, 10)])
def test_of_a_long_line_the_part_around_the_match_is_shown(tmp_path: Path, before: int, after: int):
    line = f"{'a' * before}needle{'b' * after}"
    shown = run(grep(folder(tmp_path, a_js=line)), pattern="needle", output_mode="content").text
    assert "needle" in shown
    assert len(shown) < 600
    told = sum(int(number.replace(",", "")) for number in re.findall(r"… ([0-9,]+) ", shown))
    assert told == max(0, len(line) - 500), "what is left out is counted"


def test_files_that_could_not_be_searched_are_counted(tmp_path: Path):
    (tmp_path / "picture").write_bytes(b"\0")

    assert run(grep(folder(tmp_path)), pattern="x").text.endswith("[not searched: 1 file (binary, or not in UTF-8)]")


@pytest.mark.parametrize("arguments", [{"pattern": ""}, {"pattern": "a\nb"}, {"pattern": "a", "path": "../x"}])
def test_what_cannot_be_searched_is_an_error_in_words(tmp_path: Path, arguments: dict[str, str]):
    result = run(grep(folder(tmp_path)), **arguments)

    assert not result.ok
    assert str(tmp_path) not in result.text


def test_it_only_reads(tmp_path: Path):
    tool = grep(folder(tmp_path))

    assert (tool.category, tool.repeatable) == ("read", True)
    assert subject(tool, pattern="x", path="a/") == "/a"
    assert summary(tool, pattern="TODO", path="src") == "Search src for TODO"


@pytest.mark.parametrize(("mark", "around"), [("MII", 0), ("EFGH", 1), ("EFGH", 0), ("==", 0)])
def test_lines_of_a_private_key_are_masked_as_in_read_file(tmp_path: Path, mark: str, around: int):
    body = ["MIIabcdefghij", "abcdEFGH1234+/", "kQ1abcd2=="]
    key = ["-----BEGIN PRIVATE KEY-----", *body, "-----END PRIVATE KEY-----"]
    tool = grep(folder(tmp_path, key_pem="\n".join(["about a ==", *key, "a = 1"])))
    shown = run(tool, pattern=mark, output_mode="content", context=around).text
    assert not any(line in shown for line in body)
    assert "[masked: private key]" in shown
    assert mark != "==" or "/key.pem:1:about a ==" in shown


@pytest.mark.parametrize("after", ["", None])
def test_a_file_that_changes_before_it_is_judged_shows_no_line_of_a_key(
    tmp_path: Path, after: str | None, monkeypatch: pytest.MonkeyPatch
):
    """It is replaced, or gone: the search has found its lines, and the second look can't tell what they are."""
    files = folder(tmp_path, a_pem="-----BEGIN PRIVATE KEY-----\nMIIabcdefghij\n-----END PRIVATE KEY-----", b="MII b")
    read = files.read

    async def late(path: str, *more: Any) -> str:
        if after is None:
            (tmp_path / "a.pem").unlink()
        else:
            (tmp_path / "a.pem").write_text(after)
        return await read(path, *more)

    monkeypatch.setattr(files, "read", late)
    shown = run(grep(files), pattern="MII", output_mode="content").text
    assert "MIIabc" not in shown
    assert "/b:1:MII b" in shown
    assert (
        "[masked: private key]" if after == "" else "[not searched: 1 file (that cannot be read just now)]"
    ) in shown


def test_lines_that_only_look_like_a_key_s_are_shown(tmp_path: Path):
    tool = grep(folder(tmp_path, cert_pem="-----BEGIN CERTIFICATE-----\nabcdEFGH1234\n-----END CERTIFICATE-----"))
    assert run(tool, pattern="abcd", output_mode="content").text == "/cert.pem:2:abcdEFGH1234"
