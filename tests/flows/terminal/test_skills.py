"""On a terminal skills are listed, and whoever sits there is told of a broken one."""

from pathlib import Path

from tests.flows.skills import add
from tests.flows.terminal.screen import CTRL_D, trying


def test_the_word_lists_them_and_what_is_broken_is_told(tmp_path: Path) -> None:
    home = tmp_path / "workspace"
    add(home, "forms")
    (add(home, "broken") / "SKILL.md").write_text("Nothing says what this is for.\n")
    (home / "workspace.yaml").write_text("name: Robin\nmodel: rehearsal\nskills: {forms: {enabled: true}}\n")
    with trying(tmp_path) as screen:
        screen.below("Robin listens")
        screen.shows("Something in my workspace was left out")
        screen.types("/skills")
        screen.shows("broken is broken and left out: line 1, must")
        screen.shows(r"forms: Use for: forms\.")
        screen.types("", CTRL_D)
        screen.shows("Left. What is open stays open")
        assert screen.ends() == 0
