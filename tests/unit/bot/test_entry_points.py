"""Profiles that other distributions give: read as the workspace's own are, and named where they are wrong."""

import json
from importlib.metadata import DistributionFinder, EntryPoint, MetadataPathFinder
from pathlib import Path

import pytest

from bot import entry_points, wiring
from bot.cli import WRONG
from bot.entry_points import PROFILES, given_profiles
from harness.context.profiles import profile_of
from harness.tools.registry import Registry
from harness.workspace.problems import WorkspaceError
from harness.workspace.profiles import Profile
from tests.unit.bot.deskmate import ROOT, deskmate_from_nothing, workspace

HOUSE = """
SHARED = ["send_file"]
PROFILES = {
    "ollama_chat/*": {"suffix": "Answer in English.", "exclude_tools": SHARED, "effort": "none"},
    "openai/*": {"exclude_tools": SHARED, "parameters": {"temperature": 0.3, "stop": ("END",)}},
}
"""


def installed(folder: Path, module: str, text: str) -> list[EntryPoint]:
    """Those of a distribution in `folder`, which has a module of that text."""
    about = folder / f"{module}-1.2.dist-info"
    about.mkdir(parents=True)
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.2\n")
    (about / "entry_points.txt").write_text(f"[{PROFILES}]\nhouse = {module}:PROFILES\n")
    (folder / f"{module}.py").write_text(text)
    [found] = MetadataPathFinder.find_distributions(DistributionFinder.Context(path=[str(folder)]))
    return list(found.entry_points)


@pytest.fixture
def tools(tmp_path: Path) -> Registry:
    return wiring.toolbox(tmp_path, {})


def wrong(found: list[EntryPoint], tools: Registry) -> str:
    with pytest.raises(WorkspaceError) as error:
        given_profiles(tools, found)
    assert error.value.__cause__ is None
    return str(error.value)


def test_a_distribution_gives_them_in_the_shape_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tools: Registry
):
    monkeypatch.syspath_prepend(tmp_path)
    [found] = given_profiles(tools, installed(tmp_path, "house_one", HOUSE))
    assert found["ollama_chat/*"] == Profile(
        suffix="Answer in English.", exclude_tools=frozenset({"send_file"}), effort="none"
    )
    assert found["openai/*"].parameters == {"temperature": 0.3, "stop": ["END"]}


MUTE = """
class Mute(Exception):
    def __str__(self):
        raise RuntimeError
"""
WHERE = "entry point house of deskmate.profiles (house_{0} 1.2)"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("mute", f"{MUTE}raise Mute", " cannot be loaded: Mute: ''"),
        ("odd", "class Odd(BaseException): pass\nraise Odd('licence')", " cannot be loaded: Odd: licence"),
        ("closes", "raise GeneratorExit", " cannot be loaded: GeneratorExit"),
        ("raises", "raise RuntimeError('no licence\\nhere')", " cannot be loaded: RuntimeError: no licence\\nhere"),
        ("leaves", "raise SystemExit(1)", " cannot be loaded: SystemExit: 1"),
        ("lacks", "x = 1", " cannot be loaded: AttributeError: "),
        ("imports", "import house_that_is_not_there", " cannot be loaded: ModuleNotFoundError: "),
        ("breaks", "def", " cannot be loaded: SyntaxError: "),
        ("object", "PROFILES = {'*': {'prefix': object()}}", " must hold text, numbers, lists and mappings alone"),
        ("itself", "PROFILES = {}; PROFILES['*'] = PROFILES", " must hold text, numbers, lists and mappings alone"),
        ("list", "PROFILES = ['*']", " must be a mapping, as in `key: value`"),
        ("key", "PROFILES = {'*': {'prefx': 'x'}}", ": *.prefx: there is no such key; did you mean prefix?"),
        ("tool", "PROFILES = {'*': {'exclude_tools': ['exceute']}}", ": *.exclude_tools[0]: there is no tool exceute"),
        ("secret", "PROFILES = {'*': {'parameters': {'api_key': 'x'}}}", ": *.parameters.api_key: looks like a secret"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_one_names_it_and_whose_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tools: Registry, name: str, text: str, why: str
):
    monkeypatch.syspath_prepend(tmp_path)
    line = wrong(installed(tmp_path, f"house_{name}", text), tools)
    assert line.startswith(f"{WHERE.format(name)}{why}")
    assert len(line.splitlines()) == 1


def test_they_count_over_what_is_shipped_and_the_file_over_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tools: Registry
):
    monkeypatch.syspath_prepend(tmp_path)
    found = installed(tmp_path, "house_two", HOUSE)
    monkeypatch.setattr(entry_points, "installed", lambda group: tuple(found))
    (tmp_path / "workspace.yaml").write_text("profiles: {ollama_chat/qwen3: {suffix: Auf Deutsch., effort: high}}")
    profiles = wiring.workspace(tmp_path, tools).profiles
    profile = profile_of("ollama_chat/qwen3", profiles)
    assert (profile.suffix, profile.effort, profile.sized_by) == ("Auf Deutsch.", "high", "num_ctx")
    assert profile.exclude_tools == {"send_file"}, "which nothing takes back"
    assert profile_of("ollama_chat/other", profiles).suffix == "Answer in English."


DEEP = "PROFILES = []\nfor _ in range(400): PROFILES = [PROFILES]"


def test_what_is_nested_too_deep_is_not_said_to_hold_itself_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, tools: Registry
):
    monkeypatch.syspath_prepend(tmp_path)
    assert wrong(installed(tmp_path, "house_deep", DEEP), tools).endswith("not what holds itself or is nested so deep")


def test_what_one_prints_is_not_taken_for_what_a_command_prints(tmp_path: Path):
    installed(tmp_path / "site", "house_prints", "print('Welcome!')\nPROFILES = {}")
    workspace(tmp_path, "name: Robin\nmodel: rehearsal\n")
    said = deskmate_from_nothing(tmp_path, "workspace", "check", "--json", PYTHONPATH=f"{ROOT}:{tmp_path / 'site'}")
    assert said.returncode == 0
    assert json.loads(said.stdout)
    assert "Welcome!" in said.stderr


def test_one_that_is_broken_refuses_to_start_without_a_traceback(tmp_path: Path):
    """By an interpreter of its own, which finds it where Python finds what is installed."""
    installed(tmp_path / "site", "house_start", "raise RuntimeError('no licence')")
    workspace(tmp_path, "name: Robin\n")
    said = deskmate_from_nothing(tmp_path, "manifest", "slack", PYTHONPATH=f"{ROOT}:{tmp_path / 'site'}")
    assert said.returncode == WRONG
    assert f"{WHERE.format('start')} cannot be loaded: RuntimeError: no licence" in said.stderr
    assert "Traceback" not in said.stderr
