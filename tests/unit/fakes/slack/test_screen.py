"""What people read of blocks."""

from typing import Any

from tests.fakes.slack.screen import controls, lines

Json = dict[str, Any]


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def test_everything_that_is_written_is_read_in_order() -> None:
    rich = {
        "type": "rich_text_section",
        "elements": [{"type": "text", "text": "by "}, {"type": "user", "user_id": "U1"}],
    }
    button = {"type": "button", "text": plain("Open"), "action_id": "open"}
    blocks: list[Json] = [
        {"type": "header", "text": plain("Deploy")},
        {"type": "section", "text": plain("to prod"), "fields": [plain("a"), plain("b")], "accessory": button},
        {"type": "divider"},
        {"type": "context", "elements": [plain("small"), {"type": "image", "image_url": "u", "alt_text": "a cat"}]},
        {"type": "markdown", "text": "**bold**"},
        {"type": "rich_text", "elements": [rich]},
        {"type": "actions", "elements": [button, {"type": "overflow", "options": [{"text": plain("Always")}]}]},
        {"type": "input", "label": plain("Why"), "element": {"type": "plain_text_input", "initial_value": "so"}},
        {"type": "table", "rows": [[{"type": "raw_text", "text": "x"}, {"type": "raw_text", "text": "y"}]]},
        {"type": "container", "title": plain("box"), "child_blocks": [{"type": "alert", "text": plain("careful")}]},
        {"type": "card", "title": plain("card"), "body": plain("body"), "actions": [button]},
        {"type": "plan", "title": "plan", "tasks": [{"type": "task_card", "title": "do", "status": "complete"}]},
    ]
    assert lines(blocks) == [
        "Deploy",
        "to prod",
        "a",
        "b",
        "[Open]",
        "---",
        "small a cat",
        "**bold**",
        "by <@U1>",
        "[Open] [Always]",
        "Why: [so]",
        "x | y",
        "box",
        "careful",
        "card",
        "body",
        "[Open]",
        "plan",
        "do (complete)",
    ]
    assert [control.labels for control in controls(blocks)] == [["Open"], ["Open"], ["Always"], ["Why"], ["Open"]]
