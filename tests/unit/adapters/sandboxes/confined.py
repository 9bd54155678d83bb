"""Where a sandbox does not run, its tests are skipped, and say why."""

import os

import pytest

from adapters.sandboxes import bubblewrap, docker

IMAGE = os.environ.get("DESKMATE_TEST_IMAGE", "")
"""Of docker, by its digest, with sh, git and python3 in it."""
_BUBBLEWRAP = bubblewrap.hindrance(os.environ)
_DOCKER = docker.hindrance(os.environ, IMAGE) if IMAGE else "DESKMATE_TEST_IMAGE names no image with its digest"

in_bubblewrap = pytest.mark.skipif(bool(_BUBBLEWRAP), reason=f"bubblewrap does not run here: {_BUBBLEWRAP}")
by_docker = pytest.mark.skipif(bool(_DOCKER), reason=f"docker does not run here: {_DOCKER}")
