"""Discord's payloads, as ChatEvents."""

from dataclasses import replace
from typing import Any

import pytest

from adapters.discord.ask_shortcut import Pointed, modal
from adapters.discord.parse import (
    FORWARDED,
    GONE,
    QUOTED,
    UNKNOWN,
    UNREADABLE,
    Asked,
    AskWanted,
    Channel,
    FormWanted,
    Ignored,
    Us,
    brought,
    channel,
    edited,
    interaction,
    line,
    message,
    opened,
    place,
    pointed,
    removed,
    replied_to,
    role,
    where,
)
from harness.chat.events import ButtonClicked, CommandInvoked, FormSubmitted, MessageEdited, MessageRemoved
from harness.chat.events import MessageSent as Sent
from harness.chat.people import Person, Place
from harness.chat.port import ChatLine
from tests.fakes.discord.emulator import DiscordEmulator

US = Us("100", "200", "300")
OPS, THREAD = Channel("400", "channel", guild="100"), Channel("500", "thread", "400", "100")
DIRECT = Channel("600", "direct")
ANA, BOB = Person("discord", "100", "1", "Ana"), Person("discord", "100", "2", "bob")
USERS: dict[str, dict[str, Any]] = {
    "1": {"id": "1", "username": "ana", "global_name": "Ana"},
    "2": {"id": "2", "username": "bob"},
    "200": {"id": "200", "username": "deskmate", "bot": True},
}
TOKEN = "9f86d081884c7d65|3.1.0|"


def said(text: str, where: Channel = OPS, by: str = "1", id: str = "700", **more: Any) -> dict[str, Any]:
    named = [user for user in USERS.values() if f"<@{user['id']}>" in text]
    body = {"id": id, "channel_id": where.id, "author": USERS[by], "content": text, "mentions": named, "type": 0}
    return {**body, **({} if where.kind == "direct" else {"guild_id": where.guild, "member": {"nick": None}}), **more}


def test_a_mention_in_a_channel_is_a_message_that_begins_a_thread_on_itself():
    sent = message(said("<@200> compare with <@2>"), OPS, US)
    there = Place("discord", "100", "400", "700")
    assert sent == Sent(
        "discord:400:700", there, ANA, "compare with @bob", "700", addressed=True, tags=True, written=1420070400.0
    )


def test_we_are_brought_into_the_channels_of_words_in_which_we_may_write():
    def channel(id: str, position: int, type: int = 0, **more: Any) -> dict[str, Any]:
        return {"id": id, "type": type, "position": position, "permission_overwrites": [], **more}

    shut = [{"id": "100", "type": 0, "allow": "0", "deny": str(1 << 11)}]
    guild = {
        "id": "100",
        "owner_id": "1",
        "roles": [{"id": "100", "permissions": str(1 << 10 | 1 << 11)}],
        "members": [{"user": {"id": "200"}, "roles": []}],
        "channels": [
            channel("40", 0, type=4),
            channel("41", 0, parent_id="40"),
            channel("42", 5),
            channel("43", 1, permission_overwrites=shut),
            channel("44", 2),
            channel("45", 0, type=2),
        ],
    }
    order = [one.place.channel for one in brought(guild, US)]
    assert order == ["44", "42", "41"]
    assert [one.place.channel for one in brought({**guild, "system_channel_id": "41"}, US)] == ["41", "44", "42"]
    assert [one.place.channel for one in brought({**guild, "system_channel_id": "43"}, US)] == order
    assert {one.id for one in brought({**guild, "members": []}, US)} == {"discord:joined:100"}
    assert not brought({"id": "100", "channels": []}, US)


def test_a_channel_or_thread_of_ours_that_has_changed_may_be_open_to_us_again():
    text, thread = {"id": "400", "type": 0, "guild_id": "100"}, {"id": "500", "type": 11, "parent_id": "400"}
    assert opened(text, US) == Place("discord", "100", "400")
    for state, where_now in (
        ({}, Place("discord", "100", "400", "500")),
        ({"archived": False, "locked": False}, Place("discord", "100", "400", "500")),
        ({"archived": True}, None),
        ({"locked": True}, None),
    ):
        assert opened({**thread, "guild_id": "100", "thread_metadata": state}, US) == where_now
    assert opened({**text, "guild_id": "101"}, US) is None


