"""Which models have a price: what others use counts no dollars."""

from collections.abc import Iterable

from adapters.models.table import entry


def unpriced(models: Iterable[str]) -> list[str]:
    """Those of which the table knows none. One that costs nothing, as of a server of one's own, has a price."""
    return [model for model in models if not any("cost_per" in key for key in entry(model))]
