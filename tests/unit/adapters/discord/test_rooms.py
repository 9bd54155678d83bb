"""Other places, found by name, link or id, as far as whoever asks can see them."""

from dataclasses import replace

import pytest

from adapters.discord.rooms import DiscordRooms
from harness.chat.people import Person, Place
from harness.chat.port import ChatLine, NotThere
from harness.chat.rooms import Named
from tests.unit.adapters.discord.rig import Scene, scene


def rooms(here: Scene) -> DiscordRooms:
    return DiscordRooms(here.calls, here.chat, here.discord.clock)


def test_a_channel_is_found_by_name_mention_id_and_link():
    async def test(here: Scene) -> None:
        there = Place("discord", here.place.team, here.channel)
        link = f"https://discord.com/channels/{here.place.team}/{here.channel}"
        for named in ("#ops", "OPS", f"<#{here.channel}>", here.channel, link):
            assert await rooms(here).find(named, here.person) == there
        said = await rooms(here).find(f"{link}/{here.said['id']}", here.person)
        assert said == here.place

    scene(test)


def test_of_channels_of_one_name_the_one_of_words_is_meant():
    async def test(here: Scene) -> None:
        words = here.discord.channel("general")["id"]
        spoken = here.discord.voice("General")["id"]
        here.discord.state.add_channel("General", 4)  # a category
        alone = here.discord.voice("Lounge")["id"]
        for named, id in (("#General", words), ("lounge", alone), (f"<#{spoken}>", spoken)):
            assert await rooms(here).find(named, here.person) == Place("discord", here.place.team, id)

    scene(test)


def test_a_channel_whose_name_several_have_is_refused_with_those_that_can_be_seen():
    async def test(here: Scene) -> None:
        one, two = (here.discord.channel("twice")["id"] for _ in range(2))
        hidden = here.discord.private_channel("twice")["id"]
        with pytest.raises(NotThere, match="several channels are called #twice") as refused:
            await rooms(here).find("#twice", here.person)
        assert f"<#{one}>" in str(refused.value)
        assert f"<#{two}>" in str(refused.value)
        assert hidden not in str(refused.value)
        here.discord.private_channel("once")
        seen = here.discord.channel("once")["id"]
        assert (await rooms(here).find("#once", here.person)).channel == seen

    scene(test)


def test_a_place_is_named_by_what_it_is_known_by():
    async def test(here: Scene) -> None:
        assert await rooms(here).named(here.place) == Named(here.channel, "#ops")
        ana = here.ana["id"]
        direct = replace(here.place, channel=here.discord.state.direct_with(ana)["id"], thread="")
        for place in (Place.direct(here.person), direct):
            assert await rooms(here).named(place) == Named(ana, "@ana")

    scene(test)


def test_a_thread_is_found_in_its_channel_and_read_with_what_it_hangs_on():
    async def test(here: Scene) -> None:
        here.discord.state.begin_thread(here.channel, here.said["id"], "deploy")
        here.discord.says(here.ana, here.place.thread, "and now?")
        link = f"https://discord.com/channels/{here.place.team}/{here.place.thread}/1"
        assert await rooms(here).find(link, here.person) == here.place
        assert await rooms(here).read(here.place, 10) == [ChatLine("ana", "deploy it"), ChatLine("ana", "and now?")]
        assert await rooms(here).read(here.place, 1) == [ChatLine("ana", "and now?")]

    scene(test)


def test_a_message_without_a_thread_is_read_as_itself():
    async def test(here: Scene) -> None:
        assert await rooms(here).read(here.place, 10) == [ChatLine("ana", "deploy it")]
        channel = replace(here.place, thread="")
        assert await rooms(here).read(channel, 10) == [ChatLine("ana", "deploy it")]

    scene(test)


