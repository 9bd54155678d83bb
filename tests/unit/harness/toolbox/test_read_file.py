from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.toolbox.read_file import _excerpt, read_file
from tests.fakes.pictures import png
from tests.unit.harness.toolbox.running import folder, run, seen_in, seen_of, subject, summary

TEN = "".join(f"line {number}\n" for number in range(1, 11))


def test_lines_come_with_their_numbers(tmp_path: Path):
    assert run(read_file(folder(tmp_path, a_md="one\ntwo")), file_path="a.md").text == "     1\tone\n     2\ttwo"


def test_without_numbers_a_text_is_as_it_is_and_it_is_said_which_lines_these_are(tmp_path: Path):
    tool = read_file(folder(tmp_path, a_md=TEN))
    assert run(tool, file_path="a.md", numbers=False).text == f"{TEN}[lines 1 to 10 of 10]"
    piece = run(tool, file_path="a.md", numbers=False, offset=2, limit=1).text
    assert piece == "line 3\n[lines 3 to 3 of 10; go on with offset 3]"


def test_what_was_read_is_known_and_what_was_not_is_not(tmp_path: Path):
    tool = read_file(folder(tmp_path, a_md=TEN))
    assert seen_in(run(tool, file_path="a.md", limit=1)) == seen_of("/a.md")
    for more in ({"limit": 0}, {"offset": 99}):
        assert run(tool, file_path="a.md", **more).changes == ()


def test_a_piece_says_which_and_where_to_go_on(tmp_path: Path):
    tool = read_file(folder(tmp_path, a_md=TEN))

    piece = run(tool, file_path="/a.md", offset=2, limit=2).text
    end = run(tool, file_path="/a.md", offset=8, limit=50).text

    assert piece == "     3\tline 3\n     4\tline 4\n[lines 3 to 4 of 10; go on with offset 4]"
    assert end.endswith("[lines 9 to 10 of 10]")


def test_an_offset_past_the_end_is_an_error_that_names_the_total(tmp_path: Path):
    result = run(read_file(folder(tmp_path, a_md=TEN)), file_path="a.md", offset=10)

    assert not result.ok
    assert "10 lines" in result.text


def test_a_negative_offset_is_the_beginning_and_says_so(tmp_path: Path):
    text = run(read_file(folder(tmp_path, a_md=TEN)), file_path="a.md", offset=-5).text

    assert text.startswith("     1\tline 1\n")
    assert "offset -5 was taken as 0" in text


def test_a_limit_of_nothing_says_that_nothing_was_read(tmp_path: Path):
    for limit in (0, -1):
        text = run(read_file(folder(tmp_path, a_md=TEN)), file_path="a.md", limit=limit).text
        assert text.startswith("Nothing was read")
        assert "empty" not in text


def test_an_empty_file_says_so_whatever_the_limit(tmp_path: Path):
    for limit in (0, 10):
        assert run(read_file(folder(tmp_path, a_md="")), file_path="a.md", limit=limit).text == "/a.md is empty."


def test_long_lines_are_cut_visibly(tmp_path: Path):
    text = run(read_file(folder(tmp_path, a_md="x" * 2500)), file_path="a.md").text

    assert text == f"     1\t{'x' * 2000} [… 500 more characters of this line]"


def test_long_files_are_cut_between_lines_and_say_where_to_go_on(tmp_path: Path):
    tool = read_file(folder(tmp_path, a_md=("y" * 1990 + "\n") * 100))

    result = run(tool, file_path="a.md")

    assert len(result.text) < 61_000
    assert result.text.endswith("[lines 1 to 30 of 100; go on with offset 30]")


def test_what_cannot_be_read_is_an_error_in_words(tmp_path: Path):
    (tmp_path / "picture").write_bytes(b"\x89PNG\0")
    for path, words in [
        ("/none", "/none does not exist"),
        ("~/x", "~ means nothing"),
        ("picture", "binary"),
        ("/", "folder"),
    ]:
        result = run(read_file(folder(tmp_path)), file_path=path)
        assert not result.ok
        assert words in result.text
        assert str(tmp_path) not in result.text


def test_it_only_reads(tmp_path: Path):
    tool = read_file(folder(tmp_path))

    assert (tool.category, tool.repeatable) == ("read", True)
    assert subject(tool, file_path="./a.md") == "/a.md"
    assert summary(tool, file_path="/a.md") == "Read a.md"


@given(st.text(alphabet="ab\n", min_size=1, max_size=60), st.integers(1, 5))
def test_piece_by_piece_the_whole_file_is_read(text: str, limit: int):
    total = len(text.removesuffix("\n").split("\n"))
    lines: list[str] = []
    while len(lines) < total:
        shown = _excerpt("/f", text, len(lines), limit).text.split("\n")
        lines += [line.partition("\t")[2] for line in shown if "\t" in line]

    assert "\n".join(lines) == text.removesuffix("\n")


def test_a_picture_is_looked_at_and_what_is_neither_text_nor_picture_is_not(tmp_path: Path):
    (tmp_path / "a.png").write_bytes(png())
    (tmp_path / "a.bin").write_bytes(b"\xff\xfe\x00")

    seen = run(read_file(folder(tmp_path)), file_path="a.png")

    assert seen.text == f"/a.png is image/png, {len(png())} bytes. It is shown below."
    assert [one.path for one in seen.media] == ["/a.png"]
    assert not run(read_file(folder(tmp_path)), file_path="a.bin").ok


@pytest.mark.parametrize("content", [png()[:-20], png(12_000, 9)], ids=["cut short", "large"])
def test_a_picture_that_providers_refuse_is_described(tmp_path: Path, content: bytes):
    (tmp_path / "a.png").write_bytes(content)
    seen = run(read_file(folder(tmp_path)), file_path="a.png")
    assert (seen.ok, seen.media) == (False, ())
    assert "and can't be shown: it " in seen.text


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (
            "Grüße\n".encode("utf-16"),
            "/a.txt is text in UTF-16, and I read UTF-8: convert it with a command: iconv -f UTF-16",
        ),
        ("Grüße\n".encode("utf-32"), "iconv -f UTF-32 -t UTF-8"),
        ("plain words\n".encode("utf-16-le"), "iconv -f UTF-16LE -t UTF-8"),
        ("plain words\n".encode("utf-16-be"), "iconv -f UTF-16BE -t UTF-8"),
        (
            "Grüße\n".encode("latin-1"),
            "If it is text in another encoding, convert it with a command: iconv -f WINDOWS-1252",
        ),
        (b"\x7fELF\0\0\1\0", "/a.txt is a binary file, not text"),
        (b"\0" * 50, "/a.txt is a binary file, not text"),
    ],
)
def test_a_text_in_another_encoding_is_named_with_the_way_to_read_it(tmp_path: Path, content: bytes, said: str):
    (tmp_path / "a.txt").write_bytes(content)
    result = run(read_file(folder(tmp_path)), file_path="/a.txt")
    assert not result.ok
    assert said in result.text


def test_a_file_that_is_too_large_to_read_whole_says_how_to_see_a_part(tmp_path: Path):
    with (tmp_path / "big.log").open("wb") as log:
        log.truncate(300_000_000)
    result = run(read_file(folder(tmp_path)), file_path="/big.log", offset=1_000)
    assert "Look at a part with a command: tail, grep, or sed -n '1000,1200p'" in result.text
