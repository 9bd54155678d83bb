"""A package holds all that a run is given: the same makes the same bytes, and it comes back as it was kept."""

import json
from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.files.read_only import NoFiles
from bot.in_force import InForce
from harness.chat.people import Person, Place
from harness.context.canonical import canonical, digested, exact
from harness.context.packages import (
    Occasion,
    RunRequest,
    compile,
    occasion,
    offered,
    requested,
)
from harness.sessions import facts as f
from harness.sessions.session import Session
from harness.sessions.turn import Turn
from harness.toolbox.ask_user import ask_user
from harness.toolbox.skill import skill as read_skill
from harness.toolbox.write_todos import write_todos
from harness.tools.calls import At
from harness.tools.registry import Registry
from harness.tools.skills import Skill
from harness.workspace.loading import parse
from harness.workspace.skills import Skills
from harness.workspace.workspace import Workspace
from tests.laws.colleague import BOB, CHANNEL
from tests.unit.harness.sessions.script import Script

TEXT = """
name: Robin
model: openai/large
fallbacks: [openai/small, other/one]
modes:
  plan: {instructions: Speak French., tools: [question], model: openai/small}
  build: {}
permissions: {categories: {question: deny}, terms: {expires: 3d}}
"""


WORDS = st.text(st.characters(exclude_categories=["Cs"]))
"""As files hold them."""


def tools() -> Registry:
    return Registry([write_todos(), ask_user()])


def made(text: str = TEXT, about: Occasion | None = None, instructions: str = "") -> RunRequest:
    in_force = InForce(replace(parse(text, "workspace.yaml", tools()), instructions=instructions), tools())
    about = about or Occasion("build")
    return compile(in_force.workspace, in_force.rules.gate(about.mode), in_force.tools, about)


def test_the_colleague_is_told_its_name_its_conventions_its_mode_and_the_day_in_that_order() -> None:
    package = made(about=Occasion("plan", day="Monday, 2026-11-30"), instructions="Use tabs.\n")
    assert [layer.name for layer in package.layers] == ["base", "workspace", "mode", "day"]
    text = package.system.value["content"]
    assert text.startswith("You are Robin, ")
    told = ("Use tabs.", 'the mode "plan"', "Speak French.", "Today is Monday, 2026-11-30.")
    assert list(told) == sorted(told, key=text.index)


@pytest.mark.parametrize(
    ("by", "today"),
    [("slack:T1:U1", "Tuesday, 2026-12-01 (Asia/Tokyo)"), ("slack:T1:U2", "Monday, 2026-11-30 (Europe/Berlin)")],
)
def test_the_day_is_the_requesters_and_else_the_teams(by: str, today: str) -> None:
    text = """
working_time: {days: mon-fri, hours: 9-18, zone: Europe/Berlin}
people: [{id: "slack:T1:U1", name: Ana, zone: Asia/Tokyo}]
"""
    workspace = parse(text, "workspace.yaml", tools())
    began = datetime(2026, 11, 30, 20, tzinfo=UTC).timestamp()
    turn = Turn(At(1, 1), Person("slack", "T1", by.rpartition(":")[2]), Place("slack", "T1", "C1"), began=began)
    assert occasion(Session(turn=turn), workspace).day == today
    assert occasion(Session(now=began), workspace).day == "Monday, 2026-11-30 (Europe/Berlin)"


def test_what_is_not_said_is_no_layer() -> None:
    assert [layer.name for layer in made().layers] == ["base", "mode", "day"]


def test_a_mode_has_its_model_or_the_one_that_was_chosen_from_those_that_there_are() -> None:
    def models(mode: str, chosen: str = "") -> tuple[str, ...]:
        settings = made(about=Occasion(mode, chosen)).model
        return (settings.name, *settings.fallbacks)

    assert models("build") == ("openai/large", "openai/small", "other/one")
    assert models("plan") == ("openai/small", "other/one")
    assert models("build", "other/one") == ("other/one", "openai/small")
    assert models("build", "no/such") == models("build")


def test_what_is_denied_whatever_its_arguments_is_not_seen() -> None:
    assert [tool["function"]["name"] for tool in made().tools] == ["write_todos"]


def test_tools_are_offered_in_the_same_order_whatever_order_they_came_in() -> None:
    assert offered([write_todos(), ask_user()]) == offered([ask_user(), write_todos()])


def test_a_turn_is_told_the_day_on_which_it_began() -> None:
    script = Script()
    script.now = 951_825_600.0
    script.says(BOB).replies(("read", "x")).runs()
    script.now += 90_000.0
    assert occasion(script.session, Workspace(default_mode="build")).day == "Tuesday, 2000-02-29 (UTC)"


