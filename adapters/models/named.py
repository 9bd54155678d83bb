"""Several models behind one port, by the name that a request carries: modes may have models of their own."""

from collections.abc import Callable, Mapping

from harness.context.model import Model, Reply, Request, Shown


class ByName:
    """A Model that is each of `models` for its name, and `otherwise` for all other names."""

    def __init__(self, models: Mapping[str, Model], otherwise: Model) -> None:
        self._models, self._otherwise = dict(models), otherwise

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        return await self._models.get(request.model, self._otherwise).reply(request, shown)
