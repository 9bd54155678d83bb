import pytest

from harness.workspace.problems import WorkspaceError
from harness.workspace.texts import text_of


def test_a_text_is_without_the_mark_at_its_beginning() -> None:
    assert text_of("\ufeffUse “tabs”.\n".encode(), "AGENTS.md", 100) == "Use “tabs”.\n"
    assert text_of(b"", "AGENTS.md", 0) == ""


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"fine\nnot \xff\n", "AGENTS.md:2: this is not UTF-8: save the file as UTF-8"),
        (b"x" * 1_001, "AGENTS.md is larger than 1,000 bytes: cut it"),
    ],
)
def test_what_is_none_or_too_much_is_told(data: bytes, said: str) -> None:
    with pytest.raises(WorkspaceError) as refused:
        text_of(data, "AGENTS.md", 1_000, ": cut it")
    assert str(refused.value) == said
