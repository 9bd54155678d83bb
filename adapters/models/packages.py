"""Python packages that litellm needs for some providers, and that Deskmate doesn't install."""

from importlib.util import find_spec

_GOOGLE = ("google.auth", "google-auth")
_PACKAGES = {"gdc": _GOOGLE, "vertex_ai": _GOOGLE, "vertex_ai_beta": _GOOGLE}
"""By provider: the module that litellm imports, and the package to install for it."""


def absent(model: str, provider: str) -> str:
    """What keeps requests to that provider from being made on this machine, and what to do; empty if nothing does."""
    if provider == "vllm":  # litellm would load the model into our process, and offer it no tools
        return f"vllm/ would run a model inside Deskmate, which I don't do: write hosted_vllm/{model.partition('/')[2]}"
    module, package = _PACKAGES.get(provider, ("", ""))
    if not module or _there(module):
        return ""
    return f"{provider} needs the Python package {package}: install it beside Deskmate with `pip install {package}`"


def _there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except ImportError:  # not even the package around it
        return False
