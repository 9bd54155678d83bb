"""Tools of a team's own, at work: the same gate, cards and runner as for any other."""

from pathlib import Path

from harness.context.model import Reply
from tests.cases.colleague import OWN, WORKSPACE, Colleague, Scripted, calls, play

SHOP = """
import pathlib
from deskmate.tools import Failed, Preview, Progress, tool

PAID = pathlib.Path(__file__).parents[1] / "paid"

@tool(category="read", outside=False)
def paid(order: str) -> dict[str, int]:
    "What was paid for an order."
    return {order: int(PAID.read_text())}

@tool
def refund(order: str, amount: int, progress: Progress) -> str:
    "Give money back."
    progress("looking it up")
    PAID.write_text(str(int(PAID.read_text()) - amount))
    return f"gave back {amount}"

@refund.preview
def would_refund(order: str, amount: int) -> Preview:
    now = int(PAID.read_text())
    if amount > now:
        raise Failed(f"only {now} was paid for it")
    return Preview(f"- paid: {now}\\n+ paid: {now - amount}", version=str(now))

@tool(category="message")
def tell(customer: str) -> str:
    "Write to a customer."
    return "told"
"""
REFUND = calls(("refund", '{"order": "7", "amount": 4}'))


def shop(folder: Path, model: Scripted, settings: str = "") -> Colleague:
    (folder / "files").mkdir()
    (folder / "tools").mkdir()
    (folder / "tools" / "shop.py").write_text(SHOP)
    (folder / "workspace.yaml").write_text(WORKSPACE + settings)
    (folder / "paid").write_text("10")
    return Colleague(folder / "files", model, home=folder)


def paid(folder: Path) -> str:
    return (folder / "paid").read_text()


def test_what_reads_runs_and_what_is_other_is_asked_with_what_it_would_do(tmp_path: Path) -> None:
    model = Scripted(calls(("paid", '{"order": "7"}')), REFUND, Reply("Done."))

    async def story() -> None:
        bob = shop(tmp_path, model)
        await bob.says("give 4 back for order 7")
        assert '{"7":10}' in model.said().replace("\\", "")
        [card] = [one for one in bob.chat.cards() if one.buttons]
        assert [(block.kind, block.text) for block in card.blocks] == [
            ("diff", "- paid: 10\n+ paid: 6"),
            ("text", "order: 7\namount: 4"),
        ]
        assert paid(tmp_path) == "10"
        await bob.clicks("Approve", OWN)
        assert paid(tmp_path) == "6"
        assert "gave back 4" in model.said()
        assert '<outside from="tool:refund">' in model.said().replace("\\", "")
        await bob.ends()

    play(story)


def test_another_world_by_then_means_no_run_and_a_new_card(tmp_path: Path) -> None:
    model = Scripted(REFUND, Reply("Done."))

    async def story() -> None:
        bob = shop(tmp_path, model)
        await bob.says("give 4 back for order 7")
        (tmp_path / "paid").write_text("9")
        await bob.clicks("Approve", OWN)
        assert paid(tmp_path) == "9", "nothing has run"
        [card] = [one for one in bob.chat.cards() if one.buttons]
        assert card.blocks[0].text == "- paid: 9\n+ paid: 5"
        assert "has changed since I asked" in str(card.warning)
        await bob.clicks("Approve", OWN)
        assert paid(tmp_path) == "5"
        await bob.ends()

    play(story)


def test_what_cannot_be_done_is_asked_of_nobody(tmp_path: Path) -> None:
    model = Scripted(calls(("refund", '{"order": "7", "amount": 40}')), Reply("Too much."))

    async def story() -> None:
        bob = shop(tmp_path, model)
        await bob.says("give 40 back")
        assert "only 10 was paid for it" in model.said()
        assert bob.chat.cards() == []
        await bob.ends()

    play(story)


def test_rules_and_modes_go_by_its_name_and_its_category(tmp_path: Path) -> None:
    model = Scripted(REFUND, calls(("tell", '{"customer": "Eve"}')), Reply("Done."))
    settings = (
        "permissions: {tools: {refund: allow}, categories: {message: allow}}\n"
        "modes: {work: {tools: [read, refund, message]}}\n"
    )

    async def story() -> None:
        bob = shop(tmp_path, model, settings)
        await bob.says("give 4 back for order 7, and tell her")
        assert paid(tmp_path) == "6", "it is allowed by its name"
        offered = {tool["function"]["name"] for tool in model.requests[0].tools}
        assert {"paid", "refund", "tell"} <= offered
        [card] = [one for one in bob.chat.cards() if one.buttons]
        assert "what the tool refund gave" in str(card.warning), "it was allowed, but for what was read"
        await bob.ends()

    play(story)


def test_people_see_what_it_says_of_how_far_it_is(tmp_path: Path) -> None:
    model, seen = Scripted(REFUND, Reply("Done.")), list[str]()

    async def story() -> None:
        bob = shop(tmp_path, model, "permissions: {tools: {refund: allow}}\n")
        bob.parts.watching.subscribe(lambda thread, about, shown: seen.append(str((about, shown))))
        await bob.says("give 4 back for order 7")
        await bob.ends()

    play(story)
    assert any("looking it up" in one for one in seen)