@given(WORDS, st.permutations(["deploy", "read", "x"]), st.booleans())
def test_the_same_makes_the_same_bytes_and_anything_else_another_checksum(
    said: str, order: list[str], reports: bool
) -> None:
    about = Occasion("plan", day="Monday", reports=reports)
    one, same = made(about=about, instructions=said), made(about=about, instructions=said)
    assert (one.body, one.checksum, one.system.encoded) == (same.body, same.checksum, same.system.encoded)
    assert one.checksum != made(about=about, instructions=f"{said} and more").checksum
    assert one.checksum != made(TEXT.replace("3d", "4d"), about, said).checksum
    assert canonical({name: set(order) for name in order}) == canonical({name: set(order) for name in sorted(order)})


@given(WORDS, st.booleans())
def test_it_comes_back_as_it_was_kept(said: str, reports: bool) -> None:
    package = made(about=Occasion("plan", day="Monday", reports=reports), instructions=said)
    kept = RunRequest.kept(package.body, package.parts.__getitem__, {})
    assert kept.checksum == package.checksum
    assert kept.system.encoded == package.system.encoded
    assert json.dumps(kept.tools) == json.dumps(package.tools), "in the order in which a tool was described"
    again, before = (requested(one, At(1, 1), ()) for one in (kept, package))
    assert json.dumps(again.tools) == json.dumps(before.tools)
    assert (again.model, again.fallbacks) == (before.model, before.fallbacks)


def test_what_is_of_one_run_alone_is_not_in_its_checksum() -> None:
    package = made()
    one = replace(package, instruction="do it", attachments=("F1",), deadline=1.0)
    assert one.checksum == package.checksum


def test_a_turn_has_another_package_once_somebody_chooses_a_mode_or_a_model() -> None:
    script = Script().says(BOB).tell(f.TurnCompiled(1, "abc"))
    assert script.session.turn
    assert (script.session.turn.package, script.session.package) == ("abc", "abc")
    chosen = script.tell(f.ModelChosen(BOB, CHANNEL, "openai/small")).session
    assert chosen.turn
    assert (chosen.turn.package, chosen.package) == ("", "abc")
    assert not script.tell(f.TurnCompiled(7, "late")).session.turn.package  # type: ignore[union-attr]


def test_a_machine_that_was_slow_does_not_say_what_a_turn_runs_with() -> None:
    script = Script().says(BOB).tell(f.TurnCompiled(1, "abc", step=1)).replies(("read", "x"))
    late = f.TurnCompiled(1, "late", step=1)
    assert script.tell(late).session.package == "abc", "its reply is there already"
    assert script.runs().tell(late).session.package == "abc", "it is a step further"
    assert script.tell(f.TurnCompiled(1, "next", step=2)).session.package == "next"


def test_a_workspace_that_says_nothing_is_compiled_too() -> None:
    in_force = InForce(Workspace(model="m"), Registry(()))
    assert compile(in_force.workspace, in_force.rules.gate(""), in_force.tools, Occasion("")).mode == "default"


PROFILES = """
fallbacks: [openai/small, ollama_chat/qwen3]
model: anthropic/claude-sonnet-4-5
context_tokens: 20000
limits: {steps: 50, cost: 2.00}
profiles:
  "anthropic/*":
    prefix: Think of the team first.
    suffix: Answer in English.
    descriptions: {write_todos: Keep a list.}
    exclude_tools: [ask_user]
    effort: low
    limits: {steps: 80, cost: 0.50, context_tokens: 8000}
    parameters: {temperature: 0.3}
  openai/small: {exclude_tools: [ask_user, write_todos], effort: high, prefix: Not for others.}
"""


def test_what_the_models_profile_says_is_in_its_package() -> None:
    package = made(PROFILES, Occasion("build", day="Monday"))
    assert [layer.name for layer in package.layers] == ["prefix", "base", "mode", "day", "suffix"]
    assert (package.layers[0].text, package.layers[-1].text) == ("Think of the team first.", "Answer in English.")
    [tool] = package.tools
    assert (tool["function"]["name"], tool["function"]["description"]) == ("write_todos", "Keep a list.")
    assert (package.budgets.steps, package.budgets.cost, package.model.window) == (50, 0.5, 8_000)


def test_each_that_may_answer_is_asked_by_its_own_profile() -> None:
    requests = made(PROFILES, Occasion("build")).model.requests
    own, small, qwen = (requests[name] for name in ("anthropic/claude-sonnet-4-5", "openai/small", "ollama_chat/qwen3"))
    assert (own.effort, own.parameters["temperature"], own.returns_thinking, own.without) == ("low", 0.3, True, ())
    assert (small.effort, small.parameters, small.without) == ("high", {}, ("write_todos",))
    assert (qwen.effort, qwen.parameters) == ("", {"num_ctx": 8_000 + 12_000})
    request = requested(made(PROFILES, Occasion("build")), At(1, 1), ())
    assert request.own_settings == own
    assert [tool["function"]["name"] for tool in request.to("ollama_chat/qwen3").tools] == ["write_todos"]
    assert (request.to("openai/small").own_settings, list(request.to("openai/small").tools)) == (small, [])
    assert request.to("ollama_chat/qwen3").system == request.system, "the prompt is that of the main model"


