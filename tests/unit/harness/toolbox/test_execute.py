import asyncio
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from adapters.files.folder import Folder
from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.approvals.file_rules import FileRule, FileRules
from harness.approvals.gate import Verdict
from harness.approvals.patterns import allows, touches
from harness.toolbox import hiding
from harness.toolbox.execute import execute
from harness.toolbox.schedule_wakeup import MOST as MOST_WAKEUPS
from harness.toolbox.shell import LONGEST_OUTPUT, NOTHING_HIDDEN, Begun, Completed, Hidden, Isolation, Mount, ShellError
from harness.tools.arguments import MalformedArguments
from harness.tools.calls import ToolCall, ToolResult
from harness.tools.changes import CommandStarted
from harness.tools.runner import LONGEST, Runner
from harness.tools.tool import ToolContext
from tests.reading import READER
from tests.unit.harness.toolbox.behind import ID, THREAD, Behind
from tests.unit.harness.toolbox.running import run, subject, summary


class Scripted:
    """A Shell that completes as it is told to, and keeps what it was asked."""

    def __init__(self, completed: Completed | ShellError, isolation: Isolation = Isolation()) -> None:  # noqa: B008 - a value
        self.completed, self.isolation = completed, isolation
        self.asked: list[tuple[str, float]] = []

    async def run(
        self, command: str, timeout: float, output: Callable[[str], None], hidden: Hidden = NOTHING_HIDDEN
    ) -> Completed:
        self.hidden = hidden
        self.asked.append((command, timeout))
        if isinstance(self.completed, ShellError):
            raise self.completed
        output(self.completed.output)
        return self.completed

    async def begin(self, command: str, timeout: float, hidden: Hidden = NOTHING_HIDDEN) -> Begun:
        self.hidden = hidden
        self.asked.append((command, timeout))
        if isinstance(self.completed, ShellError):
            raise self.completed
        said = self.completed.output
        return Begun(asyncio.get_running_loop().create_future(), lambda: said)


