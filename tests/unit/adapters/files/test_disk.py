import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adapters.files.disk import LARGEST, Disk, OthersDisk, bytes_of, seen, text_of, told, within
from harness.files.errors import AccessRefused, Failed, FilesError, Linked, Looped, Missing, UnreadableFile, WrongKind


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "outside.txt").write_text("secret")
    root = tmp_path / "files"
    root.mkdir()
    return root


def test_paths_lie_below_the_root(root: Path):
    assert Disk(root).real("notes/a.md") == str(root / "notes/a.md")
    assert Disk(root).real("/") == str(root)


def test_the_root_is_made_when_it_is_first_needed(tmp_path: Path):
    assert Disk(tmp_path / "files").entries("/") == ()


def test_a_root_whose_folder_is_gone_is_not_made_again(tmp_path: Path):
    """Or what was moved away would seem to be there, and empty."""
    with pytest.raises(Missing):
        Disk(tmp_path / "workspace" / "files").entries("/")
    assert not (tmp_path / "workspace").exists()


@pytest.mark.parametrize("bounds", ["skills", "."])
def test_what_others_keep_is_not_read_where_it_leads_out(tmp_path: Path, bounds: str):
    home = tmp_path / "skills" / "pdf"
    home.mkdir(parents=True)
    (home / "SKILL.md").write_text("Read it.")
    disk = OthersDisk(home, "/skills/pdf", tmp_path / bounds)
    assert [one.path for one in disk.entries("/skills/pdf")] == ["/skills/pdf/SKILL.md"]
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "key").write_text("4711")
    home.rename(tmp_path / "old")
    home.symlink_to(tmp_path / "outside")
    if bounds == ".":  # it may lead to another place in there
        assert disk.read_bytes("/skills/pdf/key", disk.real("/skills/pdf/key")) == b"4711"
    else:
        with pytest.raises(AccessRefused, match="leads out"):
            disk.real("/skills/pdf/key")


def test_the_root_may_be_a_link(root: Path, tmp_path: Path):
    (tmp_path / "link").symlink_to(root)

    assert Disk(tmp_path / "link").real("/a") == str(root / "a")


@pytest.mark.parametrize("target", ["../outside.txt", "/etc/passwd", "..", "../files-too/x", "../nowhere"])
def test_a_link_that_leads_out_is_refused(root: Path, target: str):
    (root / "link").symlink_to(target)

    for path in ("link", "/link/more"):
        with pytest.raises(AccessRefused, match="leads out of the files by a link"):
            Disk(root).real(path)


def test_a_link_that_stays_within_is_followed(root: Path):
    (root / "a.txt").write_text("a")
    (root / "link").symlink_to("a.txt")
    disk = Disk(root)

    disk.write_bytes("/link", disk.real("/link"), b"b")

    assert (root / "link").is_symlink()
    assert (root / "a.txt").read_text() == "b"


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.sampled_from(["..", ".", "", "out", "in", "loop", "a", "etc", "passwd"]), max_size=6).map("/".join))
def test_nothing_escapes(root: Path, path: str):
    for name, target in {"out": "..", "in": ".", "loop": "loop"}.items():
        if not (root / name).is_symlink():
            (root / name).symlink_to(target)

    try:
        real = Disk(root).real(path)
    except AccessRefused:
        return

    assert within(str(root), os.path.realpath(real))


def test_reading_what_is_no_file_says_what_it_is(root: Path):
    (root / "folder").mkdir()
    (root / "file").write_text("x")
    (root / "loop").symlink_to("loop")
    os.mkfifo(root / "pipe")

    for path, kind, words in [
        ("/folder", WrongKind, "is a folder"),
        ("/file/x", WrongKind, "below something that is a file"),
        ("/nothing", Missing, "does not exist"),
        ("/loop", Looped, "in a circle"),
        ("/pipe", WrongKind, "a pipe"),
    ]:
        with pytest.raises(kind, match=words) as error:
            Disk(root).read_bytes(path, str(root) + path)
        assert str(root) not in str(error.value)
        assert error.value.__cause__ is None


def test_a_file_too_large_to_read_whole_is_refused(root: Path):
    with (root / "large").open("wb") as file:
        file.truncate(LARGEST + 1)

    with pytest.raises(UnreadableFile, match="20,000,001 bytes"):
        Disk(root).read_bytes("/large", str(root / "large"))


