"""views.*: modals and the home tab."""

from tests.fakes.slack import payloads
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import Json
from tests.fakes.slack.refusal import Refusal


def open_view(call: ApiCall) -> Json:
    view = call.views.open(call.team.id, call.required("trigger_id"), _modal(call))
    return {"view": payloads.view(view)}


def push_view(call: ApiCall) -> Json:
    view = call.views.push(call.team.id, call.required("trigger_id"), _modal(call))
    return {"view": payloads.view(view)}


def update_view(call: ApiCall) -> Json:
    view_id, external_id = call.text("view_id"), call.text("external_id")
    if not view_id and not external_id:
        raise Refusal("invalid_arguments", ["missing required field: view_id or external_id"])
    view = call.views.update(
        call.team.id, _view(call), view_id=view_id, external_id=external_id, hash=call.text("hash")
    )
    return {"view": payloads.view(view)}


def publish_view(call: ApiCall) -> Json:
    person = call.state.users.get(call.required("user_id"))
    if person is None or person.team_id != call.team.id:
        raise Refusal("invalid_arguments", ["invalid `user_id`"])
    wanted = _view(call)
    if wanted.get("type") != "home":
        raise Refusal("invalid_arguments", ["must be a home view [json-pointer:/view/type]"])
    view = call.views.publish(call.team.id, person.id, wanted, hash=call.text("hash"))
    return {"view": payloads.view(view)}


def _modal(call: ApiCall) -> Json:
    view = _view(call)
    if view.get("type") != "modal":
        raise Refusal("invalid_arguments", ["must be a modal [json-pointer:/view/type]"])
    return view


def _view(call: ApiCall) -> Json:
    view = call.args.get("view")
    if not isinstance(view, dict):
        raise Refusal("invalid_arguments", ["must be an object [json-pointer:/view]"])
    return view
