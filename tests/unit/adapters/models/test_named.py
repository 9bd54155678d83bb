import asyncio
from collections.abc import Callable

from adapters.models.named import ByName
from harness.context.model import Reply, Request, Shown
from harness.context.window import ModelMessage
from harness.tools.calls import At


class Says:
    def __init__(self, words: str) -> None:
        self.words = words

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        shown(Shown(self.words))
        return Reply(f"{self.words} as {request.model}")


def test_each_name_is_answered_by_its_own_model_and_all_others_by_one():
    model, shown = ByName({"script": Says("script")}, Says("any")), list[Shown]()

    def reply(name: str) -> str:
        request = Request(
            at=At(1, 1), model=name, system=ModelMessage.of({"role": "system", "content": ""}), messages=()
        )
        return asyncio.run(model.reply(request, shown.append)).text

    assert [reply(name) for name in ("script", "openai/x", "")] == ["script as script", "any as openai/x", "any as "]
    assert [one.text for one in shown] == ["script", "any", "any"]
