"""The promises of a Shell, kept on the machine itself, in bubblewrap and by docker."""

import os

import pytest

from adapters.sandboxes.bubblewrap import Bubblewrap
from adapters.sandboxes.docker import Docker
from adapters.sandboxes.unsandboxed import Unsandboxed
from tests.contracts.shell import Made, ShellContract
from tests.unit.adapters.sandboxes.confined import IMAGE, by_docker, in_bubblewrap

ENVIRONMENT = {"PATH": os.environ["PATH"]}


class TestUnsandboxed(ShellContract):
    @pytest.fixture
    def made(self) -> Made:
        return lambda folder: Unsandboxed(folder, ENVIRONMENT, grace=0.3)


@in_bubblewrap
class TestBubblewrap(ShellContract):
    @pytest.fixture
    def made(self) -> Made:
        return lambda folder: Bubblewrap(folder, ENVIRONMENT, grace=0.3)


@by_docker
class TestDocker(ShellContract):
    @pytest.fixture
    def made(self) -> Made:
        return lambda folder: Docker(folder, ENVIRONMENT, image=IMAGE, grace=0.3)
