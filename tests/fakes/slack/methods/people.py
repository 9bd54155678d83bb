"""auth.test, bots.info, users.*, reactions.*: who somebody is, and what one says with an emoji."""

from tests.fakes.slack import payloads
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.methods.pages import page
from tests.fakes.slack.records import APP_ID, Json, Message
from tests.fakes.slack.refusal import Refusal


def auth_test(call: ApiCall) -> Json:
    bot = call.team.bot
    return {
        "url": f"https://{call.team.name}.slack.com/",
        "team": call.team.name,
        "team_id": call.team.id,
        "user": bot.name,
        "user_id": bot.id,
        "bot_id": bot.bot_id,
        "app_id": APP_ID,
        "is_enterprise_install": call.team.by_org,
        **({"enterprise_id": call.team.enterprise_id} if call.team.enterprise_id else {}),
    }


def bots_info(call: ApiCall) -> Json:
    id = call.required("bot")
    one = next((user for user in call.state.users.values() if user.bot_id == id), None)
    if one is None:
        raise Refusal("bot_not_found")
    return {"bot": {"id": id, "name": one.name, "user_id": one.id, "app_id": one.app_id, "deleted": False}}


def users_info(call: ApiCall) -> Json:
    one, stranger = call.state.person(call.team, call.required("user"))
    return {"user": payloads.user(one, stranger=stranger)}


def users_list(call: ApiCall) -> Json:
    """All of the workspace, in pages: guests and bots, too, and who has left."""
    team = call.team.id
    found = [one for one in call.state.users.values() if team in (one.team_id, *one.also_of)]
    shown, cursor = page(call, sorted(found, key=lambda one: one.id), lambda one: one.id)
    return {"members": [payloads.user(one) for one in shown], "response_metadata": {"next_cursor": cursor}}


def add_reaction(call: ApiCall) -> Json:
    call.state.react(_item(call), call.team.bot.id, _emoji(call))
    return {}


def remove_reaction(call: ApiCall) -> Json:
    call.state.unreact(_item(call), call.team.bot.id, _emoji(call))
    return {}


def _item(call: ApiCall) -> Message:
    if not call.text("channel") or not call.text("timestamp"):
        raise Refusal("no_item_specified")
    channel = call.state.writable(call.team, call.text("channel"))
    return call.state.message(channel.id, call.text("timestamp"))


def _emoji(call: ApiCall) -> str:
    name = call.required("name").strip(":")
    if not all(letter.isalnum() or letter in "_-+':" for letter in name):
        raise Refusal("invalid_name")
    return name
