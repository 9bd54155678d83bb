"""The promises of a Shell, kept on the machine itself, in bubblewrap and by docker."""

import os
from pathlib import Path
from typing import Any

import pytest

from adapters.sandboxes.bubblewrap import Bubblewrap
from adapters.sandboxes.docker import Docker
from adapters.sandboxes.groups import groups_can_be_made
from adapters.sandboxes.unsandboxed import Unsandboxed
from tests.contracts.rules_in_sandbox import RulesContract
from tests.contracts.sandbox import SandboxContract, environment
from tests.contracts.shell import Made, ShellContract
from tests.unit.adapters.sandboxes.confined import IMAGE, by_docker, in_bubblewrap

ENVIRONMENT = {"PATH": os.environ["PATH"]}


class TestUnsandboxed(ShellContract):
    @pytest.fixture
    def made(self) -> Made:
        return lambda folder: Unsandboxed(folder, ENVIRONMENT, grace=0.3)


@in_bubblewrap
class TestBubblewrap(ShellContract, SandboxContract, RulesContract):
    counts = groups_can_be_made()

    @pytest.fixture
    def made(self) -> Made:
        return self.confined

    def confined(self, folder: Path, **more: Any) -> Bubblewrap:
        return Bubblewrap(folder, environment({}), {"OURS": "yes"}, grace=0.3, **more)


@by_docker
class TestDocker(ShellContract, SandboxContract, RulesContract):
    odd_names = ()

    @pytest.fixture
    def made(self) -> Made:
        return self.confined

    def confined(self, folder: Path, **more: Any) -> Docker:
        return Docker(folder, environment(os.environ), {"OURS": "yes"}, image=IMAGE, grace=0.3, **more)
