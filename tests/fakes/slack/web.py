"""The emulator's HTTP side: arguments, tokens, faults, rates; uploads and downloads; response URLs."""

import base64
import json
from collections.abc import Callable, Mapping

from aiohttp import web

from tests.fakes.slack import scopes
from tests.fakes.slack.faults import Broken, Dropped, Fault, Faults, Held, RateLimited, Refused
from tests.fakes.slack.installations import Installations
from tests.fakes.slack.methods.call import ApiCall, decoded
from tests.fakes.slack.methods.table import METHODS
from tests.fakes.slack.rates import Rates
from tests.fakes.slack.records import APP_ID, Call, ChannelKind, Json, Team
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.response_urls import ResponseUrls
from tests.fakes.slack.socket_mode import SocketMode
from tests.fakes.slack.state import State

_OPEN = "apps.connections.open"
_EXPORT = "apps.manifest.export"
_ACCESS = "oauth.v2.access"
CONFIG_TOKEN = "xoxe.xoxp-emulator-token"
"""The app owner's: it may look at the app, and nothing else here."""


class WebSide:
    """The routes of the emulator. `calls` are all requests to the Web API, in the order they were answered."""

    def __init__(
        self,
        state: State,
        socket: SocketMode,
        faults: Faults,
        response_urls: ResponseUrls,
        app_token: str,
        installations: Installations,
        call: Callable[[Json, Team], ApiCall],
    ) -> None:
        self.calls: list[Call] = []
        self.strict_rates = False
        self._rates = Rates(state.clock)
        self._state = state
        self._socket = socket
        self._faults = faults
        self._response_urls = response_urls
        self._app_token = app_token
        self._installations = installations
        self._call = call

    def application(self) -> web.Application:
        app = web.Application(client_max_size=64 * 1024 * 1024)
        app.router.add_route("*", "/api/{method}", self._api)
        app.router.add_get("/oauth/v2/authorize", self._authorize)
        app.router.add_get("/link/", self._socket.handle)
        app.router.add_post("/upload/v1/{file_id}", self._upload)
        app.router.add_get("/files/{file_id}/{tail:.*}", self._download)
        app.router.add_post("/actions/{token}", self._response_urls.handle)
        return app

    # -- the Web API ---------------------------------------------------------------------------------------------

    async def _api(self, request: web.Request) -> web.StreamResponse:
        method = request.match_info["method"]
        args = decoded(await _arguments(request))
        token = request.headers.get("Authorization", "").removeprefix("Bearer ") or str(args.get("token", ""))
        args.pop("token", None)
        if method == _ACCESS:
            args |= _client(request)
        fault = self._faults.take(method, args)
        if isinstance(fault, Held) and fault.when == "before":
            await fault.hold.stay()
        team = self._team(token)
        told = ",".join(sorted(self._installations.granted(team))) if team else ""
        status, body, headers = self._answer(method, token, args, fault)
        self.calls.append(Call(method, args, self._state.clock(), status, body, token))
        self._state.changed()
        if isinstance(fault, Held) and fault.when == "after":
            await fault.hold.stay()
        if status == 0:
            return _cut(request)
        if team is not None:
            headers = {**headers, "X-OAuth-Scopes": told}
        return web.json_response(body, status=status, headers=headers)

    def _answer(self, method: str, token: str, args: Json, fault: Fault | None) -> tuple[int, Json, Mapping[str, str]]:
        """HTTP status (0: cut the connection), body, headers. Here, and only here, the effect takes place."""
        wait = self._rates.take(method, token, args) if self.strict_rates else None
        if isinstance(fault, RateLimited):
            wait = fault.retry_after
        if wait is not None:
            return 429, {"ok": False, "error": "ratelimited"}, {"Retry-After": str(wait)}
        match fault:
            case Broken():
                return fault.status, {"ok": False, "error": "internal_error"}, {}
            case Refused():
                return 200, {"ok": False, "error": fault.error}, {}
            case Dropped(when="before"):
                return 0, {}, {}
        try:
            body = {"ok": True, **self._perform(method, token, args)}
        except Refusal as refusal:
            body = refusal.body()
        return (0 if isinstance(fault, Dropped) else 200), body, {}

    def _perform(self, method: str, token: str, args: Json) -> Json:
        if method == _ACCESS:
            client_id, secret = (str(args.get(key, "")) for key in ("client_id", "client_secret"))
            return self._installations.access(args, client_id, secret)
        if not token:
            raise Refusal("not_authed")
        if method == _OPEN:
            return self._open_socket(token)
        if method == _EXPORT:
            return self._export(token, args)
        known = METHODS.get(method)
        if known is None:
            raise Refusal("unknown_method", req_method=method)
        if token == self._app_token:
            raise Refusal("not_allowed_token_type")
        team = self._installations.team(token, self._named(args))
        scopes.check(method, self._kind(args), frozenset(args), self._installations.granted(team))
        return known(self._call(args, team))

    def _open_socket(self, token: str) -> Json:
        if token != self._app_token:
            self._installations.team(token)
            raise Refusal("not_allowed_token_type")
        address = self._state.base.replace("http://", "ws://")
        return {"url": f"{address}/link/?ticket={self._socket.ticket()}&app_id=emulator"}

    def _export(self, token: str, args: Json) -> Json:
        if token != CONFIG_TOKEN:
            raise Refusal("invalid_auth" if self._team(token) is None else "not_allowed_token_type")
        if args.get("app_id") != APP_ID:
            raise Refusal("app_not_found")
        return {"manifest": self._state.manifest}

    def _team(self, token: str) -> Team | None:
        try:
            return self._installations.team(token)
        except Refusal:
            return None

    def _kind(self, args: Json) -> ChannelKind | None:
        """Of the conversation that a call names."""
        name = str(args.get("channel") or args.get("channel_id") or "")
        place = self._state.channels.get(name)
        return place.kind if place else "im" if name in self._state.users else None

    def _named(self, args: Json) -> str:
        """The workspace of what a call names: the token of an organization is good in all of its own."""
        place = self._state.channels.get(str(args.get("channel") or args.get("channel_id") or ""))
        person = self._state.users.get(str(args.get("user") or args.get("user_id") or args.get("users") or ""))
        return str(args.get("team_id") or (place and place.team_id) or (person and person.team_id) or "")

    async def _authorize(self, request: web.Request) -> web.StreamResponse:
        """The page that asks for permission, and who is there allows it."""
        if self._installations.browsing is None:
            return web.Response(status=401, text="sign in")
        try:
            where = self._installations.allow(self._installations.browsing, str(request.url))
        except Refusal as refusal:
            return web.Response(status=400, text=refusal.code)
        raise web.HTTPFound(where)

    # -- files ---------------------------------------------------------------------------------------------------

    async def _upload(self, request: web.Request) -> web.StreamResponse:
        """Raw bytes, or a form with the file in it. Faults are planned for the method "upload"."""
        fault = self._faults.take("upload", {"file_id": request.match_info["file_id"]})
        if isinstance(fault, Dropped):
            return _cut(request)
        if isinstance(fault, Broken):
            return web.Response(status=fault.status, text="error")
        content = await _uploaded(request)
        if not self._state.files.receive(request.match_info["file_id"], content):
            return web.Response(status=400, text="bad upload")
        return web.Response(text=f"OK - {len(content)}")

    async def _download(self, request: web.Request) -> web.StreamResponse:
        """Without a token that may see it Slack answers 200 with a page to sign in on, not an error.

        Faults are planned for the method "download"; one that drops "after" sends half of the bytes, one that refuses
        that page.
        """
        file_id = request.match_info["file_id"]
        fault = self._faults.take("download", {"file_id": file_id})
        if isinstance(fault, Broken):
            return web.Response(status=fault.status, text="error")
        if isinstance(fault, Held):
            await fault.hold.stay()
        team = self._team(request.headers.get("Authorization", "").removeprefix("Bearer "))
        try:
            one = self._state.files.seen(team, file_id) if team else None
        except Refusal:
            return web.Response(status=404)
        if one is None or isinstance(fault, Refused):
            return web.Response(text="<!DOCTYPE html><html>Sign in</html>", content_type="text/html")
        headers = {"Content-Type": one.mimetype, "Content-Disposition": f'attachment; filename="{one.name}"'}
        if not isinstance(fault, Dropped):
            return web.Response(body=one.content, headers=headers)
        answer = web.StreamResponse(headers=headers | {"Content-Length": str(len(one.content))})
        await answer.prepare(request)
        if fault.when == "after":
            await answer.write(one.content[: len(one.content) // 2])
        return _cut(request)


def _client(request: web.Request) -> Json:
    """Id and secret of the app, where they come by HTTP Basic."""
    kind, _, coded = request.headers.get("Authorization", "").partition(" ")
    if kind != "Basic":
        return {}
    name, _, secret = base64.b64decode(coded).decode().partition(":")
    return {"client_id": name, "client_secret": secret}


async def _arguments(request: web.Request) -> Json:
    """Query, form and JSON body in one; the body wins."""
    args: Json = dict(request.query)
    if request.content_type == "application/json":
        raw = await request.read()
        body = json.loads(raw) if raw else {}
        if isinstance(body, dict):
            args |= body
    elif request.can_read_body:
        args |= {key: value for key, value in (await request.post()).items() if isinstance(value, str)}
    return args


async def _uploaded(request: web.Request) -> bytes:
    if request.content_type != "multipart/form-data":
        return await request.read()
    for value in (await request.post()).values():
        if isinstance(value, web.FileField):
            return value.file.read()
    return b""


def _cut(request: web.Request) -> web.StreamResponse:
    """The client sees its connection closed instead of an answer."""
    if request.transport is not None:
        request.transport.abort()
    return web.Response()