def test_what_whoever_asks_cannot_see_is_not_there():
    async def test(here: Scene) -> None:
        secret = here.discord.private_channel("secret", here.ana)["id"]
        bob = here.discord.user("bob")
        asks = replace(here.person, user=bob["id"])
        assert await rooms(here).find("#secret", here.person) == Place("discord", here.place.team, secret)
        said = here.discord.says(here.ana, secret, "plan")
        thread = here.discord.state.begin_thread(secret, said["id"], "plan")["id"]
        direct = here.discord.state.direct_with(here.ana["id"])["id"]
        assert (await rooms(here).find(direct, here.person)).channel == direct
        for named in ("#secret", f"<#{secret}>", thread, direct, "#nowhere", "123456789012345678"):
            with pytest.raises(NotThere, match="whoever asked cannot see it"):
                await rooms(here).find(named, asks)
        with pytest.raises(NotThere):
            await rooms(here).find("https://discord.com/channels/1/2/3", here.person)
        with pytest.raises(NotThere):
            await rooms(here).find("#ops", replace(here.person, user="123456789012345678"))

    scene(test)


def test_a_private_thread_is_its_members():
    async def test(here: Scene) -> None:
        thread = here.discord.state.begin_thread(here.channel, here.said["id"], "deploy")
        thread["type"] = 12
        with pytest.raises(NotThere):
            await rooms(here).find(thread["id"], here.person)
        here.discord.state.thread_members.add((thread["id"], here.ana["id"]))
        assert await rooms(here).find(thread["id"], here.person) == here.place

    scene(test)


def test_a_person_is_found_by_name_and_mention():
    async def test(here: Scene) -> None:
        bob = here.discord.user("bob")
        here.discord.user("bobby")
        there = Place.direct(Person("discord", here.place.team, bob["id"]))
        for named in ("@bob", "@Bob", f"<@{bob['id']}>", f"<@!{bob['id']}>"):
            assert await rooms(here).find(named, here.person) == there
        other = here.discord.user("bob")
        with pytest.raises(NotThere, match=f"several people are called bob.*<@{other['id']}>"):
            await rooms(here).find("@bob", here.person)
        with pytest.raises(NotThere):
            await rooms(here).find("@nobody", here.person)
        with pytest.raises(NotThere):
            await rooms(here).find("<@123456789012345678>", here.person)

    scene(test)


def test_something_is_said_elsewhere_once():
    async def test(here: Scene) -> None:
        other = here.discord.channel("other")["id"]
        for place in (Place("discord", here.place.team, other), Place.direct(here.person)):
            await rooms(here).post(place, "key", "hello @everyone")
            await rooms(here).post(place, "key", "hello @everyone")
        direct = here.discord.state.direct[here.ana["id"]]
        for where in (other, direct):
            assert [here.discord.shown(one) for one in here.discord.posts(where)] == ["hello @everyone"]
        assert await rooms(here).zone(here.person) == ""

    scene(test)


def test_what_cannot_be_read_is_said_plainly():
    async def test(here: Scene) -> None:
        forum = here.discord.forum("ideas")["id"]
        with pytest.raises(NotThere, match="one of its posts"):
            await rooms(here).read(Place("discord", here.place.team, forum), 10)
        here.discord.fails("GET", f"/channels/{here.channel}/messages", status=403, code=50001)
        with pytest.raises(NotThere, match="let me in"):
            await rooms(here).read(replace(here.place, thread=""), 10)

    scene(test)


def test_what_is_private_is_told_to_one_person_alone_and_what_was_said_to_us_directly_only_there():
    async def test(here: Scene) -> None:
        secret = here.discord.private_channel("secret", here.ana)["id"]
        said = here.discord.says(here.ana, secret, "plan")
        thread = here.discord.state.begin_thread(secret, said["id"], "plan")["id"]
        bob = here.discord.user("bob")
        direct, other = (here.discord.state.direct_with(user["id"])["id"] for user in (here.ana, bob))

        def at(channel: str, thread: str = "") -> Place:
            return Place("discord", here.place.team, channel, thread)

        for what, where, shown in (
            (at(here.channel), here.place, True),
            (at(secret), here.place, False),
            (at(secret, thread), here.place, False),
            (at(secret), at(secret, thread), True),
            (at(secret, thread), at(direct), True),
            (Place.direct(here.person), at(direct), True),
            (at(direct), at(direct), True),
            (Place.direct(here.person), at(other), False),
            (at(direct), here.place, False),
        ):
            assert await rooms(here).shown(what, where) is shown

    scene(test)