def test_who_mentions_our_role_mentions_us():
    ours = {"id": "100", "roles": [{"id": "100"}, {"id": "250", "tags": {"bot_id": "200"}}, {"id": "9", "tags": {}}]}
    us = replace(US, role=role(ours, US.user))
    assert us.role == "250"
    text = "<@&250> compare with <@&9>"
    sent = message(said(text, mention_roles=["250", "9"]), OPS, us)
    assert isinstance(sent, Sent)
    assert (sent.addressed, sent.text) == (True, "compare with @9")
    command = message(said("<@&250> status", mention_roles=["250"]), OPS, us)
    assert isinstance(command, CommandInvoked)
    unread = message(said("", mention_roles=["250"]), OPS, replace(us, content=False))
    assert isinstance(unread, Ignored), "without that intent Discord keeps the words from us"
    others = message(said("<@&9> hi", mention_roles=["9"]), OPS, us)
    assert isinstance(others, Sent)
    assert not others.addressed
    assert role({"id": "100", "roles": [{"id": "100"}]}, US.user) == ""


def test_a_reply_in_a_thread_is_late_and_belongs_to_it():
    sent = message(said("and now?", THREAD, "2"), THREAD, US)
    there = Place("discord", "100", "400", "500")
    assert sent == Sent(
        "discord:500:700", there, BOB, "and now?", "700", addressed=False, late=True, written=1420070400.0
    )


def test_the_message_that_a_thread_hangs_on_has_one_id_and_its_notice_is_none():
    first = message(said("<@200> go", OPS, id="500"), OPS, US)
    assert isinstance(first, Sent)
    assert first.place == place(THREAD, US)
    assert isinstance(message(said("", THREAD, id="500", type=21), THREAD, US), Ignored)


def test_a_direct_message_is_addressed_and_of_one_conversation():
    sent, other = message(said("hi", DIRECT), DIRECT, US), message(said("hi", DIRECT, id="701"), DIRECT, US)
    assert isinstance(sent, Sent)
    assert isinstance(other, Sent)
    assert sent.addressed
    assert sent.place == other.place == Place("discord", "", "600")


def test_what_is_exactly_a_command_is_one_if_it_is_said_to_us():
    alone = message(said("<@200> mode plan"), OPS, US)
    assert alone == CommandInvoked("discord:400:700", Place("discord", "100", "400"), ANA, "mode", "plan", wide=True)
    stop = message(said("<@200> stop"), OPS, US)
    assert isinstance(stop, CommandInvoked)
    assert stop.wide
    within = message(said("<@200> Usage", THREAD), THREAD, US)
    there = Place("discord", "100", "400", "500")
    assert within == CommandInvoked("discord:500:700", there, ANA, "usage")
    direct = message(said("status", DIRECT), DIRECT, US)
    assert isinstance(direct, CommandInvoked)
    assert direct.private
    for words, stands in (("<@200> stop", THREAD), ("usage", THREAD), ("<@200> mode of transport", OPS)):
        assert isinstance(message(said(words, stands), stands, US), Sent)


@pytest.mark.parametrize("more", [{"guild_id": "999"}, {"author": USERS["200"]}, {"author": {}}, {"type": 7}])
def test_nobody_is_answered_who_said_nothing_to_us(more: dict[str, Any]):
    where = replace(OPS, guild=more.get("guild_id", "100"))
    assert isinstance(message(said("<@200> hi", where, **more), where, US), Ignored)


@pytest.mark.parametrize("more", [{"author": {"id": "9", "username": "ci", "bot": True}}, {"webhook_id": "9"}])
def test_what_another_app_says_is_said_by_a_bot_and_is_no_command_and_no_edit(more: dict[str, Any]):
    sent = message(said("<@200> status", **more), OPS, US)
    assert isinstance(sent, Sent)
    assert (sent.by.bot, sent.by.member) == (True, False)
    assert isinstance(edited(said("new", edited_timestamp="t", **more), OPS, US), Ignored)


def test_an_edit_is_the_new_words_and_a_change_by_discord_is_none():
    there = Place("discord", "100", "400", "700")
    expected = MessageEdited(
        "discord:400:700:edited:t1", there, ANA, "again", "700", said="discord:400:700", addressed=True
    )
    assert edited(said("<@200> again", edited_timestamp="t1"), OPS, US) == expected
    assert isinstance(edited(said("<@200> again", edited_timestamp=None), OPS, US), Ignored)


