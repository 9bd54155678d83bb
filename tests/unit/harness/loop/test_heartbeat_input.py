"""What a heartbeat looks at is read first, and what was not to be had is said."""

import asyncio
from collections.abc import Callable

from harness.loop.heartbeat_input import LONGEST, WITHIN, Preparing, nothing
from harness.sessions.effects import ReadChecklist
from harness.sessions.facts import ChecklistRead
from harness.toolbox.shell import NOTHING_HIDDEN, Begun, Completed, Hidden, Isolation, ShellError
from harness.tools.calls import At

AT = At(2, 1)


class Shell:
    """Says what it is told to say."""

    def __init__(self, says: Completed | ShellError) -> None:
        self.says, self.ran = says, list[tuple[str, float]]()

    isolation = Isolation()

    async def run(
        self, command: str, timeout: float, output: Callable[[str], None], hidden: Hidden = NOTHING_HIDDEN
    ) -> Completed:
        self.ran.append((command, timeout))
        output("unseen")
        if isinstance(self.says, ShellError):
            raise self.says
        return self.says

    async def begin(self, command: str, timeout: float, hidden: Hidden = NOTHING_HIDDEN) -> Begun:
        raise AssertionError("a check is waited for")


def prepared(
    checklist: str = "",
    check: str = "",
    file: str = "",
    says: Completed | ShellError | None = None,
    known: str = "",
) -> ChecklistRead:
    async def read() -> str:
        return file

    shell = Shell(says or Completed(0, "unchanged\n"))
    outcome = asyncio.run(Preparing(read, shell)(ReadChecklist(AT, checklist, check, known)))
    assert shell.ran == ([(check, WITHIN)] if check else [])
    return outcome


def test_the_list_of_the_heartbeat_goes_before_that_of_the_workspace() -> None:
    assert prepared("- mine", file="- ours") == ChecklistRead(AT, "- mine")
    assert prepared(file="- ours") == ChecklistRead(AT, "- ours")


def test_what_a_check_says_is_known_again_by_its_digest() -> None:
    first, same, other = (prepared("- x", "make", says=Completed(0, said)) for said in ("one\n", "one", "two"))
    assert (first.found, first.why) == ("one", "")
    assert first.digest == same.digest != other.digest


def test_what_is_known_is_not_kept_again() -> None:
    known = prepared("- x", "make", says=Completed(0, "one")).digest
    same = prepared("- x", "make", says=Completed(0, "one"), known=known)
    assert same == ChecklistRead(AT, "", digest=known)
    assert prepared("- x", "make", says=Completed(0, "two"), known=known).found == "two"


def test_how_it_ended_is_part_of_it_if_that_was_not_well() -> None:
    well, badly = prepared("- x", "make", says=Completed(0, "one")), prepared("- x", "make", says=Completed(2, "one"))
    assert badly.found == "one\n[exit code 2]"
    assert well.digest != badly.digest


def test_what_was_not_to_be_had_is_said() -> None:
    unrunnable = prepared("- x", "make", says=ShellError("there is no sh"))
    assert (unrunnable.checklist, unrunnable.why) == ("- x", "the check could not be run: there is no sh")


def test_what_is_long_is_cut_and_says_so() -> None:
    found = prepared("- x", "make", says=Completed(0, "y" * (LONGEST + 7)))
    assert found.found.endswith("\n[7 more characters were cut]")


def test_where_there_is_no_workspace_a_heartbeat_has_its_own_list() -> None:
    assert asyncio.run(nothing(ReadChecklist(AT, "- mine", "make"))) == ChecklistRead(AT, "- mine")


def test_what_is_secret_is_not_in_what_a_check_says() -> None:
    found = prepared("- x", "make", says=Completed(0, "TOKEN=AKIAIOSFODNN7EXAMPLE\n")).found
    assert found == "TOKEN=[masked: AWS access key]"