def test_a_package_of_a_profile_comes_back_as_it_was_kept_and_says_what_applied() -> None:
    package = made(PROFILES, Occasion("build"))
    kept = RunRequest.kept(package.body, package.parts.__getitem__, {})
    assert (kept, kept.checksum) == (package, package.checksum)
    for change in (
        ("effort: low", "effort: none"),
        ("0.3", "0.4"),
        ("a list", "the list"),
        ("80", "40"),
        ("high", "low"),
    ):
        assert made(PROFILES.replace(*change), Occasion("build")).checksum != package.checksum


EARLIER = (
    '{"budgets":{"cost":null,"parallel":4,"seconds":3600.0,"steps":100,"turns":50},"identity":"Robin","layers":[["base",'
    '"b"],["mode","m"]],"mode":"build","model":{"fallbacks":["openai/small"],"name":"openai/large","window":30000},'
    '"permissions":{"rules":["deny question"],"yolo":false},"tools":["t"]}'
)
"""A body as packages had before there were profiles."""


def test_a_package_that_was_kept_before_there_were_profiles_reads_and_has_its_checksum() -> None:
    texts = {"b": "You are Robin.", "m": "Build.", "t": exact(offered([write_todos()])[0])}
    body = EARLIER
    for short, text in texts.items():
        body = body.replace(f'"{short}"', f'"{digested(text)}"')
    kept = RunRequest.kept(body, {digested(text): text for text in texts.values()}.__getitem__, {})
    assert (kept.body, kept.checksum) == (body, digested(body))
    assert kept.model.requests == {}


def test_a_workspace_without_profiles_makes_the_package_that_it_made_before() -> None:
    assert "requests" not in json.loads(made().body)["model"]


def with_skills(text: str, *names: str, about: str = "build", more: str = "") -> RunRequest:
    """Those of these names are there where it is; there are others."""
    found = {name: Skill(name, f"Does {name}.", f"How to {name}.{more}", "/srv") for name in ("deploy", "pdf", "tax")}
    every = Registry([write_todos(), ask_user(), read_skill(NoFiles())])
    in_force = InForce(replace(parse(text, "workspace.yaml", every), skills=Skills(found)), every)
    gate = in_force.rules.gate(about)
    return compile(in_force.workspace, gate, in_force.tools, Occasion(about, day="Monday", skills=names))


def seen(package: RunRequest) -> list[str]:
    return [tool["function"]["name"] for tool in package.tools]


def test_skills_are_a_line_each_after_all_else_but_what_the_model_needs() -> None:
    package = with_skills(f"{TEXT}profiles: {{openai/large: {{suffix: Be brief.}}}}\n", "deploy", "pdf")
    assert [layer.name for layer in package.layers] == ["base", "mode", "day", "skills", "suffix"]
    lines = package.layers[3].text.split("\n")
    assert lines[-2:] == ["- deploy: Does deploy.", "- pdf: Does pdf."]
    assert "skill" in seen(package)
    assert [*package.skills] == ["deploy", "pdf"]


def test_without_skills_or_without_the_tool_there_is_neither() -> None:
    text = TEXT.replace("tools: [question]", "tools: [write_todos]")
    for package in (with_skills(TEXT), with_skills(text, "pdf", about="plan")):
        assert "skills" not in [layer.name for layer in package.layers]
        assert "skill" not in seen(package)
        assert not package.skills


def test_with_another_text_of_a_skill_it_is_another_package_and_comes_back_as_it_was_kept() -> None:
    package = with_skills(TEXT, "pdf")
    assert package.checksum == with_skills(TEXT, "pdf").checksum
    assert package.checksum != with_skills(TEXT, "pdf", more=" And more.").checksum
    assert package.checksum != with_skills(TEXT, "pdf", "tax").checksum
    assert RunRequest.kept(package.body, package.parts.__getitem__, {}) == package


def test_where_plans_lead_is_told_with_the_mode() -> None:
    text = "modes: {plan: {instructions: Look., leads_to: [build, ship]}, build: , ship: }"
    told = {mode: {each.name: each.text for each in made(text, Occasion(mode)).layers} for mode in ("plan", "build")}
    goes_on = "A plan that is approved goes on in the mode build or ship."
    assert told["plan"]["mode"] == f'You are working in the mode "plan". {goes_on}\n\nLook.'
    assert told["build"]["mode"] == 'You are working in the mode "build".'
