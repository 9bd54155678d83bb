"""Several Slack teams: each installs the app itself, has its own workspace, and sees nothing of another's."""

import asyncio
import re
import socket
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from http.cookies import SimpleCookie
from pathlib import Path

import aiohttp
import pytest

from adapters.slack.http import PATH
from adapters.slack.installing import INSTALL, REDIRECT
from bot import app
from bot.registry import TeamRegistry, prepared
from bot.settings import Settings, read
from harness.chat.people import Place
from harness.sessions import facts as f
from harness.sessions.threads import ThreadNames
from tests.fakes.openai.script import call, reply
from tests.fakes.openai.server import ScriptedModel
from tests.fakes.slack.emulator import SlackEmulator
from tests.fakes.slack.records import Channel, Message, Team, User
from tests.flows.house import BlackBox, Desk, House
from tests.flows.room import Room

SECRET = "8f742231b10e8888abcd99yyyzzz85a5"
WORKSPACE = """
name: Deskmate of {name}
model: openai/scripted
api_base: {model}
people:
  - {{id: "slack:{team}:{boss}", roles: [approver]}}
"""


class InProcess:
    """The same parts that `deskmate run` puts together for several teams."""

    def __init__(self) -> None:
        self._open = AsyncExitStack()

    async def start(self, settings: Settings, environment: dict[str, str]) -> None:
        workspaces = prepared(settings, environment)
        self.journal = self._open.enter_context(app.opened(settings))
        slack, registry = await self._open.enter_async_context(
            app.teams_of(settings, environment, workspaces, self.journal)
        )
        self.registry: TeamRegistry = registry
        await self._open.enter_async_context(app.running(registry.engine))
        await slack.start(registry.of)
        self._open.push_async_callback(slack.stop)

    async def stop(self) -> None:
        await self._open.aclose()

    async def rested(self) -> None:
        """Nothing is wanted any more, in no thread."""
        while working := [task for _, task in self.registry.engine.live.values()]:
            await asyncio.wait(working)


class Teams(Desk):
    """`one` and `two` have a workspace, `three` has none. `address` is where browsers get to us."""

    address = ""
    by_http = False

    def _furnish(self) -> None:
        self.one = self.slack.workspace("one")
        self.two = self.slack.workspace("two")
        self.three = self.slack.workspace("three")
        self.people = {
            team.id: tuple(self.slack.user(f"{who}-{team.name}", team=team) for who in ("mia", "leo"))
            for team in (self.one, self.two, self.three)
        }
        root = self.folder / "workspace"
        for team in (self.one, self.two):
            (root / team.name / "files").mkdir(parents=True)
            boss = self.people[team.id][1]
            text = WORKSPACE.format(name=team.name, model=self.model.base_url, team=team.id, boss=boss.id)
            (root / team.name / "workspace.yaml").write_text(text)
        (root / "teams.yaml").write_text(f"teams:\n  {self.one.id}: one\n  {self.two.id}: ./two\n")
        self.slack.installations.redirect_urls = [f"http://{self.address}{REDIRECT}"]

    @property
    def environment(self) -> dict[str, str]:
        variables = {
            **super().environment,
            "SLACK_CLIENT_ID": self.slack.installations.client_id,
            "SLACK_CLIENT_SECRET": self.slack.installations.client_secret,
            "SLACK_REDIRECT_URL": f"http://{self.address}{REDIRECT}",
            "SLACK_LISTEN": self.address,
        }
        del variables["SLACK_BOT_TOKEN"]
        if self.by_http:
            del variables["SLACK_APP_TOKEN"]
            variables["SLACK_SIGNING_SECRET"] = SECRET
        return variables

    async def move_in(self, house: House) -> None:
        if not self.by_http:
            await super().move_in(house)
            return
        self.house = house
        await house.start(read(self.environment, str(self.folder / "workspace")), self.environment)
        await self.slack.http(f"http://{self.address}{PATH}", SECRET)

    async def restart(self, house: House) -> None:
        assert self.house
        await self.house.stop()
        await self.move_in(house)

    async def installs(self, team: Team) -> str:
        """Somebody of that team does, in their browser; what it shows in the end."""
        self.slack.installations.browsing = self.people[team.id][0]
        async with aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as browser:
            async with browser.get(f"http://{self.address}{INSTALL}") as page:
                assert page.status == 200
                cookies = SimpleCookie(page.headers["Set-Cookie"])
                link = re.findall(r'href="(http[^"]+)"', await page.text())[0].replace("&amp;", "&")
            cookie = {"Cookie": "; ".join(f"{name}={one.value}" for name, one in cookies.items())}
            assert "Secure" in page.headers["Set-Cookie"]
            async with browser.get(link, allow_redirects=False) as asked:
                assert asked.status == 302, await asked.text()
            self.came_back = (asked.headers["Location"], cookie)
            async with browser.get(asked.headers["Location"], headers=cookie) as done:
                return f"{done.status} {await done.text()}"

    async def comes_back(self, where: str, cookie: dict[str, str]) -> tuple[int, str]:
        async with aiohttp.ClientSession() as browser, browser.get(where, headers=cookie) as done:
            return done.status, await done.text()

    def room_of(self, team: Team) -> "TeamRoom":
        self._rooms += 1
        now = self.slack.state.teams[team.id]
        channel = self.slack.channel(f"room-{self._rooms}", *self.people[team.id], team=now)
        return TeamRoom(self.slack, self.model, channel, self.folder / "workspace" / team.name / "files", now)

    async def back_in(self, room: "TeamRoom") -> None:
        """Installed again, the app is asked into the channel again."""
        bot = self.slack.state.teams[room.team.id].bot
        room.channel = self.slack.invites(self.people[room.team.id][0], bot, room.channel)


