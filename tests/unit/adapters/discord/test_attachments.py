"""Files that people bring along and that we send."""

import pytest

from adapters.discord.attachments import DiscordAttachments
from adapters.discord.parse import Us, channel, message
from harness.chat.attachments import MOST, Attachment
from harness.chat.events import MessageSent
from harness.chat.people import Place
from harness.chat.port import ChatError, NotThere, Unreachable
from tests.fakes.discord.shape import Json
from tests.unit.adapters.discord.rig import Scene, scene


def files(here: Scene) -> DiscordAttachments:
    return DiscordAttachments(here.calls, here.places, here.chat)


def brought(here: Scene, where: str, name: str = "a.csv", content: bytes = b"1,2") -> Json:
    return here.discord.says(here.ana, where, "see", {name: content})


def test_a_file_is_fetched_by_the_id_that_the_model_was_told():
    async def test(here: Scene) -> None:
        here.discord.state.begin_thread(here.channel, here.said["id"], "deploy")
        said = brought(here, here.place.thread)
        us = Us(here.place.team, here.discord.state.bot["id"], here.discord.state.app)
        sent = message(said, channel(here.discord.state.channels[here.place.thread]), us)
        assert isinstance(sent, MessageSent)
        id = sent.text.rpartition("with the id ")[2].rstrip("]")
        assert await files(here).fetch(id, here.place) == Attachment("a.csv", "text/plain", b"1,2")

    scene(test)


def test_a_file_on_the_message_that_a_thread_hangs_on_is_fetched():
    async def test(here: Scene) -> None:
        said = brought(here, here.channel)
        place = Place("discord", here.place.team, here.channel, said["id"])
        file = said["attachments"][0]["id"]
        assert (await files(here).fetch(f"{said['id']}-{file}", place)).content == b"1,2"

    scene(test)


def test_a_file_of_a_message_that_is_forwarded_is_fetched():
    async def test(here: Scene) -> None:
        direct = here.discord.state.direct_with(here.ana["id"])["id"]
        elsewhere = brought(here, here.channel)
        forward = here.discord.says(here.ana, direct, "look")
        forward["message_snapshots"] = [{"message": {"content": "see", "attachments": elsewhere["attachments"]}}]
        id = f"{forward['id']}-{elsewhere['attachments'][0]['id']}"
        assert (await files(here).fetch(id, Place("discord", here.place.team, direct))).content == b"1,2"

    scene(test)


def test_files_of_elsewhere_and_what_is_no_file_are_not_there():
    async def test(here: Scene) -> None:
        other = here.discord.channel("other")["id"]
        said = brought(here, other)
        file = said["attachments"][0]["id"]
        for id in (f"{said['id']}-{file}", f"{here.said['id']}-{file}", "nonsense", "../1", ""):
            with pytest.raises(NotThere):
                await files(here).fetch(id, here.place)

    scene(test)


def test_a_file_that_is_too_large_or_gone_is_said_so():
    async def test(here: Scene) -> None:
        said = brought(here, here.channel)
        place = Place("discord", here.place.team, here.channel, said["id"])
        file = said["attachments"][0]
        file["size"] = MOST + 1
        with pytest.raises(Unreachable, match="larger"):
            await files(here).fetch(f"{said['id']}-{file['id']}", place)
        with pytest.raises(Unreachable, match="larger"):
            await here.calls.download(file["url"], 2)
        with pytest.raises(Unreachable, match="404"):
            await here.calls.download(file["url"].replace("attachments", "nowhere"), 2)

    scene(test)


def test_a_file_is_sent_once_under_its_name():
    async def test(here: Scene) -> None:
        for _ in range(2):
            await files(here).send(here.place, "über *uns*.pdf", b"%PDF")
        (post,) = here.posts
        assert here.discord.shown(post) == "über *uns*.pdf"
        (file,) = post["attachments"]
        assert (file["filename"], here.discord.state.files[file["id"]]) == ("_ber__uns_.pdf", b"%PDF")
        await files(here).send(here.place, "other.pdf", b"%PDF")
        assert len(here.posts) == 2

    scene(test)


def test_what_discord_does_not_take_is_an_error_that_says_why():
    async def test(here: Scene) -> None:
        with pytest.raises(ChatError, match="larger than Discord takes"):
            await files(here).send(here.place, "big.bin", b"x" * 11_000_000)

    scene(test)
