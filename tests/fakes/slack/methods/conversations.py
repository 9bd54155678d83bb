"""conversations.*: where one can talk, who is there, what was said."""

from tests.fakes.slack import payloads
from tests.fakes.slack.methods.call import ApiCall
from tests.fakes.slack.methods.pages import page
from tests.fakes.slack.records import Channel, Json, Message, User
from tests.fakes.slack.refusal import Refusal

_WITH = 8


def info(call: ApiCall) -> Json:
    one = call.state.visible(call.team, call.required("channel"))
    return {"channel": payloads.channel(one, call.team.bot, count=call.flag("include_num_members"))}


def list_all(call: ApiCall) -> Json:
    """Public channels, and the others that the app is in; of the types that are asked for."""
    kinds = {"public_channel": "public", "private_channel": "private", "im": "im", "mpim": "mpim"}
    wanted = {kinds.get(each) for each in (call.text("types") or "public_channel").replace(" ", "").split(",")}
    if None in wanted:
        raise Refusal("invalid_types")
    found = [
        one
        for one in sorted(call.state.channels.values(), key=lambda one: one.id)
        if one.team_id == call.team.id
        and one.kind in wanted
        and (one.kind == "public" or call.team.bot.id in one.members)
        and not (one.archived and call.flag("exclude_archived"))
    ]
    shown, cursor = page(call, found, lambda one: one.id)
    channels = [payloads.channel(one, call.team.bot, count=True) for one in shown]
    return {"channels": channels, "response_metadata": {"next_cursor": cursor}}


def members(call: ApiCall) -> Json:
    """Ids, in pages. Those of a public channel can be had from outside."""
    one = call.state.visible(call.team, call.required("channel"))
    shown, cursor = page(call, sorted(one.members), str)
    return {"members": shown, "response_metadata": {"next_cursor": cursor}}


def open_direct(call: ApiCall) -> Json:
    """The app's direct messages: with one person, with up to eight, or (`channel`) those that there are."""
    if call.text("channel"):
        known = call.state.visible(call.team, call.text("channel"))
        if known.kind not in ("im", "mpim"):
            raise Refusal("method_not_supported_for_channel_type")
        return _opened(call, known, already=True)
    names = [name for name in call.text("users").replace(" ", "").split(",") if name]
    if not names:
        raise Refusal("users_list_not_supplied")
    if len(names) > _WITH:
        raise Refusal("too_many_users")
    people = [_addressee(call, name) for name in dict.fromkeys(names)]
    if before := call.state.among(call.team, people):
        return _opened(call, before, already=True)
    if call.flag("prevent_creation"):
        raise Refusal("channel_not_found")
    if len(people) == 1:
        return _opened(call, call.state.direct(call.team, people[0]), already=False)
    name = f"mpdm-{'--'.join(person.name for person in people)}-1"
    made = call.state.add_channel(call.team, name, (*people, call.team.bot), "mpim")
    return _opened(call, made, already=False)


def _addressee(call: ApiCall, user_id: str) -> User:
    person, stranger = call.state.person(call.team, user_id)
    if person.deleted:
        raise Refusal("user_disabled")
    if stranger or person.team_id != call.team.id:
        raise Refusal("invalid_user_combination")
    if person.is_bot:
        raise Refusal("cannot_dm_bot")
    return person


def _opened(call: ApiCall, one: Channel, *, already: bool) -> Json:
    known: Json = {"no_op": True, "already_open": True} if already else {}
    return {**known, "channel": payloads.channel(one, call.team.bot) if call.flag("return_im") else {"id": one.id}}


def history(call: ApiCall) -> Json:
    """Newest first, without replies in threads."""
    channel = call.state.readable(call.team, call.required("channel"))
    tops = [
        one
        for one in call.state.history(channel.id)
        if one.thread_ts in (None, one.ts) or one.subtype == "thread_broadcast"
    ]
    return _messages(call, list(reversed(_between(call, tops))))


def replies(call: ApiCall) -> Json:
    """The parent and then its replies, oldest first."""
    channel = call.state.readable(call.team, call.required("channel"))
    ts = call.required("ts")
    try:
        parent = call.state.message(channel.id, ts)
    except Refusal:
        raise Refusal("thread_not_found") from None
    return _messages(call, [parent, *_between(call, call.state.replies(channel.id, ts))])


def _between(call: ApiCall, messages: list[Message]) -> list[Message]:
    oldest, latest, inclusive = call.text("oldest"), call.text("latest"), call.flag("inclusive")

    def within(one: Message) -> bool:
        after = not oldest or one.ts > oldest or (inclusive and one.ts == oldest)
        before = not latest or one.ts < latest or (inclusive and one.ts == latest)
        return after and before

    return [one for one in messages if within(one)]


def _messages(call: ApiCall, found: list[Message]) -> Json:
    """One page; the cursor of the next is the ts to go on from."""
    shown, cursor = page(call, found, lambda one: one.ts)
    metadata = call.flag("include_all_metadata")
    return {
        "messages": [
            payloads.message(one, call.state.base, call.state.replies(one.channel, one.ts), metadata=metadata)
            for one in shown
        ],
        "has_more": bool(cursor),
        "response_metadata": {"next_cursor": cursor},
    }
