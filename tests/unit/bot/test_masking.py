"""What we know to be secret."""

import asyncio
from pathlib import Path

from bot.masking import MaskingInForce, Secrets
from harness.workspace.workspace import Workspace


def test_the_environment_the_files_and_the_patterns_of_the_workspace_say_so(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("DB_PASSWORD=hunter2222")
    workspace = Workspace(mask=(r"K-\d+",))
    environment = {"OPENAI_API_KEY": "one-two-three", "PATH": "/usr/local/bin", "SHORT_KEY": "k"}
    masking = MaskingInForce(Secrets.of(tmp_path, environment), lambda: workspace)
    masks = asyncio.run(masking())
    assert masks.masked("hunter2222 one-two-three K-12 /usr/local/bin k") == (
        "[masked: DB_PASSWORD] [masked: OPENAI_API_KEY] [masked: pattern 1] /usr/local/bin k"
    )
    workspace = Workspace()
    assert asyncio.run(masking()).masked("K-12") == "K-12"


def test_without_any_it_goes_by_looks() -> None:
    masking = MaskingInForce(Secrets(), Workspace)
    assert asyncio.run(masking()).masked("AKIAIOSFODNN7EXAMPLE") == "[masked: AWS access key]"
