import pytest
from hypothesis import given
from hypothesis import strategies as st

from harness.files.errors import BadPattern
from harness.files.patterns import Pattern

TREE = [
    "a.py",
    "b.md",
    ".env",
    "src/a.py",
    "src/.env",
    "src/deep/b.py",
    "src/deep/er/c.py",
    ".git/hook.py",
    "src/.cache/d.py",
    "docs/x.md",
]


def meant(pattern: str) -> set[str]:
    wanted = Pattern(pattern)
    return {path for path in TREE if wanted.matches(path.split("/"))}


def test_a_pattern_without_a_slash_is_about_the_name_at_any_depth_hidden_folders_too():
    assert meant("*.py") == {path for path in TREE if path.endswith(".py")}
    assert meant(".env") == {".env", "src/.env"}


def test_two_stars_enter_no_hidden_folder():
    assert meant("**/*.py") == {"a.py", "src/a.py", "src/deep/b.py", "src/deep/er/c.py"}
    assert meant("src/**/*.py") == {"src/a.py", "src/deep/b.py", "src/deep/er/c.py"}
    assert meant("src/**") == {"src/a.py", "src/.env", "src/deep/b.py", "src/deep/er/c.py"}
    assert meant("**") == {path for path in TREE if "/." not in path.rpartition("/")[0] and not path.startswith(".git")}


def test_a_pattern_with_a_slash_is_about_the_whole_path():
    assert meant("src/*.py") == {"src/a.py"}
    assert meant("./*.py") == {"a.py"}
    assert meant("*/*.md") == {"docs/x.md"}


def test_a_leading_slash_anchors_at_the_root():
    assert Pattern("/*.py").anchored
    assert not Pattern("*.py").anchored
    assert meant("/*.py") == {"a.py"}
    assert meant("/src/deep/**") == {"src/deep/b.py", "src/deep/er/c.py"}


def test_sets_single_characters_and_alternatives():
    assert meant("[!a].py") == {"src/deep/b.py", "src/deep/er/c.py", "src/.cache/d.py"}
    assert meant("?.md") == {"b.md", "docs/x.md"}
    assert meant("*.{md,env}") == {"b.md", "docs/x.md", ".env", "src/.env"}
    assert meant("{docs,src/{deep,.cache}}/*") == {"docs/x.md", "src/deep/b.py", "src/.cache/d.py"}


def test_a_brace_without_alternatives_stands_for_itself():
    assert Pattern("{a}.txt").matches(["{a}.txt"])
    assert Pattern("a{b.txt").matches(["a{b.txt"])


@pytest.mark.parametrize("pattern", ["", "/", ".", "../*", "a/../b", "a\\b", "a\nb", "{a,b}" * 7])
def test_a_pattern_that_means_nothing_is_refused(pattern: str):
    with pytest.raises(BadPattern):
        Pattern(pattern)


def test_a_pattern_made_to_be_slow_is_not():
    assert not Pattern("*a" * 40 + "b").matches(["a" * 250])
    assert not Pattern("**/" * 40 + "b").matches(["a"] * 200)


@given(
    st.lists(st.sampled_from(["**", "*", "a", "a*", "?", ".*", "[!a]", "{a,b}"]), min_size=1, max_size=5).map("/".join),
    st.lists(st.sampled_from(["a", "b", "ab", ".a"]), min_size=1, max_size=5),
)
def test_a_folder_above_a_file_that_is_meant_is_always_entered(pattern: str, parts: list[str]):
    wanted = Pattern(pattern)

    if wanted.matches(parts):
        assert all(wanted.enters(parts[:depth]) for depth in range(len(parts)))


def test_folders_in_which_nothing_can_be_meant_are_not_entered():
    assert not Pattern("src/*.py").enters(["docs"])
    assert not Pattern("src/*.py").enters(["src", "deep"])
    assert not Pattern("**/*.py").enters([".git"])
