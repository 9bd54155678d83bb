"""Records a conversation with the engine that is here."""

import os
import shutil
import sys
import tempfile
from pathlib import Path

from tests.payloads.docker import RECORDED, talk

image, real = os.environ.get("DESKMATE_TEST_IMAGE", ""), shutil.which("docker")
if not image or not real:
    sys.exit("docker has to be here, and DESKMATE_TEST_IMAGE has to name an image by its digest")
RECORDED.write_text("")
with tempfile.TemporaryDirectory() as folder:
    sys.stdout.write(f"{talk(Path(folder), image, RECORDED, real)}\n")