@pytest.mark.parametrize("background", [False, True])
def test_folders_that_were_too_much_to_look_through_are_named_with_the_way(
    tmp_path: Path, background: bool, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(hiding, "MOST", 3)
    for number in range(9):
        (tmp_path / f"node_modules/{number}").mkdir(parents=True)
    rules = FileRules((FileRule("read", "/**/.env", Verdict.DENY),))
    shell = Scripted(Completed(0, ""), Isolation("bwrap", network=False))
    tool = execute(shell, Folder(tmp_path), rules=rules)
    tool = replace(tool, shows=lambda context: rules.leaves("read"))
    text = run(tool, command="true", background=background).text
    assert "Commands find /node_modules/0 and 8 more folders empty" in text
    assert "`delete` can remove them" in text
    assert shell.hidden.folders == tuple(f"/node_modules/{number}" for number in range(9))


def test_the_output_is_told_with_the_exit_code():
    done = run(execute(Scripted(Completed(0, "clean\n"))), command="git status")
    failed = run(execute(Scripted(Completed(2, ""))), command="git status")

    assert (done.text, done.ok) == ("clean\n[exit code 0]", True)
    assert (failed.text, failed.ok) == ("(no output)\n[exit code 2]", False)


def test_a_command_has_two_minutes_unless_it_is_given_up_to_ten():
    shell = Scripted(Completed(0, ""))

    run(execute(shell), command="a")
    run(execute(shell), command="b", timeout=600)
    run(execute(shell), command="c", timeout=0.5)

    assert shell.asked == [("a", 120), ("b", 600), ("c", 0.5)]


@pytest.mark.parametrize(
    "arguments",
    [
        {"command": "a", "timeout": 0},
        {"command": "a", "timeout": -1},
        {"command": "a", "timeout": 601},
        {"command": "a", "timeout": "soon"},
        {"command": "a", "timeout": float("nan")},
        {"command": "a", "timeout": float("inf")},
        {"command": ""},
        {"command": " \n"},
        {"command": "a\0b"},
        {},
    ],
)
def test_bad_values_are_error_results_and_nothing_runs(arguments: dict[str, object]):
    shell = Scripted(Completed(0, ""))

    result = run(execute(shell), **arguments)

    assert not result.ok
    assert result.text.startswith("malformed arguments for execute")
    assert shell.asked == []


def test_a_command_that_was_ended_says_why_and_what_to_do():
    slow = run(execute(Scripted(Completed(124, "half", "timed-out"))), command="a", timeout=5)
    loud = run(execute(Scripted(Completed(137, "y", "flooded"))), command="yes")

    assert slow.text.startswith("half\n[exit code 124: ended after 5 seconds")
    assert "longer timeout" in slow.text
    assert loud.text.startswith("y\n[exit code 137: ended because it wrote far too much")
    assert not slow.ok
    assert not loud.ok


def test_a_command_that_could_not_be_started_says_why():
    result = run(execute(Scripted(ShellError("the command is too long to start"))), command="a")

    assert (result.text, result.ok) == ("the command is too long to start", False)


def test_no_result_holds_a_character_that_a_database_refuses():
    assert "\0" not in run(execute(Scripted(Completed(0, "a\0b"))), command="a").text


def test_the_end_of_the_longest_output_is_not_cut_off():
    result = run(execute(Scripted(Completed(1, "x" * (LONGEST_OUTPUT + 60)))), command="a")

    assert result.text.endswith("[exit code 1]")
    assert len(result.text) <= LONGEST


def test_rules_see_the_command_as_a_shell_command_that_can_reach_everything():
    tool = execute(Scripted(Completed(0, "")))

    assert (tool.category, tool.unsandboxed, tool.shell is not None, tool.repeatable, tool.timeout) == (
        "execute",
        True,
        True,
        False,
        None,
    )
    assert subject(tool, command=" ls  -l\n") == " ls  -l\n"


def test_people_see_what_would_run_and_that_there_is_more_of_it():
    tool = execute(Scripted(Completed(0, "")))

    assert summary(tool, command="git status") == "Run git status"
    assert summary(tool, command="true\nrm -rf ~\n") == "Run true…"


def test_on_a_real_shell_what_it_says_is_shown_while_it_runs(tmp_path: Path):
    shown: list[str] = []
    call = ToolCall("1.1.0", "execute", '{"command": "echo out; echo err >&2; exit 3"}')
    tool = execute(Unsandboxed(tmp_path, {}))

    result = asyncio.run(Runner({"execute": tool}).run(call, ToolContext(call, "thread", shown.append)))

    assert result == ToolResult("out\nerr\n[exit code 3]", ok=False, exit_code=3, outside="command")
    assert "".join(shown) == "out\nerr\n"


def test_a_command_with_a_mask_is_none():
    with pytest.raises(MalformedArguments, match="stands for something that you are not shown"):
        execute(Scripted(Completed(0, ""))).parse('{"command": "echo [masked: GitHub token] > .env"}')


def test_what_it_says_comes_from_outside_and_that_it_could_not_be_run_does_not():
    assert execute(Scripted(Completed(0, ""))).outside == "command"


CONTAINED = Isolation("bwrap", network=False, memory=1024, processes=9)


def test_people_and_the_model_are_told_what_a_command_sees_and_reaches_in_its_sandbox():
    tool = execute(Scripted(Completed(0, ""), replace(CONTAINED, environment=("CI",))))
    assert not tool.unsandboxed
    assert "in a sandbox: it sees the system's programs, read only, your files, the variables CI, and no network" in (
        tool.description
    )
    doing = tool.doing(tool.parse('{"command": "make"}'))
    assert doing.notes[:2] == ("in a sandbox, without network", "sees CI")
    assert execute(Scripted(Completed(0, ""))).doing(tool.parse('{"command": "make"}')).notes == ("2 min at most",)


KEPT = FileRules(
    (
        FileRule("read", "/secret/**", Verdict.DENY),
        FileRule("read", "/open/**", Verdict.ALLOW),
        *(FileRule("write", f"/{number}", Verdict.ASK) for number in range(7)),
    )
)


def test_what_of_the_files_is_kept_from_it_is_told_and_holds(tmp_path: Path):
    for number in range(7):
        (tmp_path / str(number)).touch()
    shell = Scripted(Completed(0, ""), CONTAINED)
    tool = execute(shell, Folder(tmp_path), rules=KEPT)
    named = "/0, /1, /2, /3, /4 and 2 more"
    assert f"your files (does not see /secret/**) (does not change {named}), and no network" in tool.description
    doing = tool.doing(tool.parse('{"command": "make"}'))
    assert doing.notes[1:3] == ("does not see /secret/**", f"does not change {named}")
    run(tool, command="make")
    assert shell.hidden.kept == tuple(f"/{number}" for number in range(7))
    assert tool.digest != execute(shell).digest, "what was granted is not for other rules"


async def beside(command: str, context: ToolContext, rules: FileRules, sandbox: bool) -> tuple[Mount, ...]:
    if command == "full":
        raise ShellError("the command was not started: /scratch is full")
    return (Mount("/scratch", f"{sandbox}", writable=not rules.rules),)


def test_it_finds_what_is_beside_the_files(tmp_path: Path):
    rules = FileRules((FileRule("write", "/scratch/**", Verdict.DENY),))
    for isolation, said in (
        (CONTAINED, "/scratch ($SCRATCH) is there, too"),
        (Isolation(), "call /scratch is $SCRATCH."),
    ):
        shell = Scripted(Completed(0, ""), isolation)
        tool = execute(shell, Folder(tmp_path), beside=beside)
        assert said in tool.description
        run(tool, command="ls")
        [mount] = shell.hidden.beside
        assert (mount.folder, mount.writable) == (str(bool(isolation.sandbox)), True)
        assert run(tool, command="full").text == "the command was not started: /scratch is full"
        run(execute(shell, Folder(tmp_path), rules=rules, beside=beside), command="ls")
        assert not shell.hidden.beside[0].writable
    assert "SCRATCH" not in execute(Scripted(Completed(0, ""))).description


def test_without_a_sandbox_nothing_is_said_to_be_kept(tmp_path: Path):
    shell = Scripted(Completed(0, ""))
    tool = execute(shell, Folder(tmp_path), rules=KEPT)
    assert "does not" not in tool.description
    run(tool, command="make")
    assert shell.hidden == NOTHING_HIDDEN


def test_what_it_says_without_a_network_is_the_teams_own():
    assert execute(Scripted(Completed(0, ""), CONTAINED)).outside == ""
    assert execute(Scripted(Completed(0, ""), replace(CONTAINED, network=True))).outside == "command"


def test_in_another_sandbox_it_is_another_tool_so_that_no_grant_is_for_it():
    isolations = (Isolation(), CONTAINED, replace(CONTAINED, network=True), replace(CONTAINED, environment=("CI",)))
    assert len({execute(Scripted(Completed(0, ""), isolation)).digest for isolation in isolations}) == 4


def test_what_was_killed_for_want_of_memory_says_so():
    said = run(execute(Scripted(Completed(137, "half\n", "memory"))), command="make").text
    assert said.startswith("half\n[exit code 137: something of it was killed, since it used more memory than it may")


# In the background
def begun(behind: Behind, woken: int = 0, id: str = ID, thread: str = THREAD, **arguments: object) -> ToolResult:
    tool = execute(behind.shell, background=behind.commands, reader=READER)
    call = ToolCall(id, "execute", json.dumps({"background": True, **arguments}))

    async def main() -> ToolResult:
        result = await Runner({"execute": tool}).run(call, ToolContext(call, thread, self_wakeups=woken))
        assert isinstance(result, ToolResult)
        await behind.commands.close()
        return result

    return asyncio.run(main())


def test_in_the_background_it_returns_at_once_and_says_how_to_go_on(tmp_path: Path):
    result = begun(Behind(tmp_path), command="sleep 60")

    assert result == ToolResult(
        "It runs in the background as 3.1.0, for 1 h at most. You will see here that it has ended. Once a minute "
        "what it says is kept in /results/3.1.0.txt; poll tells how it stands, and kill ends it.",
        changes=(CommandStarted("here", "b1", "sleep 60", 3_600, outside="command"),),
        outside=None,
    )


def test_with_notify_it_says_that_it_goes_on_and_its_time_may_be_shorter(tmp_path: Path):
    result = begun(Behind(tmp_path), command="sleep 60\nsleep 60", notify=True, timeout=900)

    assert "for 15 min at most. You go on as soon as it has ended." in result.text
    assert result.changes == (CommandStarted("here", "b1", "sleep 60 sleep 60", 900, notify=True, outside="command"),)


def test_what_is_kept_of_a_command_shows_no_secret(tmp_path: Path):
    [change] = begun(Behind(tmp_path), command="deploy --token=xoxb-word-4711-abcdefghijkl").changes

    assert isinstance(change, CommandStarted)
    assert change.command == "deploy --token=•••"


def test_four_run_at_once_in_a_thread_and_a_fifth_is_told_of_them(tmp_path: Path):
    async def main() -> None:
        behind = Behind(tmp_path)
        tool = execute(behind.shell, background=behind.commands)
        calls = [ToolCall(f"1.1.{n}", "execute", '{"command": "sleep 60", "background": true}') for n in range(5)]
        runner = Runner({"execute": tool})
        results = await asyncio.gather(*(runner.run(call, ToolContext(call, THREAD)) for call in calls))
        elsewhere = await runner.run(calls[0], ToolContext(calls[0], "another"))
        assert isinstance(elsewhere, ToolResult)
        assert elsewhere.ok
        [fifth] = [one for one in results if isinstance(one, ToolResult) and not one.ok]
        others = ", ".join(behind.commands.open(THREAD))
        assert others.count(",") == 3
        assert fifth == ToolResult(
            f"Not started: 4 commands run in the background of this thread already ({others}). End one with kill, or "
            "wait until one has ended.",
            ok=False,
            outside=None,
        )
        await behind.commands.close()

    asyncio.run(main())


def test_who_has_had_themselves_woken_often_is_not_notified_any_more(tmp_path: Path):
    result = begun(Behind(tmp_path), MOST_WAKEUPS, command="sleep 60", notify=True)

    assert result.text.startswith("Not started: you have had yourself woken 10 times")
    assert begun(Behind(tmp_path), MOST_WAKEUPS, command="sleep 60").ok


def test_what_cannot_be_started_in_the_background_says_so(tmp_path: Path):
    result = begun(Behind(tmp_path), command="x" * 3_000_000)

    assert (result.ok, result.changes) == (False, ())
    assert "too long to start" in result.text


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (
            {"command": "a", "timeout": 601},
            "you wait for 600 seconds at most: what takes longer runs in the background",
        ),
        ({"command": "a", "timeout": 3_601, "background": True}, "less than or equal to 3600"),
        ({"command": "a", "notify": True}, "notify is for commands in the background"),
    ],
)
def test_what_makes_no_sense_says_what_would(arguments: dict[str, object], why: str):
    assert why in run(execute(Scripted(Completed(0, ""))), **arguments).text


def test_no_allowing_pattern_covers_what_nobody_waits_for_and_every_denying_one_does():
    tool = execute(Scripted(Completed(0, "")))

    behind = subject(tool, command="make test", background=True)
    assert allows("make *", subject(tool, command="make test"), READER)
    assert not allows("make *", behind, READER)
    assert not allows("*", behind, READER)
    assert touches("make *", behind, READER)
    commented = subject(tool, command="make test # now", background=True)
    assert not allows("make *", commented, READER), "the comment hides nothing of it"
    document = subject(tool, command="cat <<E\nhi\nE", background=True)
    assert not READER(document).problem


def test_people_see_that_it_runs_in_the_background_for_how_long_and_that_we_go_on():
    tool = execute(Scripted(Completed(0, "")))
    doing = tool.doing(tool.parse('{"command": "make", "background": true, "notify": true}'))

    assert (doing.verb, doing.past) == ("Run", "Started")
    assert doing.notes == ("in the background, 1 h at most", "I go on once it has ended")
    assert doing.unsaid(["command", "timeout", "background", "notify"]) == []
