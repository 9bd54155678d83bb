"""What people do with buttons, menus and modals."""

import json
from collections.abc import Mapping

from tests.fakes.slack import events, limits, payloads, screen
from tests.fakes.slack.delivery import Door, Envelope, Kind
from tests.fakes.slack.inputs import Entered, NotPossible, entered, initial, is_empty
from tests.fakes.slack.records import Channel, Json, Message, Team, User, View
from tests.fakes.slack.response_urls import ResponseUrls
from tests.fakes.slack.screen import Control, controls
from tests.fakes.slack.state import State
from tests.fakes.slack.views import Views


class NotAcknowledged(AssertionError):
    """The app did not answer an interaction within three seconds (or was not connected): people see a warning."""


class Interactions:
    """Clicks, chooses, submits as a person. A message is given as Message or ts (a ts is unique here)."""

    state: State
    views: Views
    door: Door
    response_urls: ResponseUrls
    home_team: str
    #: Seconds in which an interaction must be acknowledged.
    acknowledge_within: float = limits.ACKNOWLEDGE_SECONDS

    _picked: dict[tuple[str, str], dict[str, dict[str, Json]]]

    @property
    def team(self) -> Team:
        """The workspace that stories play in, as it is now."""
        return self.state.teams[self.home_team]

    # -- buttons and menus ---------------------------------------------------------------------------------------

    async def clicks(
        self, user: User, on: Message | View | str, what: str, *, nth: int | None = None, as_seen: Message | None = None
    ) -> Envelope:
        """Click the button `what` (its action_id or its text), or a choice of an overflow menu by its text.

        `nth`: which of several that are called so, from the top, counted from 0. Looks at the message as it is now;
        with `as_seen`, an older Message, as a client that has not refreshed.
        Returns once the app acknowledged. Raises NotPossible when there is no such control for this person (or
        several), NotAcknowledged when the app does not answer in time.
        """
        surface = self._surface(user, on)
        control, option = self._find(user, as_seen or surface, what, nth)
        if control.kind not in ("button", "workflow_button", "icon_button", "overflow"):
            raise NotPossible(f"{what!r} is a {control.kind}: use chooses()")
        if control.kind == "overflow" and option is None:
            raise NotPossible(f"{what!r} is a menu: say which of {control.labels}, or use chooses()")
        return await self._acts(user, surface, control, option)

    async def rates(self, user: User, on: Message | str, good: bool) -> Envelope:
        """Press the thumb up or down below a message; Slack itself shows that. Raises NotPossible if there is none."""
        surface = self._surface(user, on)
        thumbs = screen.feedback(list(surface.blocks)) if isinstance(surface, Message) else []
        if not thumbs:
            raise NotPossible(f"there are no thumbs for {user.name}")
        return await self._acts(user, surface, thumbs[0][0 if good else 1], None)

    async def chooses(self, user: User, on: Message | View | str, what: str, value: Entered) -> Envelope:
        """Pick in the menu `what` (its action_id, label or placeholder) the option(s) with this text or value."""
        surface = self._surface(user, on)
        control, _ = self._find(user, surface, what)
        entry = entered(control, value)
        if control.keeps_state:
            where = surface.ts if isinstance(surface, Message) else surface.id
            self._picked.setdefault((user.id, where), {}).setdefault(control.block_id, {})[control.action_id] = entry
        return await self._acts(user, surface, control, entry)

    async def submits(self, user: User, view: View, values: Mapping[str, Entered] | None = None) -> Json:
        """Fill in the modal in front of `user` and press its button. `values`: block_id, action_id or label -> value.

        Returns what the app answered: {} closes the modal, `response_action` "errors" leaves it open and shows
        `errors` (also in `open_view(user).errors`), "update", "push" and "clear" do that. Raises NotPossible where
        the client would not let the person submit, NotAcknowledged after three seconds.
        """
        current = self.open_view(user)
        if current.id != view.id:
            raise NotPossible(f"{view.title!r} is not in front of {user.name}, but {current.title!r}")
        entries = self._fill(user, current, dict(values or {}))
        body = self._of_view("view_submission", user, current)
        body["view"]["state"] = {"values": entries}
        body["trigger_id"] = self.views.trigger(current.team_id, user.id)
        body["response_urls"] = []
        envelope = await self._interacts("interactive", body)
        answer = envelope.answer or {}
        self._follow(user, current, answer)
        return answer

    async def closes_view(self, user: User, view: View) -> None:
        """Dismiss the modal; the app hears it when it asked for that (notify_on_close)."""
        current = self.open_view(user)
        if current.id != view.id:
            raise NotPossible(f"{view.title!r} is not in front of {user.name}")
        self.views.close(user.id)
        if current.body.get("notify_on_close"):
            body = self._of_view("view_closed", user, current)
            await self._interacts("interactive", {**body, "is_cleared": False})

    def open_view(self, user: User) -> View:
        """The modal in front of this person. Raises NotPossible when there is none."""
        view = self.views.top(user.id)
        if view is None:
            raise NotPossible(f"{user.name} has no modal open")
        return view

    def home(self, user: User) -> View:
        """What the app published in the home tab of this person; clicks() and chooses() take it. Raises NotPossible."""
        view = self.views.homes.get(user.id)
        if view is None:
            raise NotPossible(f"nothing is published for {user.name}")
        return view

    # -- looking things up -----------------------------------------------------------------------------------------

    def message(self, message: Message | str) -> Message:
        """As it is now, ephemeral ones too. Raises LookupError when it is gone."""
        ts = message if isinstance(message, str) else message.ts
        for one in (self.state.messages.get(ts), *self.state.ephemerals):
            if one is not None and one.ts == ts:
                return one
        raise LookupError(f"there is no message {ts}")

    def _place(self, channel: Channel | str) -> Channel:
        return self.state.channels[channel if isinstance(channel, str) else channel.id]

    def _team_of(self, place: Channel) -> Team:
        """The workspace whose app is there; where several have it, the one that the channel belongs to."""
        teams = [self.state.teams[team_id] for team_id in (place.team_id, *sorted(place.shared_with))]
        return next((team for team in teams if team.installed), self.team)

    def _check_active(self, user: User) -> None:
        if self.state.users[user.id].deleted:
            raise NotPossible(f"{user.name} is deactivated")

    def _surface(self, user: User, on: Message | View | str) -> Message | View:
        self._check_active(user)
        if isinstance(on, View):
            current = self.home(user) if on.body["type"] == "home" else self.open_view(user)
            if current.id != on.id:
                raise NotPossible(f"{on.title!r} is not in front of {user.name}")
            return current
        one = self.message(on)
        if one.ephemeral_to not in (None, user.id) or user.id not in self._place(one.channel).members:
            raise NotPossible(f"{user.name} does not see the message {one.ts}")
        return one

    def _find(
        self, user: User, surface: Message | View, what: str, nth: int | None = None
    ) -> tuple[Control, Json | None]:
        """The control, and the entry when `what` names a choice of an overflow menu."""
        blocks = list(surface.blocks) if isinstance(surface, Message) else surface.body["blocks"]
        seen = [control for control in controls(blocks) if control.visible_to(user.id)]
        found: list[tuple[Control, Json | None]] = [(one, None) for one in seen if what in (one.action_id, one.label)]
        found += [
            (one, entered(one, what)) for one in seen if one.kind == "overflow" and what in one.labels and not found
        ]
        if nth is not None:
            found = found[nth : nth + 1]
        if len(found) != 1:
            offered = [(control.action_id, *control.labels) for control in seen]
            many = "is not there" if not found else f"is there {len(found)} times"
            raise NotPossible(f"{what!r} {many} for {user.name}; there are {offered} under:\n{surface.shown}")
        return found[0]

    # -- telling the app -------------------------------------------------------------------------------------------

    async def _interacts(self, kind: Kind, body: Json) -> Envelope:
        envelope = self.door.send(kind, body)
        if not await envelope.within(self.acknowledge_within):
            why = (envelope.reason or "nobody is connected") if envelope.lost else "no answer"
            reason = why if envelope.lost else f"{why} in {self.acknowledge_within} s"
            raise NotAcknowledged(f"{body.get('type', kind)}: {reason}")
        return envelope

    async def _acts(self, user: User, surface: Message | View, control: Control, entry: Json | None) -> Envelope:
        if isinstance(surface, Message):
            body = events.interaction("block_actions", self.state.teams[surface.team_id], user)
            place = self._place(surface.channel)
            replies = self.state.replies(surface.channel, surface.ts)
            body |= events.message_container(surface, place, self.state.base, replies)
            body["response_url"] = self.response_urls.make(place.id, user, surface)
            blocks, where = list(surface.blocks), surface.ts
        else:
            body = self._of_view("block_actions", user, surface)
            body["container"] = {"type": "view", "view_id": surface.id}
            blocks, where = surface.body["blocks"], surface.id
        body["trigger_id"] = self.views.trigger(surface.team_id, user.id)
        body["state"] = {"values": self._values(user, blocks, where)}
        action: Json = {
            "type": control.kind,
            "action_id": control.action_id,
            "block_id": control.block_id,
            "action_ts": self.state.new_ts(),
            **{key: control.element[key] for key in ("text", "value") if key in control.element},
            **(entry or {}),
        }
        body["actions"] = [action]
        return await self._interacts("interactive", json.loads(json.dumps(body)))

    def _of_view(self, kind: str, user: User, view: View) -> Json:
        """An interaction with a view. For a person of another workspace (Slack Connect) it comes from there; only
        `app_installed_team_id` says whose app it is."""
        body = events.interaction(kind, self.state.teams[user.team_id], user)
        return {**body, "view": {**payloads.view(view), "team_id": user.team_id}}

    def _values(self, user: User, blocks: list[Json], where: str) -> dict[str, dict[str, Json]]:
        values: dict[str, dict[str, Json]] = {}
        picked = self._picked.get((user.id, where), {})
        for control in controls(blocks):
            if control.keeps_state:
                entry = picked.get(control.block_id, {}).get(control.action_id) or initial(control)
                values.setdefault(control.block_id, {})[control.action_id] = entry
        return values

    def _fill(self, user: User, view: View, given: dict[str, Entered]) -> dict[str, dict[str, Json]]:
        if not view.body.get("submit") and not any(block["type"] == "input" for block in view.body["blocks"]):
            raise NotPossible(f"{view.title!r} has nothing to submit")
        values = self._values(user, view.body["blocks"], view.id)
        for control in controls(view.body["blocks"]):
            if not control.keeps_state:
                continue
            for name in (control.block_id, control.action_id, control.label):
                if name in given:
                    values[control.block_id][control.action_id] = entered(control, given.pop(name))
                    break
            if not control.optional and is_empty(values[control.block_id][control.action_id]):
                raise NotPossible(f"{control.label!r} must be filled in")
        if given:
            raise NotPossible(f"{view.title!r} has no {sorted(given)}; it has:\n{view.shown}")
        return values

    def _follow(self, user: User, view: View, answer: Json) -> None:
        match answer.get("response_action"):
            case None:
                self.views.close(user.id)
            case "clear":
                self.views.close(user.id, all=True)
            case "update":
                self.views.update(view.team_id, answer["view"], view_id=view.id)
            case "push":
                self.views.push_for(view.team_id, user.id, answer["view"])
            case "errors":
                inputs = {block["block_id"] for block in view.body["blocks"] if block["type"] == "input"}
                wrong = set(answer.get("errors") or {}) - inputs
                if wrong or not answer.get("errors"):
                    raise AssertionError(f"errors must name input blocks of the view {sorted(inputs)}: {answer}")
                self.views.show_errors(view, answer["errors"])
            case other:
                raise AssertionError(f"Slack knows no response_action {other!r}")
