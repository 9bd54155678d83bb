"""A piece of YAML as the readers of sections are given it."""

import yaml

from harness.workspace.given import Given


def given_of(text: str) -> Given:
    node = yaml.compose(text, Loader=yaml.SafeLoader)
    assert node
    return Given(node, "workspace.yaml", 1, "here")


def said(value: Given) -> list[str]:
    """What was found wrong, without where."""
    return [problem.message for problem in value.problems]