def test_an_edit_says_whether_it_is_to_us_now_and_gives_no_command():
    def now(text: str, where: Channel = OPS) -> MessageEdited:
        changed = edited(said(text, where, edited_timestamp="t1"), where, US)
        assert isinstance(changed, MessageEdited)
        return changed

    assert [now(text).addressed for text in ("hi", "<@200> hi", "<@200> status", "<@200> stop")] == [
        False,
        True,
        False,
        True,
    ]
    assert (now("hi", DIRECT).addressed, now("<@200> <@301> hi").tags, now("<@200> hi").tags) == (True, True, False)
    assert (now("<@200> hi").late, now("<@200> hi", THREAD).late) == (False, True)


def test_a_deletion_is_taken_for_its_authors():
    there = Place("discord", "100", "400", "500")
    body = {"id": "700", "channel_id": "500"}
    assert removed(body, THREAD, US, BOB) == MessageRemoved(
        "discord:500:700:deleted", there, BOB, "700", said="discord:500:700"
    )
    assert isinstance(removed(body, THREAD, US, None), Ignored)
    assert isinstance(removed(body, THREAD, US, replace(BOB, bot=True)), Ignored)


def test_what_is_attached_or_replied_to_is_named():
    file = {"id": "800", "filename": "a.csv", "size": 18_231, "content_type": "text/csv; charset=utf-8"}
    about = said("the build is red", by="2")
    sent = message(said("<@200> see", attachments=[file], type=19, referenced_message=about), OPS, US)
    assert isinstance(sent, Sent)
    assert sent.text == "see\n[attached: a.csv, text/csv, 18,231 bytes, with the id 700-800]"
    assert sent.about == (ChatLine("bob", "the build is red"),)
    [quote] = about_of(said("<@200> see", type=19, referenced_message=said("done " * 200, by="200")))
    assert (quote.by, quote.ours, quote.text[:10]) == ("deskmate", True, "done done ")
    assert len(quote.text) <= QUOTED


def about_of(body: dict[str, Any]) -> tuple[ChatLine, ...]:
    sent = message(body, OPS, US)
    assert isinstance(sent, Sent)
    return sent.about


def test_a_reply_to_a_message_that_discord_left_out_says_so_unless_it_is_fetched():
    reply = {"message_id": "650", "channel_id": "400"}
    left_out = said("<@200> this one", type=19, message_reference=reply)
    assert replied_to(left_out) == "650"
    assert about_of(left_out) == (ChatLine(UNREADABLE, GONE),)
    assert about_of({**left_out, "referenced_message": None}) == (ChatLine(UNREADABLE, GONE),), "it was deleted"
    elsewhere = {**left_out, "message_reference": {**reply, "channel_id": "999"}}
    for other in ({**left_out, "referenced_message": None}, {**left_out, "type": 0}, elsewhere):
        assert not replied_to(other)


def test_all_that_an_app_shows_is_read_and_of_a_forward_too():
    components = [
        {"type": 9, "components": [{"type": 10, "content": "text"}], "accessory": {"type": 2, "label": "Roll back"}},
        {"type": 1, "components": [{"type": 3, "placeholder": "where", "options": [{"label": "prod", "value": "1"}]}]},
        {"type": 12, "items": [{"media": {"url": "u"}, "description": "a chart"}]},
    ]
    embed = {"author": {"name": "CI"}, "title": "red", "footer": {"text": "host db1"}}
    read = line(said("look", webhook_id="1", embeds=[embed], components=components), "200").text
    assert read == "look\nCI\nred\nhost db1\ntext\n[Roll back]\n[where: prod]\n[picture: a chart]"
    ours = line(said("done", by="200", components=components), "200").text
    assert "Roll back" not in ours, "our own buttons are none of our words"
    snapshot = {"content": "Alert!", "embeds": [embed], "mentions": []}
    [forward] = about_of(said("<@200> see", message_snapshots=[{"message": snapshot}]))
    assert forward.text == "Alert!\nCI\nred\nhost db1"


def test_a_poll_is_read_and_an_unknown_kind_of_message_is_named():
    answers = [{"answer_id": number, "poll_media": {"text": text}} for number, text in enumerate(["red", "blue"])]
    poll = {"question": {"text": "Which color?"}, "answers": answers}
    for body, text in (
        (said("", DIRECT, poll=poll), "[poll: Which color?; red, blue]"),
        (said("", DIRECT), UNKNOWN),
        (said("<@200>"), ""),
    ):
        sent = message(body, OPS if "guild_id" in body else DIRECT, US)
        assert isinstance(sent, Sent)
        assert sent.text == text
    assert line(said("", poll=poll), "200").text == "[poll: Which color?; red, blue]"


