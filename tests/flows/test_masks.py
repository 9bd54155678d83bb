"""What is secret is masked in what tools give, before a model, the chat, the log or the journal have it."""

import json
import logging
from collections.abc import Iterator

import pytest

from tests.fakes.openai.script import call, reply
from tests.flows.house import Desk, InProcess, story
from tests.flows.room import Room
from tests.unit.harness.chat.test_keys import LETTERS
from tests.unit.harness.tools.test_key_fragments import body

TOKEN = f"ghp_{LETTERS[:36]}"
KEY_LINES = (LETTERS[:64], LETTERS[7:71])
PRIVATE = "\n".join(["-----BEGIN OPENSSH PRIVATE KEY-----", *KEY_LINES, "-----END OPENSSH PRIVATE KEY-----"])
IN_ENV, IN_DATABASE, CUSTOMER = "v3ry-pr1vate-value", "hunter2hunter2", "customer-471122"
SECRETS = (TOKEN, *KEY_LINES, IN_ENV, IN_DATABASE, CUSTOMER)


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    with pytest.MonkeyPatch.context() as process:
        yield from Desk.lived_in(tmp_path_factory.mktemp("desk"), InProcess(), process, 'mask: ["customer-[0-9]{6}"]\n')


def told_anywhere(desk: Desk, log: str) -> str:
    """All that has left the house, or is kept in it beside its files."""
    kept = [file.read_bytes() for file in (desk.folder / "data").rglob("*") if file.is_file()]
    assert kept
    sent = [json.dumps(request.messages, ensure_ascii=False) for request in desk.model.requests]
    said = [str(made) for made in desk.slack.calls]
    return "\n".join([*sent, *said, log, *(one.decode(errors="replace") for one in kept)])


def test_what_a_command_prints_is_masked_and_kept_nowhere(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    printed = f"{TOKEN}\n{PRIVATE}\n{IN_ENV}\npostgres://bob:{IN_DATABASE}@db/x\n{CUSTOMER}\n{desk.slack.bot_token}\n"
    (desk.files / "keys.txt").write_text(printed)
    (desk.files / ".env").write_text(f"SETTING={IN_ENV}\n")

    async def told() -> None:
        room = desk.room()
        room.model_will(
            reply(call("execute", command="cat keys.txt; cat nothing-there; exit 3")),
            reply(call("read_file", file_path="/keys.txt"), call("grep", pattern="customer")),
            reply("All is masked."),
        )
        await room.mentions(desk.bob, "what are the keys?")
        await room.clicks(desk.bob, await room.card("Run "), "Approve")
        await room.reads("All is masked.")
        await room.rests()
        said = (await room.asked(2)).said
        for mask in ("GitHub token", "private key", "SETTING", "password", "pattern 1", "SLACK_BOT_TOKEN"):
            assert f"[masked: {mask}]" in said

    desk.play(told())
    everything = told_anywhere(desk, caplog.text)
    for secret in SECRETS:
        assert secret not in everything
    assert desk.slack.bot_token not in str([request.messages for request in desk.model.requests])


@story
async def test_a_file_with_a_key_in_it_is_changed_around_that(desk: Desk, room: Room) -> None:
    path, before = desk.files / "settings.env", f"TOKEN={TOKEN}\nDEBUG=1\n"
    path.write_text(before)
    room.model_will(
        reply(call("read_file", file_path="/settings.env")),
        reply(call("write_file", file_path="/settings.env", content="TOKEN=[masked: GitHub token]\nDEBUG=2\n")),
        reply(
            call("edit_file", file_path="/settings.env", old_string="TOKEN=[masked: GitHub token]", new_string="TOKEN=")
        ),
        reply(call("edit_file", file_path="/settings.env", old_string="DEBUG=1", new_string="DEBUG=2")),
        reply("It is switched on."),
    )
    await room.mentions(desk.bob, "switch it on")
    card = await room.card("settings.env")
    assert path.read_text() == before
    for asked in (3, 4):
        assert "stands for something that you are not shown" in (await room.asked(asked)).said
    assert TOKEN not in card.shown
    assert "[masked: " in card.shown
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("It is switched on.")
    assert path.read_text() == f"TOKEN={TOKEN}\nDEBUG=2\n"


@story
async def test_what_people_say_is_left_as_they_said_it(desk: Desk, room: Room) -> None:
    room.model_will(reply("That is one."))
    await room.mentions(desk.bob, "is customer-123456 a customer?")
    await room.reads("That is one.")
    assert "customer-123456" in (await room.asked(1)).said


@story
async def test_colors_and_parts_hide_no_secret(desk: Desk, room: Room) -> None:
    secret, lines = f"ghp_{LETTERS[1:37]}", body(64, 9, seed=11)
    (desk.files / "colored.txt").write_text(f"x {secret}\n")
    begin, end = "-----BEGIN PRIVATE KEY-----", "-----END PRIVATE KEY-----"
    (desk.files / "parted.pem").write_text("\n".join([begin, *lines, end, ""]))
    command = (
        "grep --color=always ghp_ colored.txt; sed -n 3,8p parted.pem; nl parted.pem | tail -5 | head -3; "
        "cut -c1-40 parted.pem | sed 1d"
    )
    room.model_will(
        reply(call("execute", command=command)),
        reply(call("grep", pattern=lines[4][:9], path="/parted.pem", output_mode="content", context=3)),
        reply("All of it is masked."),
    )
    await room.mentions(desk.bob, "and in parts?")
    await room.clicks(desk.bob, await room.card("Run "), "Approve")
    await room.reads("All of it is masked.")
    await room.rests()
    assert "[masked: GitHub token]" in (await room.asked(2)).said
    everything = told_anywhere(desk, "")
    for part in (LETTERS[1:37], *(line[4:40] for line in lines)):
        assert part not in everything