def test_a_channel_that_denies_a_reader_of_the_answer_is_not_told_there():
    async def test(here: Scene) -> None:
        state = here.discord.state
        staff, dev = (here.discord.channel(name) for name in ("staff", "dev"))
        carl = here.discord.user("carl")

        def over(id: str, type: int, **what: int) -> dict[str, object]:
            return {"id": id, "type": type, **{how: str(what.get(how, 0)) for how in ("allow", "deny")}}

        async def told(there: list[dict[str, object]], where: list[dict[str, object]]) -> bool:
            staff["permission_overwrites"], dev["permission_overwrites"] = there, where
            said, answer = (Place("discord", here.place.team, one["id"]) for one in (staff, dev))
            return await rooms(here).shown(said, answer)

        contractor, everyone = over(state.role, 0, deny=1 << 10), over(state.guild, 0, deny=1 << 10)
        assert await told([], [])
        assert not await told([contractor], []), "a contractor could read the answer"
        assert await told([contractor], [contractor])
        assert not await told([over(carl["id"], 1, deny=1 << 10)], [])
        assert await told([over(carl["id"], 1, deny=1 << 10)], [over(carl["id"], 1, deny=1 << 10)])
        assert await told([over("123456789012345678", 1, deny=1 << 10)], []), "they have left"
        state.roles[carl["id"]] = [state.role]
        let_in = [everyone, over(carl["id"], 1, allow=1 << 10)]
        assert not await told([contractor], let_in), "Carl is a contractor whom the channel lets in"
        assert await told([over(carl["id"], 1, deny=1 << 11)], []), "he reads what he cannot answer"

    scene(test)


def test_a_place_is_everybodys_where_no_role_and_no_member_is_denied():
    async def test(here: Scene) -> None:
        anybody = Person("discord", here.place.team, "")
        dev = here.discord.channel("dev")
        thread = here.discord.state.begin_thread(here.channel, here.said["id"], "deploy")

        async def everybodys(channel: str, thread: str = "") -> bool:
            return await rooms(here).sees(anybody, Place("discord", here.place.team, channel, thread))

        assert await everybodys(dev["id"])
        assert await everybodys(here.channel, thread["id"])
        thread["type"] = 12
        assert not await everybodys(here.channel, thread["id"])
        assert not await everybodys(here.discord.private_channel("secret")["id"])
        assert not await everybodys(here.discord.state.direct_with(here.ana["id"])["id"])
        assert not await everybodys("123456789012345678")
        for type, id in ((0, here.discord.state.role), (1, here.ana["id"])):
            dev["permission_overwrites"] = [{"id": id, "type": type, "allow": "0", "deny": str(1 << 10)}]
            assert not await everybodys(dev["id"])

    scene(test)


def test_a_place_is_seen_by_whoever_may_read_it():
    async def test(here: Scene) -> None:
        secret = here.discord.private_channel("secret", here.ana)["id"]
        bob = here.discord.user("bob")
        direct = here.discord.state.direct_with(here.ana["id"])["id"]
        thread = here.discord.state.begin_thread(here.channel, here.said["id"], "deploy")
        thread["type"] = 12
        other = replace(here.person, user=bob["id"])

        async def seeing(channel: str, thread: str = "") -> list[bool]:
            place = Place("discord", here.place.team, channel, thread)
            return [await rooms(here).sees(one, place) for one in (here.person, other)]

        assert await seeing(here.channel) == [True, True]
        assert await seeing(secret) == [True, False]
        assert await seeing(direct) == [True, False]
        assert await seeing(here.channel, "123456789012345678") == [True, True], "a message that nothing hangs on yet"
        assert await seeing(here.channel, thread["id"]) == [False, False]
        here.discord.state.thread_members.add((thread["id"], here.ana["id"]))
        assert await seeing(here.channel, thread["id"]) == [True, False]
        assert await seeing(f"@{here.ana['id']}") == [True, False]
        assert await seeing("123456789012345678") == [False, False]

    scene(test)
