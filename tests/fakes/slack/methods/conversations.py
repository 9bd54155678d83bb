"""conversations.*, reactions.*, users.info, auth.test."""

from tests.fakes.slack import payloads
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.records import Json, Message
from tests.fakes.slack.refusal import Refusal

_PAGE = 100
_MOST = 999


def auth_test(call: ApiCall) -> Json:
    bot = call.team.bot
    return {
        "url": f"https://{call.team.name}.slack.com/",
        "team": call.team.name,
        "team_id": call.team.id,
        "user": bot.name,
        "user_id": bot.id,
        "bot_id": bot.bot_id,
        "is_enterprise_install": False,
    }


def users_info(call: ApiCall) -> Json:
    one = call.state.users.get(call.required("user"))
    if one is None or one.team_id != call.team.id:
        raise Refusal("user_not_found")
    return {"user": payloads.user(one)}


def info(call: ApiCall) -> Json:
    return {"channel": payloads.channel(call.state.visible(call.team, call.required("channel")), call.team.bot)}


def open_direct(call: ApiCall) -> Json:
    """conversations.open with one user: the app's direct messages with them."""
    names = [name for name in call.required("users").split(",") if name]
    if len(names) != 1:
        raise Refusal("invalid_arguments", ["the emulator opens direct messages with one user only"])
    person = call.state.users.get(names[0])
    if person is None or person.team_id != call.team.id:
        raise Refusal("user_not_found")
    one = call.state.direct(call.team, person)
    return {"channel": payloads.channel(one, call.team.bot) if call.flag("return_im") else {"id": one.id}}


def history(call: ApiCall) -> Json:
    """Newest first, without replies in threads."""
    channel = call.state.readable(call.team, call.required("channel"))
    tops = [one for one in call.state.history(channel.id) if one.thread_ts in (None, one.ts)]
    return _page(call, list(reversed(_between(call, tops))))


def replies(call: ApiCall) -> Json:
    """The parent and then its replies, oldest first."""
    channel = call.state.readable(call.team, call.required("channel"))
    ts = call.required("ts")
    try:
        parent = call.state.message(channel.id, ts)
    except Refusal:
        raise Refusal("thread_not_found") from None
    return _page(call, [parent, *_between(call, call.state.replies(channel.id, ts))])


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


def _between(call: ApiCall, messages: list[Message]) -> list[Message]:
    oldest, latest, inclusive = call.text("oldest"), call.text("latest"), call.flag("inclusive")

    def within(one: Message) -> bool:
        after = not oldest or one.ts > oldest or (inclusive and one.ts == oldest)
        before = not latest or one.ts < latest or (inclusive and one.ts == latest)
        return after and before

    return [one for one in messages if within(one)]


def _page(call: ApiCall, messages: list[Message]) -> Json:
    """One page; the cursor of the next is the ts to go on from."""
    most = call.number("limit", _PAGE)
    if not 1 <= most <= _MOST:
        raise Refusal("invalid_limit")
    cursor = call.text("cursor")
    if cursor:
        at = next((index for index, one in enumerate(messages) if one.ts == cursor), None)
        if at is None:
            raise Refusal("invalid_cursor")
        messages = messages[at:]
    page, rest = messages[:most], messages[most:]
    metadata = call.flag("include_all_metadata")
    return {
        "messages": [
            payloads.message(one, call.state.base, call.state.replies(one.channel, one.ts), metadata=metadata)
            for one in page
        ],
        "has_more": bool(rest),
        "response_metadata": {"next_cursor": rest[0].ts if rest else ""},
    }