def test_a_file_is_written_whole_with_the_folders_above_it_and_nothing_else(root: Path):
    Disk(root).write_bytes("/a/b/c.txt", str(root / "a/b/c.txt"), b"x")

    assert (root / "a/b/c.txt").read_bytes() == b"x"
    assert [entry.name for entry in (root / "a/b").iterdir()] == ["c.txt"]


def test_a_new_file_has_the_permissions_of_any_new_file_and_an_old_one_keeps_its_own(root: Path):
    (root / "plain").write_text("")
    (root / "script").write_text("")
    (root / "script").chmod(0o750)

    for name in ("new", "script"):
        Disk(root).write_bytes(f"/{name}", str(root / name), b"x")

    assert stat.S_IMODE((root / "new").stat().st_mode) == stat.S_IMODE((root / "plain").stat().st_mode)
    assert stat.S_IMODE((root / "script").stat().st_mode) == 0o750


def test_a_new_file_has_the_permissions_that_are_given_and_never_runs_as_who_owns_it(root: Path):
    (root / "old").write_text("")
    (root / "old").chmod(0o640)
    for name in ("new", "old"):
        Disk(root).write_bytes(f"/{name}", str(root / name), b"x", mode=0o4755)

    assert stat.S_IMODE((root / "new").stat().st_mode) == 0o755
    assert stat.S_IMODE((root / "old").stat().st_mode) == 0o640


def test_a_write_that_fails_leaves_the_file_and_the_folder_as_they_were(root: Path):
    (root / "folder").mkdir()
    (root / "file").write_text("x")
    (root / "loop").symlink_to("loop")

    for path, kind in [("/", WrongKind), ("/folder", WrongKind), ("/file/x", WrongKind), ("/loop", Looped)]:
        with pytest.raises(kind):
            Disk(root).write_bytes(path, str(root) + path.rstrip("/"), b"y")
    with pytest.raises(Failed, match="too long"):
        Disk(root).write_bytes("/n", str(root / ("n" * 300)), b"y")

    assert sorted(entry.name for entry in root.iterdir()) == ["file", "folder", "loop"]
    assert (root / "file").read_text() == "x"


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anything")
def test_a_file_that_may_not_be_written_is_not_replaced(root: Path):
    (root / "kept").write_text("x")
    (root / "kept").chmod(0o444)

    with pytest.raises(Failed):
        Disk(root).write_bytes("/kept", str(root / "kept"), b"y")

    assert (root / "kept").read_text() == "x"


def test_a_folder_is_listed_by_name_without_what_leads_out_or_nowhere(root: Path):
    (root / "b.txt").write_text("four")
    (root / "a").mkdir()
    (root / "out").symlink_to("../outside.txt")
    (root / "loop").symlink_to("loop")
    (root / "gone").symlink_to("nowhere")
    (root / "within").symlink_to("b.txt")
    (root / ".deskmate-1-0.tmp").write_text("half")

    assert [(entry.path, entry.folder, entry.size) for entry in Disk(root).entries("")] == [
        ("/a", True, 0),
        ("/b.txt", False, 4),
        ("/within", False, 4),
    ]


def test_a_name_that_would_hide_itself_is_listed_as_it_can_be_shown(root: Path):
    (root / "a\nb").write_text("")
    Path(os.fsdecode(os.fsencode(root) + b"/\xff")).write_text("")

    assert [entry.path for entry in Disk(root).entries("/")] == ["/?", "/a?b"]


def test_listing_what_is_no_folder_says_so(root: Path):
    (root / "file").write_text("x")

    with pytest.raises(WrongKind, match="/file is a file"):
        Disk(root).entries("/file")
    with pytest.raises(Missing, match="/none does not exist"):
        Disk(root).entries("none")


def test_what_is_seen_of_an_entry_is_what_it_leads_to(root: Path):
    (root / "folder").mkdir()
    (root / "link").symlink_to("folder")

    with os.scandir(root) as scan:
        kinds = {entry.name: seen(str(root), entry) for entry in scan}

    assert all(status is not None and stat.S_ISDIR(status.st_mode) for status in kinds.values())


def test_a_sibling_with_a_longer_name_is_not_within():
    assert within("/x/files", "/x/files/a")
    assert not within("/x/files", "/x/files-too")
    assert within("/", "/etc")