def test_what_is_forwarded_is_read_as_what_they_point_at():
    file = {"id": "800", "filename": "a.csv", "size": 18, "content_type": "text/csv"}
    there = {"content": "the build is <@2>'s", "mentions": [USERS["2"]], "attachments": [file]}
    forward = said("", DIRECT, message_snapshots=[{"message": there}], message_reference={"type": 1})
    text = "the build is @bob's\n[attached: a.csv, text/csv, 18 bytes, with the id 700-800]"
    sent = message(forward, DIRECT, US)
    assert isinstance(sent, Sent)
    assert (sent.text, sent.about) == ("", (ChatLine(FORWARDED, text),))
    assert line(forward, "200") == ChatLine("Ana", text)


def test_what_an_app_says_is_read_wherever_it_stands_and_of_a_person_no_more_than_they_wrote():
    embed = {
        "title": "Build",
        "url": "https://ci",
        "description": "is red",
        "fields": [{"name": "by", "value": "<@2>"}],
    }
    components = [{"type": 17, "components": [{"type": 10, "content": "since noon"}]}]
    more: dict[str, Any] = {"embeds": [embed], "components": components, "mentions": [USERS["2"]]}
    read = "Build\nhttps://ci\nis red\nby: @bob\nsince noon"
    hook = said("", webhook_id="9", **{**more, "author": {"id": "9", "username": "ci"}})
    assert line(hook, "200") == ChatLine("ci", read)
    sent = message(hook, OPS, US)
    assert isinstance(sent, Sent)
    assert (sent.text, sent.by.bot) == (read, True)
    assert line(said("see https://ci", embeds=[embed]), "200") == ChatLine("Ana", "see https://ci")
    forward = said("", DIRECT, message_snapshots=[{"message": {"content": "", "embeds": [embed]}}])
    assert line(forward, "200") == ChatLine("Ana", "Build\nhttps://ci\nis red\nby: @2")


def test_a_sticker_is_named():
    sent = message(said("", DIRECT, sticker_items=[{"id": "1", "name": "Wave"}]), DIRECT, US)
    assert isinstance(sent, Sent)
    assert sent.text == "[sticker: Wave]"


def test_where_the_channel_is_the_conversation_its_messages_begin_no_thread():
    there = Place("discord", "100", "400")
    sent = message(said("<@200> hi"), OPS, US, inline=True)
    assert isinstance(sent, Sent)
    assert (sent.place, sent.late) == (there, True)
    change = edited(said("<@200> hi", edited_timestamp="t"), OPS, US, inline=True)
    gone = removed({"id": "700", "channel_id": "400"}, OPS, US, ANA, inline=True)
    clicked = interaction(pressed(f"click.0:{TOKEN}approve"), OPS, US, inline=True)
    for each in (change, gone, clicked):
        assert not isinstance(each, Ignored | Asked)
        assert each.place == there
    command = message(said("<@200> new"), OPS, US, inline=True)
    assert isinstance(command, CommandInvoked)
    assert (command.place, command.wide) == (there, False)
    thread = message(said("<@200> hi", THREAD), THREAD, US, inline=True)
    assert isinstance(thread, Sent)
    assert thread.place == place(THREAD, US)


def test_what_is_said_to_others_is_not_read_without_its_words():
    blind = replace(US, content=False)
    assert isinstance(message(said("", THREAD), THREAD, blind), Ignored)
    assert isinstance(edited(said("", THREAD, edited_timestamp="t"), THREAD, blind), Ignored)
    assert isinstance(message(said("<@200> hi", THREAD), THREAD, blind), Sent)
    assert isinstance(message(said("hi", DIRECT), DIRECT, blind), Sent)
    pinged = said("", THREAD, mentions=[USERS["200"]], content="yes")
    assert isinstance(message(pinged, THREAD, blind), Sent), "a reply to us mentions us"