class TeamRoom(Room):
    def __init__(self, slack: SlackEmulator, model: ScriptedModel, channel: Channel, files: Path, team: Team) -> None:
        super().__init__(slack, model, channel, files)
        self.team = team

    async def mentions(self, who: User, text: str) -> Message:
        self.root = await self.slack.says(who, self.channel, f"{self.team.bot} {text}")
        return self.root


@pytest.fixture(params=["socket", "http"])
def desk(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Teams]:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        Teams.address = f"127.0.0.1:{free.getsockname()[1]}"
    Teams.by_http = request.param == "http"
    desk = Teams.open(tmp_path)
    for name, value in desk.environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("SLACK_BOT_TOKEN", raising=False)
    try:
        desk.play(desk.move_in(InProcess()))
        yield desk
    finally:
        desk.close()


def test_two_teams_install_it_and_each_works_in_its_own_workspace(desk: Teams):
    async def story() -> None:
        for team in (desk.one, desk.two):
            assert (await desk.installs(team)).startswith("200")
            room = desk.room_of(team)
            room.model_will(reply(call("write_file", file_path="/a.md", content=team.name)), reply(f"Hi {team.name}."))
            await room.mentions(desk.people[team.id][0], "write a.md")
            await room.clicks(desk.people[team.id][1], await room.card("Create "), "Approve")
            await room.reads(f"Hi {team.name}.")
            await room.rests()
            request = await room.asked(1)
            assert f"Deskmate of {team.name}" in str(request.messages[0])
            assert (room.files / "a.md").read_text() == team.name
        spoken = {
            one.token for one in desk.slack.calls_of("chat.postMessage") + desk.slack.calls_of("chat.startStream")
        }
        assert spoken == {desk.slack.state.teams[team.id].bot_token for team in (desk.one, desk.two)}

    desk.play(story())


def test_a_token_of_another_team_is_worth_nothing_and_its_home_tab_shows_nothing_of_it(desk: Teams):
    async def story() -> None:
        for team in (desk.one, desk.two):
            await desk.installs(team)
        mine, theirs = desk.room_of(desk.one), desk.room_of(desk.two)
        mia, leo = desk.people[desk.one.id]
        stranger = desk.people[desk.two.id][1]
        for room, who in ((mine, mia), (theirs, stranger)):
            room.model_will(reply(call("write_file", file_path="/a.md", content="x")))
            await room.mentions(who, "write a.md")
            await room.card("Create ")
        card = await mine.card("Create ")
        forged = await theirs.card("Create ")
        desk.slack.state.put(forged.ts, blocks=card.blocks)  # their card, with the tokens of ours
        await theirs.clicks(stranger, desk.slack.message(forged.ts), "Approve")
        told = await theirs.told(stranger, "I can't take this answer")
        assert told
        await desk.slack.settled()
        assert not (mine.files / "a.md").exists()
        await desk.slack.opens_app(stranger, "home")
        home = await theirs.until(lambda: desk.slack.views.homes.get(stranger.id))
        assert mine.channel.id not in str(home.body)
        assert card.blocks[-1]["elements"][0]["value"] not in str(home.body)
        mine.model_will(reply("Done."))
        await mine.clicks(leo, card, "Approve")
        await mine.reads("Done.")
        assert not (theirs.files / "a.md").exists()

    desk.play(story())


def test_uninstalled_while_an_approval_is_open_a_team_rests_and_installed_again_it_goes_on(desk: Teams):
    async def story() -> None:
        for team in (desk.one, desk.two):
            await desk.installs(team)
        mine, theirs = desk.room_of(desk.one), desk.room_of(desk.two)
        mia, leo = desk.people[desk.one.id]
        mine.model_will(reply(call("write_file", file_path="/a.md", content="x")))
        await mine.mentions(mia, "write a.md")
        card = await mine.card("Create ")
        await mine.rests()

        desk.slack.installations.uninstall(desk.one)
        await desk.slack.settled()
        house = desk.house
        assert isinstance(house, InProcess)
        await house.rested()
        kept = house.journal.installations
        assert [one.team for one in await kept.all()] == [desk.two.id]

        theirs.model_will(reply("Still here."))
        await theirs.mentions(desk.people[desk.two.id][0], "hello")
        await theirs.reads("Still here.")

        assert (await desk.installs(desk.one)).startswith("200")
        await desk.back_in(mine)
        mine.model_will(reply("Written."))
        await mine.clicks(leo, card, "Approve")
        await mine.reads("Written.")
        assert (mine.files / "a.md").read_text() == "x"

    desk.play(story())


