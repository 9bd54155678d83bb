"""Triggers and the modals people have open. No I/O; every refusal is a `Refusal`."""

import dataclasses
import itertools
from dataclasses import dataclass

from tests.fakes.slack import limits
from tests.fakes.slack.blocks import check_view, with_ids
from tests.fakes.slack.records import Json, View
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.state import State


@dataclass(slots=True)
class _Trigger:
    team_id: str
    user: str
    at: float
    used: bool = False


class Views:
    """Each person's stack of modals (at most three), and the home tab that the app published for them.

    `home_enabled`: the app has a home tab; False: views.publish answers not_enabled.
    """

    def __init__(self, state: State) -> None:
        self._state = state
        self._triggers: dict[str, _Trigger] = {}
        self._stacks: dict[str, list[View]] = {}
        self._hashes = itertools.count(1)
        self.homes: dict[str, View] = {}
        self.home_enabled = True

    def trigger(self, team_id: str, user_id: str) -> str:
        """A trigger_id: it opens one view, within three seconds by the emulator's clock."""
        trigger_id = self._state.new_id("TR.")
        self._triggers[trigger_id] = _Trigger(team_id, user_id, self._state.clock())
        return trigger_id

    def top(self, user_id: str) -> View | None:
        """The modal in front of this person."""
        stack = self._stacks.get(user_id)
        return stack[-1] if stack else None

    def open(self, team_id: str, trigger_id: str, body: Json) -> View:
        """A new modal in place of whatever the person had open."""
        check_view(body)
        user_id = self._spend(team_id, trigger_id)
        view = self._new(team_id, user_id, body, below=None)
        self._stacks[user_id] = [view]
        self._state.changed()
        return view

    def push(self, team_id: str, trigger_id: str, body: Json) -> View:
        check_view(body)
        return self.push_for(team_id, self._spend(team_id, trigger_id), body)

    def push_for(self, team_id: str, user_id: str, body: Json) -> View:
        """On top of the person's stack (from views.push, or from the answer to a submission)."""
        stack = self._stacks.setdefault(user_id, [])
        if len(stack) >= limits.VIEW_STACK:
            raise Refusal("push_limit_reached")
        view = self._new(team_id, user_id, check_view(body), below=stack[-1] if stack else None)
        stack.append(view)
        self._state.changed()
        return view

    def update(self, team_id: str, body: Json, *, view_id: str = "", external_id: str = "", hash: str = "") -> View:
        check_view(body)
        for stack in (*self._stacks.values(), list(self.homes.values())):
            for index, view in enumerate(stack):
                named = view.id == view_id or (external_id and view.body.get("external_id") == external_id)
                if not named or view.team_id != team_id:
                    continue
                if hash and hash != view.hash:
                    raise Refusal("hash_conflict")
                stack[index] = self._changed(view, body)
                if view.body["type"] == "home":
                    self.homes[view.user] = stack[index]
                return stack[index]
        raise Refusal("not_found")

    def publish(self, team_id: str, user_id: str, body: Json, hash: str = "") -> View:
        """The person's home tab; the next one has the same id."""
        check_view(body)
        if not self.home_enabled:
            raise Refusal("not_enabled")
        before = self.homes.get(user_id)
        if before is not None and hash and hash != before.hash:
            raise Refusal("hash_conflict")
        view = self._changed(before, body) if before else self._new(team_id, user_id, body, below=None)
        self.homes[user_id] = view
        self._state.changed()
        return view

    def show_errors(self, view: View, errors: dict[str, str]) -> View:
        now = dataclasses.replace(view, errors=errors)
        stack = self._stacks[view.user]
        stack[stack.index(view)] = now
        self._state.changed()
        return now

    def close(self, user_id: str, *, all: bool = False) -> None:
        """Take away the topmost modal, or all."""
        stack = self._stacks.get(user_id, [])
        del stack[0 if all else len(stack) - 1 :]
        self._state.changed()

    def _spend(self, team_id: str, trigger_id: str) -> str:
        one = self._triggers.get(trigger_id)
        if one is None or one.team_id != team_id:
            raise Refusal("invalid_trigger_id")
        if one.used:
            raise Refusal("exchanged_trigger_id")
        if self._state.clock() - one.at > limits.TRIGGER_SECONDS:
            raise Refusal("expired_trigger_id")
        one.used = True
        return one.user

    def _changed(self, view: View, body: Json) -> View:
        self._state.changed()
        return dataclasses.replace(view, body=self._filled(body), hash=f"hash.{next(self._hashes)}", errors={})

    def _filled(self, body: Json) -> Json:
        return {**body, "blocks": with_ids(body["blocks"], lambda: self._state.new_id("b"))}

    def _new(self, team_id: str, user_id: str, body: Json, below: View | None) -> View:
        external_id = body.get("external_id")
        if external_id and any(
            view.body.get("external_id") == external_id for stack in self._stacks.values() for view in stack
        ):
            raise Refusal("duplicate_external_id")
        view_id = self._state.new_id("V")
        return View(
            id=view_id,
            hash=f"hash.{next(self._hashes)}",
            user=user_id,
            team_id=team_id,
            body=self._filled(body),
            root_id=below.root_id if below else view_id,
            previous_id=below.id if below else None,
        )