def test_a_post_in_a_forum_is_a_thread_that_its_first_message_stands_in():
    post = Channel("500", "thread", "450", "100")
    sent = message(said("<@200> look", post, id="500"), post, US)
    assert isinstance(sent, Sent)
    assert (sent.place, sent.late) == (Place("discord", "100", "450", "500"), False)
    assert channel({"id": 450, "type": 15, "guild_id": 100}) == Channel("450", "forum", guild="100")


def test_a_nickname_is_their_name_and_who_has_not_been_let_in_is_no_member():
    sent = message(said("<@200> hi", member={"nick": "Queen", "pending": True}), OPS, US)
    assert isinstance(sent, Sent)
    assert (sent.by.name, sent.by.member) == ("Queen", False)


def test_channels_are_told_apart():
    assert channel({"id": 1, "type": 1}) == Channel("1", "direct")
    assert channel({"id": 1, "type": 3}) == Channel("1", "direct")
    assert channel({"id": 1, "type": 11, "parent_id": 2, "guild_id": 3}) == Channel("1", "thread", "2", "3")
    assert channel({"id": 1, "type": 0, "guild_id": 3}) == Channel("1", "channel", guild="3")
    assert channel({"id": 1, "type": 2, "guild_id": 3}) == Channel("1", "channel", guild="3", threads=False)


def test_a_line_of_history_has_a_name_and_says_whether_it_is_ours():
    assert line(said("<@2> look", by="1"), "200") == ChatLine("Ana", "@bob look")
    assert line(said("look", by="1"), "200").message == said("look", by="1")["id"]
    shown = {**said("", by="200"), "components": [{"type": 17, "components": [{"type": 10, "content": "done"}]}]}
    assert line(shown, "200") == ChatLine("deskmate", "done", ours=True)


# What is pressed
CARD = {"id": "750", "components": [{"type": 1, "components": [
    {"type": 2, "label": "blue", "custom_id": f"choose.0:{TOKEN}choose"},
    {"type": 3, "custom_id": f"options.0:{TOKEN}choose", "options": [{"value": "0", "label": "red"},
                                                                     {"value": "1", "label": "green"}]}]}]}  # fmt: skip


def pressed(custom_id: str, values: tuple[str, ...] = (), type: int = 3, **more: Any) -> dict[str, Any]:
    data = {"custom_id": custom_id, "component_type": 3 if values else 2, "values": list(values)}
    return {"id": "900", "type": type, "guild_id": "100", "channel_id": "500", "data": data, "message": CARD,
            "member": {"user": USERS["1"]}, **more}  # fmt: skip


THERE = Place("discord", "100", "400", "500")


def test_a_click_carries_its_token_and_an_id_of_its_own():
    clicked = interaction(pressed(f"click.3:{TOKEN}approve"), THREAD, US)
    assert clicked == ButtonClicked("discord:interaction:900", THERE, ANA, f"{TOKEN}approve", "750")


def test_buttons_with_a_form_ask_for_it_in_the_menu_too():
    expected = FormWanted(THERE, ANA, f"{TOKEN}reject", "750")
    assert interaction(pressed(f"form.0:{TOKEN}reject"), THREAD, US) == expected
    assert interaction(pressed("more.0:", (f"form:{TOKEN}reject",)), THREAD, US) == expected
    clicked = interaction(pressed("more.0:", (f"click:{TOKEN}always",)), THREAD, US)
    assert isinstance(clicked, ButtonClicked)
    assert clicked.token == f"{TOKEN}always"


@pytest.mark.parametrize(
    ("id", "values", "selected"), [("choose", (), ("blue",)), ("options", ("0", "1"), ("red", "green"))]
)
def test_an_answer_says_what_was_chosen(id: str, values: tuple[str, ...], selected: tuple[str, ...]):
    clicked = interaction(pressed(f"{id}.0:{TOKEN}choose", values), THREAD, US)
    assert isinstance(clicked, ButtonClicked)
    assert (clicked.token, clicked.selected) == (f"{TOKEN}choose", selected)


def test_a_form_comes_back_with_what_was_typed_by_name():
    field = {"type": 18, "component": {"type": 4, "custom_id": "to", "value": "prod"}}
    sent = interaction(
        pressed("", type=5, data={"custom_id": f"submit.0:{TOKEN}edit", "components": [field]}), THREAD, US
    )
    assert isinstance(sent, FormSubmitted)
    assert (sent.token, sent.values, sent.message, sent.place) == (f"{TOKEN}edit", {"to": "prod"}, "750", THERE)


