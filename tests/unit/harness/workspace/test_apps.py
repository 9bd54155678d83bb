"""A file of `apps/` says how one MCP server is reached, or all that is wrong with it."""

import pytest

from harness.workspace.apps import App, app
from harness.workspace.problems import WorkspaceError

PROGRAM = """
command: uvx
args: [mail-server, --verbose]
env: {MAIL_TOKEN: "${MAIL_TOKEN}", MAIL_HOST: mail.example.com}
modes: [build]
places: ["slack:T1:C1"]
categories: {send: other}
"""
REMOTE = """
url: https://mcp.example.com/mcp
headers: {Authorization: "Bearer ${MAIL_TOKEN}"}
enabled: no
"""


def read(text: str, name: str = "mail") -> tuple[App, list[str]]:
    found, doubts = app(name, text, f"apps/{name}.yaml", ["build", "plan"], ["read", "other"])
    return found, list(map(str, doubts))


def refused(text: str, name: str = "mail") -> str:
    with pytest.raises(WorkspaceError) as caught:
        read(text, name)
    return str(caught.value)


def test_a_program_is_started_with_its_arguments_and_variables() -> None:
    found, doubts = read(PROGRAM)
    assert found == App(
        name="mail",
        command="uvx",
        args=("mail-server", "--verbose"),
        env={"MAIL_TOKEN": "${MAIL_TOKEN}", "MAIL_HOST": "mail.example.com"},
        modes=frozenset({"build"}),
        places=frozenset({"slack:T1:C1"}),
        categories={"send": "other"},
    )
    assert not doubts


def test_one_elsewhere_has_a_url_and_headers_and_may_be_off() -> None:
    found, doubts = read(REMOTE)
    assert (found.url, found.headers) == ("https://mcp.example.com/mcp", {"Authorization": "Bearer ${MAIL_TOKEN}"})
    assert not found.enabled
    assert found.modes is found.places is None
    assert not doubts


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "apps/mail.yaml is empty: an app needs a `command` that starts it, or the `url` where it is"),
        ("args: [x]\n", "apps/mail.yaml:1: an app needs a `command` that starts it, or the `url` where it is"),
        ("comand: x\n", "apps/mail.yaml:1: comand: there is no such key; did you mean command?"),
        ("command: x\nurl: https://x.example\n", ":2: url: stands beside `command`: leave out one of the two"),
        ("command: x\nheaders: {a: b}\n", ":2: headers: goes with `url`, not with `command`"),
        ("url: https://x.example\nenv: {A: b}\n", ":2: env: goes with `command`, not with `url`"),
        ("url: ftp://x.example\n", ":1: url: must be a URL, like https://mcp.example.com/mcp, not ftp://x.example"),
        ("command: x\nmodes: [bild]\n", ":2: modes[0]: there is no mode bild; did you mean build?"),
        ("command: x\nplaces: [general]\n", ":2: places[0]: must be platform:team:channel"),
        ("command: x\ncategories: {send: web}\n", ":2: categories.send: there is no category web"),
        ("command: x\nenv: {A-B: x}\n", ":2: env.A-B: is no name of a variable"),
        ("command: x\nenv: {A: 1}\n", ":2: env.A: must be text; if it is, put it in quotes"),
        ('command: x\nenv: {A: "${A"}\n', ":2: env.A: a variable of the environment is written as ${NAME}"),
        ('command: x\nenv: {A: "${A:-b}"}\n', ":2: env.A: a variable of the environment is written as ${NAME}"),
        ('url: https://x.example\nheaders: {X: "a\\r\\nb"}\n', ":2: headers.X: must be one line of text"),
        ("url: https://x.example\nheaders: {X Y: b}\n", ":2: headers.X Y: is no name of a header"),
        ("command: x\nenv: {A: x, A: y}\n", ":2: env.A: is here twice: also in line 2"),
        ("command: [\n", "apps/mail.yaml:2: not valid YAML"),
    ],
)
def test_what_is_wrong_is_told_with_its_line_and_key(text: str, said: str) -> None:
    assert said in refused(text)


def test_its_name_begins_the_names_of_its_tools_and_so_must_be_one_that_they_may_have() -> None:
    assert refused(PROGRAM, "My Mail").startswith("apps/My Mail.yaml cannot be an app: My Mail is no name: ")


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("command: x\nenv: {API_TOKEN: abc123}\n", "env.API_TOKEN"),
        ("command: x\nenv: {WHATEVER: ghp_abcdefghijklmnopqrstuvwxyz}\n", "env.WHATEVER"),
        ("url: https://x.example\nheaders: {Authorization: abc}\n", "headers.Authorization"),
        ("url: https://me:hidden@x.example/\n", "url"),
        ("command: x\nargs: [--token, a1b2c3d4e5f6g7h8]\n", "args[1]"),
    ],
)
def test_a_secret_that_stands_there_is_pointed_out_and_keeps_the_app(text: str, key: str) -> None:
    found, [doubt] = read(text)
    line = 1 if key == "url" else 2
    message = "looks like a secret: set it in the environment, and write ${NAME} here"
    assert doubt == f"apps/mail.yaml:{line}: {key}: {message}"
    assert found.name == "mail"
