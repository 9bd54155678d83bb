"""In which workspaces the app is installed, with which scopes, and what its tokens are worth. No I/O; a no is a
`Refusal`."""

import dataclasses
from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import parse_qs, urlencode, urlsplit

from tests.fakes.slack.records import APP_ID, Json, Team, User
from tests.fakes.slack.refusal import Refusal
from tests.fakes.slack.scopes import EVERY
from tests.fakes.slack.state import State

CODE_SECONDS = 600.0


@dataclass(slots=True)
class _Code:
    """What somebody allowed, until the app exchanges it."""

    person: User
    scopes: frozenset[str]
    redirect_uri: str
    at: float
    for_org: bool


class Installations:
    """Tokens work for their workspace only, or for all of an organization that has the app as a whole.

    `client_id` and `client_secret` are those of the app, and `redirect_urls` where it may have people sent. A token
    that was revoked answers token_revoked, one of a workspace that removed the app account_inactive, any other
    invalid_auth.
    """

    client_id = "1111.2222"
    client_secret = "client-secret"

    def __init__(self, state: State) -> None:
        self._state = state
        self.redirect_urls: list[str] = []
        self.browsing: User | None = None
        """Who is signed in to Slack where the page that asks for permission is shown, and allows all that it asks."""
        self.whole_org = False
        """They allow it for their organization, and not for their workspace alone."""
        self._granted: dict[str, frozenset[str]] = {}
        self._dead: dict[str, str] = {}
        self._codes: dict[str, _Code] = {}

    # -- tokens --------------------------------------------------------------------------------------------------

    def team(self, token: str, named: str = "") -> Team:
        """Whose token it is; of an organization's, the workspace that is `named`, or any. Refusal: token_revoked,
        account_inactive, invalid_auth."""
        found = [team for team in self._state.teams.values() if team.installed and team.bot_token == token]
        if not found:
            raise Refusal(self._dead.get(token, "invalid_auth"))
        return next((team for team in found if team.id == named), found[0])

    def granted(self, team: Team) -> frozenset[str]:
        return self._granted.get(team.id, frozenset(self._state.scopes))

    def grant(self, team: Team, granted: Iterable[str]) -> None:
        """From now on exactly these."""
        self._granted[team.id] = frozenset(granted)

    # -- coming ----------------------------------------------------------------------------------------------------

    def allow(self, person: User, url: str) -> str:
        """`person` presses "Allow" on the page at `url`, to which the app sent them; where their browser goes next.
        Refusal: what the page says instead, invalid_client_id, bad_redirect_uri, invalid_scope."""
        query = {key: values[0] for key, values in parse_qs(urlsplit(url).query).items()}
        if query.get("client_id") != self.client_id:
            raise Refusal("invalid_client_id")
        redirect = query.get("redirect_uri", "")
        if not any(redirect.startswith(known) for known in self.redirect_urls):
            raise Refusal("bad_redirect_uri")
        wanted = frozenset(query.get("scope", "").split(",")) - {""}
        if not wanted or not wanted <= EVERY:
            raise Refusal("invalid_scope")
        code = self._state.new_id("code.")
        self._codes[code] = _Code(person, wanted, redirect, self._state.clock(), self.whole_org)
        return f"{redirect}?{urlencode({'code': code, 'state': query.get('state', '')})}"

    def access(self, args: Json, client_id: str, client_secret: str) -> Json:
        """oauth.v2.access: a code, once and within ten minutes, for a token. Scopes add up over installations."""
        if client_id != self.client_id:
            raise Refusal("invalid_client_id")
        if client_secret != self.client_secret:
            raise Refusal("bad_client_secret")
        code = self._codes.pop(str(args.get("code", "")), None)
        if code is None:
            raise Refusal("invalid_code")
        if self._state.clock() - code.at > CODE_SECONDS:
            raise Refusal("code_expired")
        if code.redirect_uri != str(args.get("redirect_uri") or ""):
            raise Refusal("bad_redirect_uri")
        team = self._state.teams[code.person.team_id]
        token = team.bot_token or f"xoxb-{team.id}-{self._state.new_id('token')}"
        for one in self._of_org(team) if code.for_org else [team]:
            before = self.granted(one) if one.installed else frozenset[str]()
            self._install(one, token, code.for_org)
            self.grant(one, before | code.scopes)
        return {
            "access_token": token,
            "token_type": "bot",
            "scope": ",".join(sorted(self.granted(team))),
            "bot_user_id": team.bot.id,
            "app_id": APP_ID,
            "team": None if code.for_org else {"id": team.id, "name": team.name},
            "enterprise": {"id": team.enterprise_id, "name": "Org"} if team.enterprise_id else None,
            "is_enterprise_install": code.for_org,
            "authed_user": {"id": code.person.id},
        }

    def _of_org(self, team: Team) -> list[Team]:
        if team.enterprise_id is None:
            raise Refusal("org_login_required")
        return [one for one in self._state.teams.values() if one.enterprise_id == team.enterprise_id]

    def _install(self, team: Team, token: str, by_org: bool) -> None:
        bot = dataclasses.replace(team.bot, deleted=False)
        self._state.put_user(bot)
        self._state.put_team(dataclasses.replace(team, bot=bot, bot_token=token, by_org=by_org))

    # -- going -----------------------------------------------------------------------------------------------------

    def revoke(self, team: Team) -> None:
        """The token is worth nothing any more; the app is told."""
        team = self._state.teams[team.id]
        self._kill(team, "token_revoked")
        self._state.emit(team.id, self._revoked(team))

    def uninstall(self, team: Team) -> None:
        """Somebody removed the app: it is in no channel there, and is told, twice over."""
        team = self._state.teams[team.id]
        self._kill(team, "account_inactive")
        bot = self._state.put_user(dataclasses.replace(team.bot, deleted=True))
        self._state.put_team(dataclasses.replace(self._state.teams[team.id], bot=bot))
        self._granted.pop(team.id, None)
        self._state.emit(team.id, {"type": "app_uninstalled", "event_ts": self._state.new_ts()})
        self._state.emit(team.id, self._revoked(team))

    def _kill(self, team: Team, error: str) -> None:
        self._dead[team.bot_token] = error
        for one in self._of_org(team) if team.by_org else [team]:
            self._state.put_team(dataclasses.replace(one, bot_token=""))

    def _revoked(self, team: Team) -> Json:
        tokens = {"oauth": [], "bot": [team.bot.id]}
        return {"type": "tokens_revoked", "tokens": tokens, "event_ts": self._state.new_ts()}
