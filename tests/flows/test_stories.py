"""The stories, on each platform and in both houses: the parts in this process, and `deskmate run` driven only over
sockets.
"""

import asyncio
from collections.abc import Callable, Iterator

import pytest

from tests.fakes.openai.script import Call, call, reply, server_error, unauthorized
from tests.flows.discord_house import DiscordDesk
from tests.flows.house import BlackBox, Desk, House, InProcess, story
from tests.flows.surface import SOON, AnyDesk, AnyRoom, made, mention

HOUSES: dict[str, tuple[Callable[[], House], type[Desk] | type[DiscordDesk]]] = {
    "slack in process": (InProcess, Desk),
    "slack black box": (BlackBox, Desk),
    "discord in process": (InProcess, DiscordDesk),
    "discord black box": (BlackBox, DiscordDesk),
}


@pytest.fixture(scope="module", params=HOUSES)
def desk(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AnyDesk]:
    house, desk = HOUSES[request.param]
    with pytest.MonkeyPatch.context() as process:
        yield from desk.lived_in(tmp_path_factory.mktemp("desk"), house(), process)


def write(path: str, content: str) -> Call:
    return call("write_file", file_path=path, content=content)


@story
async def test_an_approved_call_runs_and_its_card_says_by_whom(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/notes.md", "hello")), reply("I have written it."))
    await room.mentions(desk.bob, "write notes.md")
    card = await room.card("Create ")
    assert {"Approve", "Deny…", "Edit…"} <= set(card.controls)
    assert "hello" in card.shown
    assert mention(desk.bob) in card.shown
    assert "or an approver (" in card.shown
    assert not (desk.files / "notes.md").exists()
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("I have written it.")
    settled = await room.reads(f"approved by {mention(desk.bob)}")
    assert settled.id == card.id
    await room.until(lambda: list(room.now(card).controls) == ["Undo"])
    assert (desk.files / "notes.md").read_text() == "hello"
    await room.rests()


@story
async def test_a_denial_with_a_reason_reaches_the_model_and_nothing_runs(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/denied.md", "x")), reply("Understood."))
    await room.mentions(desk.bob, "write denied.md")
    await room.fills_in(desk.bob, await room.card("Create "), "Deny…", {"Why not?": "not on a Friday"})
    await room.reads("Understood.")
    assert "bob denied it: not on a Friday" in (await room.asked(2)).said
    assert not (desk.files / "denied.md").exists()


@story
async def test_an_edit_runs_as_edited_and_the_model_is_told(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/edited.md", "draft")), reply("Done."))
    await room.mentions(desk.bob, "write edited.md")
    await room.fills_in(desk.bob, await room.card("Create "), "Edit…", {"Content": "final"})
    await room.reads("Done.")
    assert (desk.files / "edited.md").read_text() == "final"
    assert "bob changed the arguments" in (await room.asked(2)).said
    settled = await room.reads(f"edited by {mention(desk.bob)}")
    assert "final" in settled.shown
    shown = settled.shown.split("\n")
    assert not [line for line in shown if "draft" in line and not line.startswith("-")], "but as what was changed"


@story
async def test_a_reply_instead_is_the_result(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/instead.md", "x")), reply("I will use the wiki."))
    await room.mentions(desk.bob, "write instead.md")
    await room.fills_in(desk.bob, await room.card("Create "), "Answer instead…", {"Your answer": "use the wiki"})
    await room.reads("I will use the wiki.")
    assert "bob answers instead: use the wiki" in (await room.asked(2)).said
    assert not (desk.files / "instead.md").exists()


@story
async def test_always_asks_no_more_in_this_thread_and_asks_again_in_another(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/a.md", "a")), reply(write("/b.md", "b")), reply("Both are written."))
    await room.mentions(desk.bob, "write two files")
    await room.fills_in(
        desk.bob, await room.card("Create "), "Always…", {"Stop asking about": "Every call of write_file"}
    )
    await room.reads("Both are written.")
    assert (desk.files / "b.md").exists()
    elsewhere = desk.room()
    elsewhere.model_will(reply(write("/c.md", "c")), reply("Written."))
    await elsewhere.mentions(desk.bob, "write another")
    await elsewhere.clicks(desk.bob, await elsewhere.card("Create "), "Approve")
    await elsewhere.reads("Written.")


@story
async def test_what_is_always_allowed_is_revoked_on_the_card_where_that_was_said(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/before.md", "a")), reply("Written."))
    await room.mentions(desk.bob, "write a file")
    await room.fills_in(
        desk.bob, await room.card("Create "), "Always…", {"Stop asking about": "Every call of write_file"}
    )
    await room.reads("Written.")
    card = await room.reads("from now on without asking")
    await room.until(lambda: list(room.now(card).controls) == ["Undo", "Revoke"])
    await room.clicks(desk.ana, card, "Revoke")
    settled = await room.reads("asked about again since ")
    assert list(settled.controls) == ["Undo"]
    assert "approved by " in settled.shown
    room.model_will(reply(write("/then.md", "b")), reply("Written, too."))
    await room.says(desk.bob, "write another")
    await room.clicks(desk.bob, await room.card("then.md"), "Approve")
    await room.reads("Written, too.")
    assert (desk.files / "then.md").exists()


@story
async def test_a_command_is_asked_every_time_and_says_that_it_is_unsandboxed(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(call("execute", command="echo $((6*7))")), reply("It says 42."))
    await room.mentions(desk.bob, "compute")
    card = await room.card("Run ")
    assert "without a sandbox" in card.shown
    assert not [label for label in card.controls if label.startswith("Always")]
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("It says 42.")
    assert "42" in (await room.asked(2)).said


@story
async def test_a_question_is_answered_by_a_button_and_by_a_word(desk: AnyDesk, room: AnyRoom) -> None:
    options = [{"label": "red"}, {"label": "blue"}]
    asks = reply(call("ask_user", question="Which colour?", options=options, free_text=False))
    room.model_will(asks, asks, reply("Red, then blue."))
    await room.mentions(desk.bob, "paint it")
    await room.clicks(desk.bob, await room.card("Which colour?"), "red")
    assert "bob answered: red" in (await room.asked(2)).said
    await room.reads(f"answered by {mention(desk.bob)}")  # the first card has no buttons any more
    await room.card("Which colour?")
    await room.says(desk.bob, "Blue")
    await room.reads("Red, then blue.")
    assert "bob answered: Blue" in (await room.asked(3)).said
    await room.told(desk.bob, "Taken as your answer.")


@story
async def test_words_that_were_no_answer_are_taken_back(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(call("ask_user", question="Which colour?")), reply("So be it."), reply("Then I wait."))
    await room.mentions(desk.bob, "paint it")
    await room.card("Which colour?")
    await room.says(desk.bob, "lunch, Dee")
    await room.reads("So be it.")
    note = await room.ephemeral(desk.bob, "Taken as your answer.")
    await room.clicks(desk.bob, note, "Not an answer")
    await room.reads("Then I wait.")
    assert "do not take what I wrote as the answer to your question “Which colour?”" in (await room.asked(3)).said
    await room.clicks(desk.bob, note, "Not an answer")
    await room.rests()
    assert room.requests == 3


@story
async def test_a_plan_is_revised_and_then_approved_into_its_mode(desk: AnyDesk, room: AnyRoom) -> None:
    plan = {"title": "Move the house", "mode": "build"}
    room.model_will(
        reply(call("submit_plan", plan="1. Pack *everything*", **plan)),
        reply(call("submit_plan", plan="1. Pack the books", **plan)),
        reply("I begin."),
    )
    await room.mentions(desk.bob, "plan the move")
    card = await room.card("Move the house")
    assert "build mode" in card.shown
    await room.fills_in(desk.bob, card, "Revise…", {"What should change?": "only the books"})
    assert "only the books" in (await room.asked(2)).said
    second = await room.card("Pack the books")
    await room.clicks(desk.bob, second, "Approve")
    await room.reads("I begin.")
    assert 'mode "build"' in str((await room.asked(3)).messages[0]["content"])


@story
async def test_what_is_said_during_a_tool_is_heard_after_its_result(desk: AnyDesk, room: AnyRoom) -> None:
    begun, go_on = desk.files / "begun", desk.files / "go-on"
    wait = f"touch {begun.name}; until test -e {go_on.name}; do sleep 0.05; done"
    room.model_will(reply(call("execute", command=wait)), reply("Heard."))
    await room.mentions(desk.bob, "wait for it")
    await room.clicks(desk.bob, await room.card("Run "), "Approve")
    await made(begun)
    said = await room.says(desk.ana, "and mind the gap")
    waiting = await room.until(lambda: room.reactions(said))
    go_on.touch()
    await room.reads("Heard.")
    messages = (await room.asked(2)).messages
    assert [m["role"] for m in messages[-2:]] == ["tool", "user"]
    assert messages[-1]["content"] == "ana (in the thread, perhaps not to you): and mind the gap"
    await room.until(lambda: room.reactions(said) and not waiting & room.reactions(said))


@story
async def test_what_is_said_during_an_open_approval_waits_and_declines_nothing(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/patient.md", "x")), reply("Thank you both."))
    await room.mentions(desk.bob, "write patient.md")
    card = await room.card("Create ")
    said = await room.says(desk.ana, "looks fine to me")
    await room.until(lambda: room.reactions(said))
    assert "Approve" in (await room.card("Create ")).controls
    await room.clicks(desk.bob, card, "Approve")
    await room.reads("Thank you both.")
    assert "looks fine to me" in (await room.asked(2)).said


@story
async def test_a_stop_during_a_tool_ends_it_and_offers_to_go_on(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(call("execute", command="touch asleep; sleep 30; touch too-late")), reply("Going on."))
    await room.mentions(desk.bob, "sleep")
    await room.clicks(desk.bob, await room.card("Run "), "Approve")
    await made(desk.files / "asleep")
    await room.says(desk.ana, "stop")
    ended = await room.reads(f"Stopped by {mention(desk.ana)}", within=SOON)
    await room.rests()
    await room.clicks(desk.bob, ended, "Continue")
    await room.reads("Going on.")
    results = [m["content"] for m in (await room.asked(2)).messages if m["role"] == "tool"]
    assert "it may have taken effect" in results[0]
    assert not (desk.files / "too-late").exists()
    await room.until(lambda: not room.now(ended).controls)


@story
async def test_a_stop_during_an_open_approval_settles_it_and_a_late_click_is_told(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/stopped.md", "x")))
    await room.mentions(desk.bob, "write stopped.md")
    card = await room.card("Create ")
    await room.says(desk.ana, "!stop")
    await room.reads(f"Stopped by {mention(desk.ana)}", within=SOON)
    await room.until(lambda: not room.now(card).controls)
    await room.clicks_as_seen(desk.bob, card, "Approve")
    await room.told(desk.bob, f"This was stopped by {mention(desk.ana)}.")
    assert not (desk.files / "stopped.md").exists()


@story
async def test_of_two_clicks_at_once_one_wins_and_the_other_is_told(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(call("execute", command="echo once >> twice.txt")), reply("Ran."))
    await room.mentions(desk.bob, "run it")
    card = await room.card("Run ")
    both = (desk.bob, desk.cyd)
    before = [len(room.ephemerals(who)) for who in both]  # of stories before this one
    await asyncio.gather(*(room.clicks_as_seen(who, card, "Approve") for who in both))
    await room.reads("Ran.")
    assert (desk.files / "twice.txt").read_text() == "once\n"
    told = await room.until(
        lambda: [one for who, known in zip(both, before, strict=True) for one in room.ephemerals(who)[known:]]
    )
    assert [line.startswith("This was approved by") for line in told] == [True], "the card says the rest"


@story
async def test_somebody_elses_click_decides_nothing_and_says_whose_it_is(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/theirs.md", "x")), reply("Approved by a colleague."))
    await room.mentions(desk.bob, "write theirs.md")
    card = await room.card("Create ")
    await room.clicks(desk.dee, card, "Approve")
    await room.told(desk.dee, f"Only {mention(desk.bob)} or an approver (Cyd) can decide this.")
    assert not (desk.files / "theirs.md").exists()
    await room.clicks(desk.cyd, card, "Approve")
    await room.reads("Approved by a colleague.")
    await room.reads(f"approved by {mention(desk.cyd)}")


@story
async def test_an_event_that_comes_three_times_is_answered_once(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply("Here I am."))
    said = await room.mentions(desk.bob, "are you there?")
    await room.reads("Here I am.")
    room.comes_again(said, times=2)
    await room.rests()
    assert room.requests == 1
    assert len(room.posts) == 1


@story
async def test_a_tool_that_fails_is_a_result(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(
        reply(call("read_file", file_path="/nowhere.md"), call("nonsense", x=1), call("ls", path=7)), reply("I see.")
    )
    await room.mentions(desk.bob, "read it")
    await room.reads("I see.")
    results = [m["content"] for m in (await room.asked(2)).messages if m["role"] == "tool"]
    assert len(results) == 3
    assert "there is no tool nonsense" in results[1]
    assert "malformed arguments for ls" in results[2]


@story
async def test_a_model_whose_reply_was_cut_in_the_middle_of_a_call_is_told_to_write_less(
    desk: AnyDesk, room: AnyRoom
) -> None:
    half = Call("write_file", '{"file_path": "/long.md", "content": "Once upon a ti')
    room.model_will(reply(half, finish_reason="length"), reply("Then a short one."))
    await room.mentions(desk.bob, "write a long story")
    await room.reads("Then a short one.")
    [result] = [m["content"] for m in (await room.asked(2)).messages if m["role"] == "tool"]
    assert "cut" in result
    assert "Write less at once" in result
    assert "JSON" not in result


@story
async def test_a_model_that_fails_twice_then_answers_answers_once(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(server_error(503), server_error(500), reply("Third time lucky."))
    await room.mentions(desk.bob, "hello?")
    await room.reads("Third time lucky.")
    assert len(room.posts) == 1


@story
async def test_a_model_that_refuses_the_key_is_one_human_sentence(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(unauthorized(), reply("Better now."))
    await room.mentions(desk.bob, "hello?")
    ended = await room.reads("The model failed")
    why = "the key for openai is missing or was refused; whoever runs Deskmate needs to set OPENAI_API_KEY"
    assert ended.shown.startswith(f"The model failed: {why}.")
    await room.clicks(desk.bob, ended, "Try again")
    await room.reads("Better now.")


@story
async def test_ungated_siblings_run_while_one_is_asked(desk: AnyDesk, room: AnyRoom) -> None:
    (desk.files / "sibling.md").write_text("needle")
    room.model_will(reply(call("grep", pattern="needle"), write("/gated.md", "x")), reply("Both done."))
    await room.mentions(desk.bob, "search and write")
    await room.clicks(desk.bob, await room.card("Create "), "Approve")
    await room.reads("Both done.")
    results = [m["content"] for m in (await room.asked(2)).messages if m["role"] == "tool"]
    assert "sibling.md" in results[0]
    assert "gated.md" in results[1]


@story
async def test_two_asks_are_answered_in_reverse_order(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(write("/first.md", "1"), write("/second.md", "2")), reply("In order."))
    await room.mentions(desk.bob, "write two")
    card = await room.card("second.md")
    assert "first.md" in card.shown
    await room.clicks(desk.bob, card, "Approve", nth=1)
    await made(desk.files / "second.md")
    assert not (desk.files / "first.md").exists()
    await room.reads(f"approved by {mention(desk.bob)}")
    await room.clicks(desk.bob, card, "Approve", nth=0)
    await room.reads("In order.")
    await room.until(
        lambda: [m.id for m in room.posts if m.shown.count(f"approved by {mention(desk.bob)}") == 2] == [card.id]
    )
    results = [m["content"] for m in (await room.asked(2)).messages if m["role"] == "tool"]
    assert [name in text for name, text in zip(("first", "second"), results, strict=True)] == [True, True]


@story
async def test_all_that_a_card_shows_is_approved_with_one_click(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply(*[write(f"/row-{n}.md", "x") for n in range(3)]), reply("All three."))
    await room.mentions(desk.bob, "write three")
    card = await room.card("row-2.md")
    await room.fills_in(desk.bob, card, "Deny…", {"reason": "not that"}, nth=1)
    await room.reads(f"denied by {mention(desk.bob)}")
    await room.clicks(desk.bob, card, "Approve all (2)")
    await room.reads("All three.")
    assert sorted(path.name for path in desk.files.glob("row-*.md")) == ["row-0.md", "row-2.md"]
    [settled] = [m for m in room.posts if "row-2.md" in m.shown]
    assert settled.id == card.id
    await room.until(lambda: [label.endswith("Undo") for label in room.now(card).controls] == [True, True])


@story
async def test_a_direct_message_is_a_conversation(desk: AnyDesk, room: AnyRoom) -> None:
    room.model_will(reply("Hello, dee."), reply("Still here."))
    await room.writes(desk.dee, "hi")
    await room.reads("Hello, dee.")
    await room.says(desk.dee, "and now?")
    await room.reads("Still here.")


@story
async def test_words_in_a_channel_that_are_not_for_it_leave_it_alone(desk: AnyDesk, room: AnyRoom) -> None:
    await room.says_outside(desk.bob, "lunch?")
    assert room.requests == 0
    assert not room.outside
