"""`deskmate doctor` beside `deskmate run`: both as processes, on the Slack emulator and the scripted model."""

import asyncio
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from adapters.slack.manifest import manifest, scopes
from tests.fakes.openai.script import reply, unauthorized
from tests.flows.house import BlackBox, Desk
from tests.forked import completed


@dataclass(frozen=True, slots=True)
class Said:
    """`found`: what it said of each thing, with how bad it is."""

    status: int
    found: dict[str, str]


@pytest.fixture
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    desk = Desk.open(tmp_path_factory.mktemp("desk"))
    desk.slack.state.scopes = set(scopes(manifest()))
    try:
        yield desk
    finally:
        desk.close()


async def doctor(desk: Desk, *options: str, workspace: str = "workspace", **changes: str) -> Said:
    arguments = ("doctor", "--workspace", str(desk.folder / workspace), *options)
    environment = {**desk.environment, "SLACK_CONFIG_TOKEN": "", **changes}
    ended = await asyncio.to_thread(completed, arguments, environment)
    assert ended.stderr == ""
    for secret in ("xoxb-", "xapp-", "ticket"):
        assert secret not in ended.stdout
    found: dict[str, str] = {}
    for line in ended.stdout.splitlines():
        found.setdefault(line[7:18].strip(), f"{line[:5].strip()} {line[20:]}")
    return Said(ended.returncode, found)


def test_before_anything_runs_it_says_what_is_missing_and_then_that_all_is_well(desk: Desk) -> None:
    async def story() -> None:
        first = await doctor(desk, OPENAI_API_KEY="")
        assert first.status == 2
        assert first.found["model"] == (
            "WRONG openai/scripted is one of openai's, and its key is missing: set OPENAI_API_KEY in the environment"
        )
        well = await doctor(desk)
        assert well.status == 0, well
        assert well.found["bot token"].startswith("ok is valid: @deskmate in the workspace acme")
        assert well.found["journal"].endswith("will be made by the first start")
        assert not desk.model.requests

    desk.play(story())


def test_beside_a_colleague_that_works_it_tells_it_from_a_stranger_and_does_not_disturb_it(desk: Desk) -> None:
    (desk.folder / "offline").mkdir()
    (desk.folder / "offline" / "workspace.yaml").write_text("model: rehearsal\n")

    async def story() -> None:
        await desk.move_in(BlackBox())
        beside = await doctor(desk, workspace="offline")
        assert beside.status == 0, beside
        assert beside.found["running"].startswith("note process ")
        assert beside.found["connections"].startswith("note 1 other connection of this app: probably the process")

        elsewhere = await doctor(desk, workspace="offline", DESKMATE_DATA_DIR=str(desk.folder / "elsewhere"))
        assert elsewhere.status == 1
        assert elsewhere.found["connections"].startswith("WRONG 1 other connection of this app, and Slack tells")

        room = desk.room()
        room.model_will(reply("I am well."))
        await room.mentions(desk.bob, "how are you?")
        await room.reads("I am well.")

        desk.slack.state.scopes -= {"reactions:write"}
        lacking = await doctor(desk, workspace="offline")
        assert lacking.status == 1
        assert lacking.found["scopes"].startswith("WRONG not granted: reactions:write. Add")

    desk.play(story())


def test_it_looks_where_the_workspace_has_it_keep_an_eye_on_things(desk: Desk) -> None:
    file = desk.files.parent / "workspace.yaml"
    where = f'place: "slack:{desk.slack.team.id}:{desk.room().channel.id}"'
    file.write_text(f"{file.read_text()}heartbeats:\n  - {{every: 30m, {where}, check: cat tide.txt}}\n")
    (desk.folder / "workspace" / "HEARTBEAT.md").write_text("- the tide\n")

    async def story() -> None:
        well = await doctor(desk)
        assert well.status == 0, well
        assert well.found["heartbeats"].startswith("ok slack:")
        assert "every 30 min: checks, and may post in #" in well.found["heartbeats"]
        (desk.folder / "workspace" / "HEARTBEAT.md").unlink()
        bare = await doctor(desk)
        assert bare.status == 2
        assert "I never check anything: there is no" in bare.found["heartbeats"]

    desk.play(story())


def test_a_model_is_asked_for_a_word_on_request(desk: Desk) -> None:
    async def story() -> None:
        models = 2  # the workspace's, and the one of a mode
        desk.model.will(*[reply("Hello.")] * models, *[unauthorized()] * models)
        assert (await doctor(desk, "--model")).status == 0
        assert len(desk.model.requests) == models
        assert (await doctor(desk, "--model")).status == 2

    desk.play(story())


def test_a_line_break_after_a_key_is_none_of_it(desk: Desk) -> None:
    async def story() -> None:
        desk.model.will(*[reply("Hello.")] * 2)
        said = await doctor(desk, "--model", OPENAI_API_KEY="test-key\n")
        assert said.status == 0, said
        assert {request.headers["Authorization"] for request in desk.model.requests} == {"Bearer test-key"}
        broken = await doctor(desk, "--model", OPENAI_API_KEY="test\nkey")
        assert broken.status == 2
        assert broken.found["model"].endswith("OPENAI_API_KEY has a line break in it, as no key has: set it anew")
        assert len(desk.model.requests) == 2

    desk.play(story())