@pytest.mark.parametrize(
    "body",
    [
        pressed("other:1"),
        pressed("other:1", type=5),
        pressed("", type=9),
        pressed(f"click.0:{TOKEN}approve", guild_id="999"),
    ],
)
def test_whoever_presses_what_is_none_of_ours_is_told(body: dict[str, Any]):
    done = interaction(body, THREAD, US)
    assert isinstance(done, Ignored)
    assert done.told


def test_what_the_emulator_sends_is_read():
    discord = DiscordEmulator()
    ana, ops = discord.user("ana"), discord.channel("ops")
    us = Us(discord.state.guild, discord.state.bot["id"], discord.state.app)
    sent = message(discord.says(ana, ops["id"], f"{discord.bot} hello"), channel(ops), us)
    assert isinstance(sent, Sent)
    assert (sent.text, sent.addressed, sent.by.name) == ("hello", True, "ana")


def invoked(where: Channel, data: dict[str, Any], by: str = "1") -> dict[str, Any]:
    kinds = {"channel": 0, "thread": 11, "direct": 1}
    there = {"id": where.id, "type": kinds[where.kind], "parent_id": where.parent or None}
    body = {"id": "9", "type": 2, "token": "t", "channel_id": where.id, "channel": there, "data": data}
    if where.kind == "direct":
        return {**body, "user": USERS[by]}
    return {**body, "guild_id": where.guild, "member": {"nick": None, "user": USERS[by]}}


def slash(word: str, what: str | None = None) -> dict[str, Any]:
    more = [{"type": 3, "name": "what", "value": what}] if what else []
    return {"name": "deskmate", "type": 1, "options": [{"type": 1, "name": word, "options": more}]}


@pytest.mark.parametrize(
    ("there", "expected", "wide"),
    [
        (OPS, Place("discord", "100", "400"), True),
        (THREAD, Place("discord", "100", "400", "500"), False),
        (DIRECT, Place("discord", "", "600"), False),
    ],
)
def test_a_slash_command_is_about_where_it_is_said_and_nobody_sees_it(there: Channel, expected: Place, wide: bool):
    body = invoked(there, slash("mode", "build"))
    assert where(body) == there
    command = interaction(body, there, US)
    name = "discord:interaction:9"
    assert command == CommandInvoked(name, expected, ANA, "mode", "build", wide=wide, private=True)


@pytest.mark.parametrize("data", [{}, {"name": "other", "options": []}, {"name": "deskmate", "type": 2}])
def test_a_command_that_is_not_ours_is_told_so(data: dict[str, Any]):
    assert isinstance(interaction(invoked(OPS, data), OPS, US), Ignored)


def test_a_slash_command_without_a_word_asks_for_help():
    command = interaction(invoked(OPS, {"name": "deskmate", "type": 1}), OPS, US)
    assert isinstance(command, CommandInvoked)
    assert command.command == "help"


@pytest.mark.parametrize("there", [OPS, THREAD, DIRECT])
def test_what_is_asked_about_a_message_belongs_to_its_thread(there: Channel):
    message = said("the plan", there, "2")
    data = {"name": "Ask", "type": 3, "target_id": "700", "resolved": {"messages": {"700": message}}}
    wanted = pointed(invoked(there, data), US)
    about = Pointed(place(there, US, "700"), "700")
    assert wanted == AskWanted(about, ChatLine("bob", "the plan"))
    form = modal(about, ChatLine("bob", "the plan"))
    field = {"type": 18, "component": {"type": 4, "custom_id": "question", "value": "why?"}}
    sent = {**invoked(there, {"custom_id": form["custom_id"], "components": [field]}), "type": 5}
    expected = Sent("discord:interaction:9", about.place, ANA, "why?", unseen=True)
    assert interaction(sent, there, US) == Asked(about, expected)


def test_nothing_is_asked_about_what_discord_does_not_show_nor_in_another_server():
    assert pointed(invoked(OPS, slash("status")), US) is None
    assert isinstance(pointed(invoked(OPS, {"type": 3, "target_id": "1"}), US), Ignored)
    message = said("the plan", OPS, "2")
    data = {"type": 3, "target_id": "700", "resolved": {"messages": {"700": message}}}
    elsewhere = pointed({**invoked(OPS, data), "guild_id": "101"}, US)
    assert isinstance(elsewhere, Ignored)
    assert elsewhere.told == "I don't work in this server."