def test_uninstalled_while_it_works_it_says_in_its_journal_why_it_rests(desk: Teams):
    async def story() -> None:
        await desk.installs(desk.one)
        room = desk.room_of(desk.one)
        room.model_will(reply(call("ls", path="/")), reply("Nobody hears this."))
        hold = desk.slack.holds("chat.startStream")
        said = await room.mentions(desk.people[desk.one.id][0], "look around")
        await room.asked(1)
        desk.slack.installations.uninstall(desk.one)
        hold.release()
        house = desk.house
        assert isinstance(house, InProcess)
        thread = ThreadNames(desk.one.id, plain=False).of(Place("slack", desk.one.id, room.channel.id, said.ts))
        await desk.slack.settled()
        await house.rested()
        rows = [row.fact for row in await house.journal.read(thread)]
        failed = [one.why for one in rows if isinstance(one, f.PostDelayed)]
        assert any("not installed" in why or "account_inactive" in why for why in failed), failed

    desk.play(story())


def test_a_team_without_a_workspace_is_refused_once_where_it_spoke(desk: Teams):
    async def story() -> None:
        await desk.installs(desk.three)
        room = desk.room_of(desk.three)
        who = desk.people[desk.three.id][0]
        await room.mentions(who, "hello")
        first = await room.reads("not set up for this Slack workspace")
        assert desk.three.id in first.shown
        await room.mentions(who, "hello again")
        await desk.slack.settled()
        assert len(desk.slack.posts(room.channel)) == 1
        answer = await desk.slack.runs_command(who, room.channel, "/deskmate", "status")
        assert "not set up for this Slack workspace" in answer["text"]
        assert room.requests == 0

    desk.play(story())


def test_a_state_comes_back_once_and_to_the_browser_that_has_it(desk: Teams):
    async def story() -> None:
        await desk.installs(desk.one)
        where, cookie = desk.came_back
        status, text = await desk.comes_back(where, cookie)
        assert (status, "invalid_state" in text) == (401, True)
        status, text = await desk.comes_back(where, {})
        assert (status, "invalid_browser" in text) == (400, True)
        assert len(desk.slack.calls_of("oauth.v2.access")) == 1

    desk.play(story())


def test_in_a_channel_that_two_teams_share_each_has_its_own_and_decides_nothing_of_the_others(desk: Teams):
    async def story() -> None:
        for team in (desk.one, desk.two):
            await desk.installs(team)
        room = desk.room_of(desk.one)
        mia, leo = desk.people[desk.one.id]
        stranger = desk.people[desk.two.id][1]
        room.channel = desk.slack.joins(stranger, room.channel)
        room.channel = desk.slack.invites(mia, desk.slack.state.teams[desk.two.id].bot, room.channel)
        room.model_will(reply(call("write_file", file_path="/a.md", content="x")))
        await room.mentions(mia, "write a.md")
        card = await room.card("Create ")
        await desk.slack.settled()
        assert room.requests == 1, "the other team's colleague was not spoken to"
        await room.clicks(stranger, card, "Approve")
        await room.told(stranger, "I work only with full members of this workspace")
        assert not (room.files / "a.md").exists()
        room.model_will(reply("Done."))
        await room.clicks(leo, card, "Approve")
        await room.reads("Done.")
        assert room.requests == 2

    desk.play(story())


def test_all_teams_of_an_organization_have_it_at_once(desk: Teams):
    async def story() -> None:
        one, two = (desk.slack.state.put_team(replace(team, enterprise_id="E1")) for team in (desk.one, desk.two))
        desk.slack.installations.whole_org = True
        assert (await desk.installs(one)).startswith("200")
        for team in (one, two):
            room = desk.room_of(team)
            room.model_will(reply(f"Hi {team.name}."))
            await room.mentions(desk.people[team.id][0], "hello")
            await room.reads(f"Hi {team.name}.")
        desk.slack.installations.uninstall(two)
        await desk.slack.settled()
        house = desk.house
        assert isinstance(house, InProcess)
        assert not await house.journal.installations.all()

    desk.play(story())


def test_a_process_that_starts_again_keeps_installations_and_what_was_open(tmp_path: Path):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        Teams.address = f"127.0.0.1:{free.getsockname()[1]}"
    Teams.by_http = False
    desk = Teams.open(tmp_path)

    async def story() -> None:
        await desk.move_in(BlackBox())
        await desk.installs(desk.one)
        room = desk.room_of(desk.one)
        mia, leo = desk.people[desk.one.id]
        room.model_will(reply(call("write_file", file_path="/a.md", content="x")))
        await room.mentions(mia, "write a.md")
        card = await room.card("Create ")
        await room.rests()
        asked = len(desk.slack.calls_of("auth.test"))
        await desk.restart(BlackBox())
        room.model_will(reply("Written."))
        await room.clicks(leo, card, "Approve")
        await room.reads("Written.")
        assert len(desk.slack.calls_of("auth.test")) == asked, "nobody asks who we are, with a start or an event"

    try:
        desk.play(story())
    finally:
        desk.close()
