"""Workspaces, people and conversations, and who may see and touch which. No I/O; every refusal is a `Refusal`."""

import dataclasses
import itertools
from collections.abc import Callable, Iterable

from tests.fakes.slack.clock import Clock
from tests.fakes.slack.records import APP_ID, SLACKBOT, Channel, ChannelKind, Json, Team, User
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.scopes import EVERY


class Places:
    """A channel belongs to one workspace, and is shared with those of its other members (Slack Connect).

    `changed` is called after every change.
    """

    def __init__(self, clock: Clock, changed: Callable[[], None]) -> None:
        self.clock = clock
        self.changed = changed
        self.teams: dict[str, Team] = {}
        self.scopes: set[str] = set(EVERY)  # granted to the app, where a workspace was not asked for others
        self.manifest: Json = {}  # of the app, as its owner has it
        self.users: dict[str, User] = {SLACKBOT.id: SLACKBOT}
        self.channels: dict[str, Channel] = {}
        self._ids = itertools.count(1)
        self._last_ts = 0

    # -- ids ---------------------------------------------------------------------------------------------------

    def new_id(self, prefix: str) -> str:
        return f"{prefix}{next(self._ids):08d}"

    def new_ts(self) -> str:
        """A message's name and time: seconds, a dot, six digits. Unique, and greater than all before."""
        self._last_ts = max(int(self.clock() * 1_000_000), self._last_ts + 100)
        return f"{self._last_ts // 1_000_000}.{self._last_ts % 1_000_000:06d}"

    # -- people --------------------------------------------------------------------------------------------------

    def add_team(self, name: str, *, installed: bool = True, enterprise_id: str | None = None) -> Team:
        """A workspace in which the app is installed, or one that is only connected with such a one."""
        team_id = self.new_id("T")
        bot = User(
            self.new_id("U"), team_id, "deskmate", "Deskmate", is_bot=True, bot_id=self.new_id("B"), app_id=APP_ID
        )
        team = Team(team_id, name, bot, f"xoxb-{team_id}-token" if installed else "", enterprise_id)
        self.teams[team_id] = team
        if installed:
            self.users[bot.id] = bot
        return team

    def put_team(self, team: Team) -> Team:
        """The workspace has changed: the app came or went."""
        self.teams[team.id] = team
        self.changed()
        return team

    def add_user(
        self,
        team: Team,
        name: str,
        real_name: str | None = None,
        *,
        is_bot: bool = False,
        restricted: bool = False,
        ultra_restricted: bool = False,
    ) -> User:
        person = User(
            self.new_id("U"),
            team.id,
            name,
            real_name or name.title(),
            is_bot=is_bot,
            bot_id=self.new_id("B") if is_bot else None,
            app_id=self.new_id("A") if is_bot else None,
            restricted=restricted or ultra_restricted,
            ultra_restricted=ultra_restricted,
        )
        self.users[person.id] = person
        return person

    def put_user(self, person: User) -> User:
        """The person has changed. Who is deactivated is in no channel any more, but in their direct messages."""
        self.users[person.id] = person
        if person.deleted:
            for one in list(self.channels.values()):
                if one.kind in ("public", "private"):
                    self.channels[one.id] = dataclasses.replace(one, members=one.members - {person.id})
        self.changed()
        return person

    def person(self, team: Team, user_id: str) -> tuple[User, bool]:
        """Whom the app can know of, and whether it is a stranger: of a connected workspace, but in no channel with it.

        Refusal: user_not_found.
        """
        one = self.users.get(user_id)
        if one is None:
            raise Refusal("user_not_found")
        if one.team_id == team.id:
            return one, False
        connected = [
            each for each in self.channels.values() if {team.id, one.team_id} <= {each.team_id, *each.shared_with}
        ]
        if not connected:
            raise Refusal("user_not_found")
        return one, not any({team.bot.id, one.id} <= each.members for each in connected)

    # -- conversations ---------------------------------------------------------------------------------------------

    def add_channel(self, team: Team, name: str, members: Iterable[User], kind: ChannelKind = "public") -> Channel:
        prefix = "D" if kind == "im" else "G" if kind == "mpim" else "C"
        ids = frozenset(member.id for member in members)
        return self.put_channel(Channel(self.new_id(prefix), team.id, name, kind, ids, created=int(self.clock())))

    def put_channel(self, one: Channel) -> Channel:
        """The channel is new or has changed: archived, joined, left."""
        others = frozenset(self.users[member].team_id for member in one.members) - {one.team_id}
        one = dataclasses.replace(one, shared_with=others)
        self.channels[one.id] = one
        self.changed()
        return one

    def drop_channel(self, one: Channel) -> None:
        """It is deleted, with all that was said in it."""
        del self.channels[one.id]
        self.changed()

    def direct(self, team: Team, person: User) -> Channel:
        """The direct messages between a person and the app."""
        return self.among(team, (person,)) or self.add_channel(team, person.name, (person, team.bot), "im")

    def among(self, team: Team, people: Iterable[User]) -> Channel | None:
        """The direct messages of the app with just these, if they have begun."""
        ids = frozenset(person.id for person in (*people, team.bot))
        return next((one for one in self.channels.values() if one.kind in ("im", "mpim") and one.members == ids), None)

    # -- who may touch what --------------------------------------------------------------------------------------

    def visible(self, team: Team, channel_id: str) -> Channel:
        """The channel, as far as the app can know of it. A user's id names their direct messages."""
        person = self.users.get(channel_id)
        if person is not None and person.team_id == team.id:
            return self.direct(team, person)
        one = self.channels.get(channel_id)
        known = one is not None and team.id in (one.team_id, *one.shared_with)
        if one is None or not known or (one.kind != "public" and team.bot.id not in one.members):
            raise Refusal("channel_not_found")
        return one

    def readable(self, team: Team, channel_id: str) -> Channel:
        one = self.visible(team, channel_id)
        if team.bot.id not in one.members:
            raise Refusal("not_in_channel")
        return one

    def writable(self, team: Team, channel_id: str) -> Channel:
        one = self.visible(team, channel_id)
        if one.archived:
            raise Refusal("is_archived")
        if team.bot.id not in one.members:
            raise Refusal("not_in_channel")
        return one