@pytest.mark.parametrize("data", [b"a\0b", b"\xff\xfe", b"caf\xe9"])
def test_what_is_not_text_in_utf_8_says_so(data: bytes):
    with pytest.raises(UnreadableFile, match="/f is"):
        text_of("/f", data)


@given(st.text().filter(lambda text: "\0" not in text))
def test_text_survives_the_way_to_bytes_and_back(text: str):
    assert text_of("/f", bytes_of("/f", text)) == text


def test_half_a_character_is_refused():
    with pytest.raises(UnreadableFile, match="half a character"):
        bytes_of("/f", "\ud800")


@given(st.integers(min_value=1, max_value=133))
def test_every_error_of_the_system_is_told_without_the_real_place(number: int):
    with pytest.raises(FilesError) as error, told("/notes.md"):
        raise OSError(number, os.strerror(number), "/real/place/notes.md")

    assert "/real/place" not in str(error.value)
    assert str(error.value).startswith("/notes.md")


def test_a_file_with_another_name_is_not_read_and_one_written_over_parts_from_it(root: Path, tmp_path: Path):
    (tmp_path / "outside").write_text("secret")
    os.link(tmp_path / "outside", root / "mine")
    disk = Disk(root)

    with pytest.raises(Linked, match="/mine has another name by a hard link"):
        disk.read_bytes("/mine", disk.real("/mine"))
    disk.write_bytes("/mine", disk.real("/mine"), b"new")

    assert (tmp_path / "outside").read_text() == "secret"
    assert disk.read_bytes("/mine", disk.real("/mine")) == b"new"


@pytest.mark.parametrize(
    "does",
    [
        lambda disk, file: disk.read_bytes("/in/a", file),
        lambda disk, file: disk.write_bytes("/in/a", file, b"new"),
        lambda disk, file: disk.scan(os.path.dirname(file)),
    ],
    ids=["read", "write", "scan"],
)
def test_a_folder_that_became_a_link_since_the_path_was_resolved_is_not_followed(
    root: Path, tmp_path: Path, does: Callable[[Disk, str], object]
):
    (tmp_path / "outside").mkdir()
    (tmp_path / "outside" / "a").write_text("secret")
    (root / "in").mkdir()
    (root / "in" / "a").write_text("x")
    disk = Disk(root)
    file = disk.real("/in/a")
    (root / "in").rename(root / "spare")
    (root / "in").symlink_to(tmp_path / "outside")

    with pytest.raises((Looped, OSError)):
        does(disk, file)
    assert (tmp_path / "outside" / "a").read_text() == "secret"


def test_where_a_path_really_lies_is_told_as_a_path_of_the_tree(root: Path):
    (root / "folder").mkdir()
    (root / "link").symlink_to("folder")
    disk = Disk(root)

    assert disk.lies(disk.real("/link/new.txt")) == "/folder/new.txt"
    assert disk.lies(disk.real("/")) == "/"
    assert [entry.lies for entry in disk.entries("/")] == ["", "/folder"]


def test_what_a_folder_says_of_its_entries_is_what_a_look_at_each_says(tmp_path: Path):
    root = tmp_path / "root"
    for folder in ("a", "skills", ".git", ".deskmate-gone"):
        (root / folder).mkdir(parents=True)
    for name in ("b.md", ".hidden", ".deskmate-half", "a/c"):
        (root / name).touch()
    (tmp_path / "outside").touch()
    os.mkfifo(root / "pipe")
    links = {
        "to-file": "b.md",
        "to-folder": "a",
        "out": "../outside",
        "nowhere": "none",
        "round": "round",
        "s": "skills",
    }
    for name, to in links.items():
        (root / name).symlink_to(to)
    for disk in (Disk(root, without=("/skills",)), OthersDisk(root)):
        looked = [
            (one.name, stat.S_ISDIR(one.status.st_mode), one.real if one.link else "") for one in disk.scan(str(root))
        ]
        ordinary = sorted(one for one in looked if one[0] not in ("pipe", "to-folder", "s"))
        assert disk.kinds(str(root)) == ordinary
        assert ("to-file", False, str(root / "b.md")) in ordinary
        assert ("skills" in [name for name, _, _ in ordinary]) is isinstance(disk, OthersDisk)
