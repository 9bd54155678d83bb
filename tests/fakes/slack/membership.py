"""Who there is, and where they are."""

import dataclasses

from tests.fakes.slack.inputs import NotPossible
from tests.fakes.slack.interactions import Interactions
from tests.fakes.slack.records import Channel, ChannelKind, Team, User


class Membership(Interactions):
    """Makes people and places. A channel may be given as Channel or id, a message as Message or ts (unique here)."""

    # -- who and where -------------------------------------------------------------------------------------------

    @property
    def bot(self) -> User:
        """The app's own user; f"{slack.bot} hello" mentions it."""
        return self.team.bot

    def workspace(self, name: str, *, installed: bool = False) -> Team:
        """Another one. Its people may be in our channels: they are strangers there, from Slack Connect."""
        return self.state.add_team(name, installed=installed)

    def user(
        self,
        name: str,
        real_name: str | None = None,
        *,
        team: Team | None = None,
        is_bot: bool = False,
        restricted: bool = False,
        ultra_restricted: bool = False,
    ) -> User:
        """A guest of several channels is `restricted`, one of a single channel `ultra_restricted`."""
        return self.state.add_user(
            team or self.team,
            name,
            real_name,
            is_bot=is_bot,
            restricted=restricted,
            ultra_restricted=ultra_restricted,
        )

    def deactivates(self, user: User) -> User:
        """The account is closed: it is in no channel any more, and does nothing."""
        return self.state.put_user(dataclasses.replace(self.state.users[user.id], deleted=True))

    def channel(
        self, name: str, *members: User, kind: ChannelKind = "public", with_bot: bool = True, team: Team | None = None
    ) -> Channel:
        where = team or self.team
        return self.state.add_channel(where, name, (*members, where.bot) if with_bot else members, kind)

    def group(self, *members: User) -> Channel:
        """Direct messages of the app with several people."""
        name = f"mpdm-{'--'.join(member.name for member in members)}-1"
        return self.state.among(self.team, members) or self.channel(name, *members, kind="mpim")

    def dm(self, user: User) -> Channel:
        """The person's direct messages with the app."""
        return self.state.direct(self._own_team(user), user)

    def archives(self, channel: Channel) -> Channel:
        return self.state.put_channel(dataclasses.replace(self._place(channel), archived=True))

    def deletes_channel(self, channel: Channel) -> None:
        self.state.drop_channel(self._place(channel))

    def joins(self, user: User, channel: Channel) -> Channel:
        """A notice says so in the channel; the app hears that and `member_joined_channel` when it is there."""
        return self.state.join(self.state.users[user.id], self._place(channel), None)

    def invites(self, user: User, who: User, channel: Channel) -> Channel:
        """As joins(), on the invitation of a member; `slack.invites(ana, slack.bot, ops)` brings the app in."""
        place = self._place(channel)
        if user.id not in place.members:
            raise NotPossible(f"{user.name} is not in {place.name}")
        return self.state.join(self.state.users[who.id], place, user)

    def leaves(self, user: User, channel: Channel) -> Channel:
        """Also the app may be put out: `slack.leaves(slack.bot, ops)`, of which it hears nothing."""
        place = self._place(channel)
        return self.state.put_channel(dataclasses.replace(place, members=place.members - {user.id}))

    def _own_team(self, user: User) -> Team:
        """The workspace where this person has the app."""
        team = self.state.teams[user.team_id]
        if not team.installed:
            raise NotPossible(f"{user.name}'s workspace {team.name} does not have the app")
        return team
