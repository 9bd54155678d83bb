import pytest

from adapters.models import packages
from adapters.models.packages import absent


def test_only_providers_whose_package_is_not_there_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert absent("openai/x", "openai") == ""
    assert absent("vllm/x", "vllm") == "vllm/ would run a model inside Deskmate, which I don't do: write hosted_vllm/x"
    assert absent("vertex_ai/x", "vertex_ai") == (
        "vertex_ai needs the Python package google-auth: install it beside Deskmate with `pip install google-auth`"
    )
    monkeypatch.setattr(packages, "_there", lambda module: True)
    assert absent("vertex_ai/x", "vertex_ai") == ""
