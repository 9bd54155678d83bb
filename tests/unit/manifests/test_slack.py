"""manifests/slack.yaml is what the code makes of itself, and Slack would take it."""

import json
from pathlib import Path

import yaml
from jsonschema import Draft7Validator

from adapters.slack.manifest import manifest, written

FILE = Path(__file__).resolve().parents[3] / "manifests" / "slack.yaml"
SCHEMA = json.loads(Path(__file__).with_name("slack-manifest.schema.2.0.0.json").read_text(encoding="utf-8"))
COMMAND = "deskmate manifest slack --workspace manifests/workspace > manifests/slack.yaml"


def test_it_is_what_the_command_prints():
    assert FILE.read_text(encoding="utf-8") == written(manifest()), f"write it anew: {COMMAND}"


def test_slack_would_take_it():
    given = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    assert not [f"{error.json_path}: {error.message}" for error in Draft7Validator(SCHEMA).iter_errors(given)]
