"""REST v10: what discord.py calls, and how Discord refuses. Discord docs, reference."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import BodyPartReader, web

from tests.fakes.discord.shape import Json, Refused
from tests.fakes.discord.state import FORUM, PRIVATE_THREAD, TEXT_CHANNEL, State

API = "/api/v10"
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass(frozen=True, slots=True)
class Call:
    """One request, as it came in."""

    method: str
    path: str
    body: Json
    files: tuple[str, ...] = ()


@dataclass
class Fault:
    """What happens to the next `times` calls of that method whose path ends so. `lost`: it is done, and its answer is
    not sent. `wait`: how long a 429 asks for.
    """

    method: str
    ending: str
    times: int = 1
    status: int = 0
    code: int = 0
    wait: float = 0.0
    lost: bool = False


class Rest:
    def __init__(self, state: State, token: str) -> None:
        self.state, self._token = state, token
        self.calls: list[Call] = []
        self.faults: list[Fault] = []

    def add_to(self, app: web.Application) -> None:
        for method, path, handle in (
            ("GET", "/users/@me", self._me),
            ("GET", "/users/@me/guilds", self._guilds),
            ("POST", "/users/@me/channels", self._direct),
            ("GET", "/oauth2/applications/@me", self._application),
            ("GET", "/gateway", self._gateway),
            ("GET", "/gateway/bot", self._gateway),
            ("GET", "/applications/{app}/guilds/{guild}/commands", self._commands),
            ("PUT", "/applications/{app}/guilds/{guild}/commands", self._sync),
            ("GET", "/applications/{app}/commands", self._commands),
            ("PUT", "/applications/{app}/commands", self._sync),
            ("GET", "/guilds/{guild}", self._guild),
            ("GET", "/guilds/{guild}/channels", self._channels),
            ("GET", "/guilds/{guild}/members/search", self._search),
            ("GET", "/guilds/{guild}/members/{user}", self._member),
            ("GET", "/channels/{channel}/thread-members/{user}", self._in_thread),
            ("GET", "/channels/{channel}", self._channel),
            ("PATCH", "/channels/{channel}", self._modify),
            ("GET", "/channels/{channel}/threads/archived/public", self._archived),
            ("GET", "/channels/{channel}/users/@me/threads/archived/private", self._private),
            ("GET", "/channels/{channel}/messages", self._history),
            ("POST", "/channels/{channel}/messages", self._send),
            ("GET", "/channels/{channel}/messages/{message}", self._message),
            ("PATCH", "/channels/{channel}/messages/{message}", self._edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self._delete),
            ("POST", "/channels/{channel}/messages/{message}/threads", self._thread),
            ("PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me", self._react),
            ("DELETE", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me", self._unreact),
            ("POST", "/channels/{channel}/typing", self._typing),
            ("POST", "/interactions/{id}/{token}/callback", self._callback),
            ("POST", "/webhooks/{app}/{token}", self._follow),
            ("PATCH", "/webhooks/{app}/{token}/messages/@original", self._original),
            ("DELETE", "/webhooks/{app}/{token}/messages/@original", self._forget),
        ):
            app.router.add_route(method, API + path, self._guarded(handle))
        app.router.add_get("/attachments/{id}/{name}", self._file)

    def _guarded(self, handle: Callable[[web.Request, Json, dict[str, bytes]], Any]) -> Handler:
        """With what may go wrong with any call."""

        async def guarded(request: web.Request) -> web.StreamResponse:
            free = request.path == f"{API}/gateway" or "/interactions/" in request.path or "/webhooks/" in request.path
            if not free and request.headers.get("Authorization") != f"Bot {self._token}":
                return _json({"message": "401: Unauthorized", "code": 0}, 401)
            body, files = await _read(request)
            self.calls.append(Call(request.method, request.path.removeprefix(API), body, tuple(files)))
            fault = next((one for one in self.faults if _hits(one, request)), None)
            if fault is not None:
                fault.times -= 1
                if fault.wait:
                    return _limited("You are being rate limited.", fault.code, fault.wait)
                if fault.status:
                    return _json({"message": "faulted", "code": fault.code}, fault.status)
            try:
                answer = handle(request, body, files)
            except Refused as refused:
                if refused.wait:
                    return _limited(str(refused), refused.code, refused.wait)
                return _json({"message": str(refused), "code": refused.code}, refused.status)
            finally:
                self.state.changed()
            if fault is not None and fault.lost:
                assert request.transport
                request.transport.close()
            return web.Response(status=204) if answer is None else _json(answer)

        return guarded

    # Who and where
    def _me(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        return self.state.bot

    def _guilds(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        names = {self.state.guild: "acme"} if self.state.invited else {}
        return [
            {"id": id, "name": name, "owner": False, "permissions": str(self.state.ours)}
            for id, name in {**names, **self.state.elsewhere}.items()
        ]

    def _application(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        flags = 1 << 19 if self.state.content else 0
        return {"id": self.state.app, "name": "deskmate", "icon": None, "description": "", "bot_public": False,
                "bot_require_code_grant": False, "verify_key": "", "team": None, "summary": "", "flags": flags,
                "owner": self.state.bot}  # fmt: skip

    def _gateway(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        limit = {"total": 1000, "remaining": 999, "reset_after": 0, "max_concurrency": 1}
        return {"url": self.state.base.replace("http", "ws", 1) + "/gateway", "shards": 1, "session_start_limit": limit}

    def _direct(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        user = str(body.get("recipient_id"))
        if user not in self.state.users:
            raise Refused(404, 10013, "Unknown User")
        return self.state.direct_with(user)

    def _member(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        user = request.match_info["user"]
        if user not in self.state.users:
            raise Refused(404, 10007, "Unknown Member")
        return {**self.state.member(user), "user": self.state.users[user]}

    def _guild(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        if request.match_info["guild"] != self.state.guild:
            raise Refused(404, 10004, "Unknown Guild")
        roles = [{"id": id, "name": id, "permissions": str(granted)} for id, granted in self.state.granted.items()]
        return {"id": self.state.guild, "name": "acme", "owner_id": self.state.owner, "roles": roles}

    def _channels(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        return [one for one in self.state.channels.values() if "position" in one]  # not threads, nor directs

    def _search(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        query = request.query["query"].casefold()
        found = [one for one in self.state.users.values() if one["username"].casefold().startswith(query)]
        return [{**self.state.member(one["id"]), "user": one} for one in found][: int(request.query["limit"])]

    def _in_thread(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        info = request.match_info
        if (info["channel"], info["user"]) not in self.state.thread_members:
            raise Refused(404, 10007, "Unknown Member")
        return {"id": info["channel"], "user_id": info["user"]}

    def _channel(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        return self.state.channel(request.match_info["channel"])

    def _modify(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        self.state.channel(request.match_info["channel"])
        return self.state.archive(request.match_info["channel"], bool(body.get("archived")))

    def _archived(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        """Those that were archived last come first. Discord docs, list public archived threads."""
        query, channel = request.query, self.state.channel(request.match_info["channel"])["id"]
        found = [one for one in self.state.channels.values() if one.get("parent_id") == channel]
        found = [one for one in found if one["type"] != PRIVATE_THREAD]
        when = {one["id"]: one["thread_metadata"]["archive_timestamp"] for one in found}
        found = [one for one in found if one["thread_metadata"]["archived"]]
        found = [one for one in found if "before" not in query or when[one["id"]] < query["before"]]
        found.sort(key=lambda one: str(when[one["id"]]), reverse=True)
        most = int(query.get("limit", 50))
        return {"threads": found[:most], "members": [], "has_more": len(found) > most}

    def _private(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        """By their ids, the last first. Discord docs, list joined private archived threads."""
        query, channel = request.query, self.state.channel(request.match_info["channel"])
        if channel["type"] != TEXT_CHANNEL:
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        found = [one for one in self.state.channels.values() if one.get("parent_id") == channel["id"]]
        found = [one for one in found if one["type"] == PRIVATE_THREAD and one["thread_metadata"]["archived"]]
        found = [one for one in found if int(one["id"]) < int(query.get("before", 1 << 63))]
        found.sort(key=lambda one: -int(one["id"]))
        most = int(query.get("limit", 50))
        return {"threads": found[:most], "members": [], "has_more": len(found) > most}

    def _commands(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        return self.state.commands.listed(request.match_info.get("guild", ""))

    def _sync(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        given: Any = body
        return self.state.commands.overwrite(given, request.match_info.get("guild", ""))

    # Messages
    def _history(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        if self.state.channel(request.match_info["channel"])["type"] == FORUM:
            raise Refused(400, 50024, "Cannot execute action on this channel type")
        found, query = [*map(self.state.read, self.state.of(request.match_info["channel"]))], request.query
        most = int(query.get("limit", 50))
        if "after" in query:
            return [one for one in found if int(one["id"]) > int(query["after"])][:most][::-1]
        if "before" in query:
            found = [one for one in found if int(one["id"]) < int(query["before"])]
        return found[-most:][::-1]

    def _message(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        return self.state.read(self.state.message(request.match_info["channel"], request.match_info["message"]))

    def _send(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        return self.state.send(request.match_info["channel"], self.state.bot["id"], body, files)

    def _edit(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        info = request.match_info
        return self.state.edit(info["channel"], info["message"], self.state.bot["id"], body, files)

    def _delete(self, request: web.Request, body: Json, files: dict[str, bytes]) -> None:
        self.state.delete(request.match_info["channel"], request.match_info["message"])

    def _thread(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        info = request.match_info
        return self.state.begin_thread(info["channel"], info["message"], str(body.get("name") or ""))

    def _react(self, request: web.Request, body: Json, files: dict[str, bytes]) -> None:
        info = request.match_info
        self.state.message(info["channel"], info["message"])
        self.state.reactions.setdefault(info["message"], set()).add(info["emoji"])

    def _unreact(self, request: web.Request, body: Json, files: dict[str, bytes]) -> None:
        info = request.match_info
        self.state.message(info["channel"], info["message"])
        if info["emoji"] not in self.state.reactions.get(info["message"], set()):
            raise Refused(404, 10014, "Unknown Emoji")
        self.state.reactions[info["message"]].discard(info["emoji"])

    def _typing(self, request: web.Request, body: Json, files: dict[str, bytes]) -> None:
        self.state.channel(request.match_info["channel"])
        self.state.typing.append(request.match_info["channel"])

    # Interactions
    def _callback(self, request: web.Request, body: Json, files: dict[str, bytes]) -> None:
        self.state.respond(request.match_info["id"], request.match_info["token"], body)

    def _follow(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        return self.state.follow(request.match_info["token"], body)

    def _original(self, request: web.Request, body: Json, files: dict[str, bytes]) -> Any:
        return self.state.follow(request.match_info["token"], body, first=True)

    def _forget(self, request: web.Request, body: Json, files: dict[str, bytes]) -> None:
        self.state.forget(request.match_info["token"])

    async def _file(self, request: web.Request) -> web.Response:
        return web.Response(body=self.state.files[request.match_info["id"]], content_type="text/plain")


async def _read(request: web.Request) -> tuple[Json, dict[str, bytes]]:
    """The body, and the files that came with it."""
    if request.content_type == "application/json":
        return await request.json(), {}
    if not request.content_type.startswith("multipart/"):
        return {}, {}
    body: Json = {}
    files: dict[str, bytes] = {}
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            continue
        content = bytes(await part.read())
        if part.name == "payload_json":
            body = json.loads(content)
        else:
            files[part.filename or "file"] = content
    return body, files


def _hits(fault: Fault, request: web.Request) -> bool:
    return fault.times > 0 and fault.method == request.method and request.path.endswith(fault.ending)


def _json(body: Any, status: int = 200, headers: dict[str, str] | None = None) -> web.Response:
    """Of exactly this type: with a charset discord.py takes it for text."""
    answer = web.Response(body=json.dumps(body).encode(), status=status, headers=headers)
    answer.headers["Content-Type"] = "application/json"
    return answer


def _limited(message: str, code: int, wait: float) -> web.Response:
    body = {"message": message, "retry_after": wait, "global": False, "code": code}
    return _json(body, 429, {"Via": "1.1 google", "Retry-After": str(wait)})
