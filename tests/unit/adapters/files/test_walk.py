import os
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.files.disk import LARGEST, Disk
from adapters.files.walk import Stopped, Walk
from harness.files.editing import unix
from harness.files.errors import AccessRefused, BadPattern, FilesError, Missing, Ruled, UnreadableFile, WrongKind
from harness.files.port import Hit, NotSearched, NumberedLine


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside/secret.md").write_text("needle")
    root = tmp_path / "files"
    for name, text in {
        "a.md": "needle\nhay\nneedle twice: needle\n",
        "b.py": "hay\n",
        "src/c.py": "a.*b|needle\r\nhay\r\n",
        "src/.cache/d.py": "needle",
        ".git/e.py": "needle",
    }.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, newline="")
    return root


def walk(root: Path) -> Walk:
    return Walk(Disk(root), lambda: False)


def glob(root: Path, pattern: str, path: str = "/", most: int = 100) -> list[str]:
    return list(walk(root).glob(pattern, path, most).paths)


def test_files_are_found_in_order_of_their_paths_and_folders_never(root: Path):
    (root / "folder.py").mkdir()

    assert glob(root, "*.py") == ["/.git/e.py", "/b.py", "/src/.cache/d.py", "/src/c.py"]
    assert glob(root, "**/*.py") == ["/b.py", "/src/c.py"]


def test_a_pattern_counts_from_the_folder_or_if_anchored_from_the_root(root: Path):
    assert glob(root, "*.py", "src") == ["/src/.cache/d.py", "/src/c.py"]
    assert glob(root, "./*.py", "/src") == ["/src/c.py"]
    assert glob(root, "/src/*.py", "/src") == ["/src/c.py"]
    assert glob(root, "/*.py", "/src") == []


def test_one_more_than_there_may_be_is_told_and_as_many_is_complete(root: Path):
    assert walk(root).glob("**", "/", 3).complete
    assert walk(root).glob("**", "/", 2).complete is False
    assert walk(root).glob("**", "/", 2).paths == ("/a.md", "/b.py")


def test_links_that_lead_out_are_passed_over_and_links_to_folders_not_followed(root: Path):
    (root / "out.md").symlink_to("../outside/secret.md")
    (root / "out").symlink_to("../outside")
    (root / "again").symlink_to(".")
    (root / "loop.md").symlink_to("loop.md")
    (root / "within.md").symlink_to("a.md")

    assert glob(root, "*.md") == ["/a.md", "/within.md"]
    assert [hit.path for hit in walk(root).grep("needle", "/", "*.md", 100).hits] == ["/a.md", "/within.md"]


def test_what_is_no_folder_is_told(root: Path):
    for path, kind in [("/a.md", WrongKind), ("/none", Missing), ("/..", AccessRefused)]:
        with pytest.raises(kind):
            glob(root, "*", path)


def test_a_tree_deeper_than_the_stack_is_walked(root: Path):
    # Each folder is made from within the one above: the whole path is longer than the system takes at once.
    here = os.open(root, os.O_RDONLY)
    for _ in range(400):
        os.mkdir("d", dir_fd=here)
        below = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = below
    os.close(os.open("deep.txt", os.O_CREAT | os.O_WRONLY, dir_fd=here))
    os.close(here)

    assert glob(root, "deep.txt") == ["/" + "d/" * 400 + "deep.txt"]


def test_lines_that_hold_the_text_are_found_with_their_numbers(root: Path):
    hits = walk(root).grep("needle", "/", "", 100)

    assert hits.hits == (
        Hit("/a.md", 2, (NumberedLine(1, "needle"), NumberedLine(3, "needle twice: needle"))),
        Hit("/src/.cache/d.py", 1, (NumberedLine(1, "needle"),)),
        Hit("/src/c.py", 1, (NumberedLine(1, "a.*b|needle"),)),
    )
    assert hits.complete
    assert hits.left_out == ()


