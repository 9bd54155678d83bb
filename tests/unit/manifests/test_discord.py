"""manifests/discord.json is what the code makes of itself."""

from pathlib import Path

from adapters.discord.manifest import manifest, written

FILE = Path(__file__).resolve().parents[3] / "manifests" / "discord.json"
COMMAND = "deskmate manifest discord --workspace manifests/workspace > manifests/discord.json"


def test_it_is_what_is_printed():
    assert FILE.read_text(encoding="utf-8") == written(manifest()), f"run: {COMMAND}"