def test_the_text_is_searched_for_literally(root: Path):
    assert [hit.path for hit in walk(root).grep("a.*b|", "/", "", 100).hits] == ["/src/c.py"]
    assert walk(root).grep("needl.", "/", "", 100).hits == ()


def test_lines_are_left_out_beyond_the_most_and_counted_all_the_same(root: Path):
    hits = walk(root).grep("needle", "/", "", 1)

    assert [(hit.path, hit.count, len(hit.lines)) for hit in hits.hits] == [
        ("/a.md", 2, 1),
        ("/src/.cache/d.py", 1, 0),
        ("/src/c.py", 1, 0),
    ]
    assert not hits.complete
    assert walk(root).grep("needle", "/", "", 4).complete


def test_the_folder_of_git_is_searched_only_from_within(root: Path):
    assert [hit.path for hit in walk(root).grep("needle", "/.git", "", 100).hits] == ["/.git/e.py"]


def test_one_file_can_be_searched(root: Path):
    assert [hit.path for hit in walk(root).grep("needle", "/src/c.py", "", 100).hits] == ["/src/c.py"]
    with pytest.raises(Missing):
        walk(root).grep("needle", "/none", "", 100)


def test_files_that_are_no_text_or_too_large_are_counted_and_named_alone_refused(root: Path):
    (root / "picture").write_bytes(b"\0needle")
    with (root / "large").open("wb") as file:
        file.truncate(LARGEST + 1)

    assert walk(root).grep("needle", "/", "{picture,large,a.md}", 100).left_out == (
        NotSearched("binary", 1),
        NotSearched("large", 1),
    )
    with pytest.raises(UnreadableFile):
        walk(root).grep("needle", "/large", "", 100)
    with pytest.raises(UnreadableFile):
        walk(root).grep("needle", "/picture", "", 100)


@pytest.mark.parametrize("text", ["", "a\nb", "a\r"])
def test_a_text_that_no_line_can_hold_is_refused(root: Path, text: str):
    with pytest.raises(BadPattern):
        walk(root).grep(text, "/", "", 100)


def test_half_a_character_is_nowhere(root: Path):
    assert walk(root).grep("\ud800", "/", "", 100).hits == ()


def test_a_walk_that_nobody_waits_for_stops(root: Path):
    asked: list[None] = []

    def stopped() -> bool:
        asked.append(None)
        return len(asked) > 3

    with pytest.raises(Stopped):
        Walk(Disk(root), stopped).glob("**", "/", 100)
    assert len(asked) == 4


def test_no_error_shows_the_real_place(root: Path):
    for path in ("/none", "/a.md"):
        with pytest.raises(FilesError) as error:
            glob(root, "*", path)
        assert str(root) not in str(error.value)


@given(
    st.text("ab\n\r", max_size=60),
    st.text("ab", min_size=1, max_size=2),
    st.integers(0, 5),
    st.sampled_from([1, 3, 1 << 18]),
)
def test_lines_are_found_and_counted_as_one_by_one(text: str, wanted: str, most: int, piece: int):
    lines = unix(text).split("\n")
    expected = [NumberedLine(number, line) for number, line in enumerate(lines, 1) if wanted in line]
    with TemporaryDirectory() as folder:
        (Path(folder) / "a").write_bytes(text.encode())
        hits = Walk(Disk(Path(folder)), lambda: False, piece=piece).grep(wanted, "/", "", most)
    found = [Hit("/a", len(expected), tuple(expected[:most]))] if expected else []
    assert list(hits.hits) == found
    assert hits.complete == (len(expected) <= most)


def test_what_the_rules_keep_is_left_out_and_counted(root: Path):
    permits = Walk(Disk(root), lambda: False, lambda path: not path.startswith("/src"))
    found = permits.glob("*.py", "/", 100)
    assert found.paths == ("/.git/e.py", "/b.py")
    assert found.left_out == (NotSearched("ruled", 2),)
    with pytest.raises(Ruled):
        Walk(Disk(root), lambda: False, lambda path: False).grep("needle", "/a.md", "", 1)
