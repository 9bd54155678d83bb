"""A change to a file is asked, and decided."""

from tests.fakes.openai.script import call, reply
from tests.gallery.stage import Stage, beginning
from tests.gallery.stories.book import CHATS, Chapter

files = Chapter()
PROJECT = """[project]
name = "shop"

[tool.ruff]
line-length = 100
exclude = ["build"]
target-version = "py311"
"""
EDITED = call(
    "edit_file",
    file_path="/pyproject.toml",
    old_string='exclude = ["build"]',
    new_string='exclude = ["build", "legacy"]\nper-file-ignores = { "tests/*" = ["S101"] }',
)


@files.story()
async def an_edit_is_approved(stage: Stage) -> None:
    """Bob asks why the build is red; an edit is asked with its diff, and approved."""
    (stage.files / "pyproject.toml").write_text(PROJECT)
    stage.model_will(
        reply("I'll find the rule first.", call("grep", pattern="exclude", path="/")),
        reply("The new rule `RUF` rejects `legacy/`. I would exclude that folder.", EDITED),
        reply("Done: `legacy/` is excluded. The build should be green with the next push."),
    )
    await stage.room.mentions(stage.bob, "the build is red since this morning, can you find out why?")
    card = await stage.room.card("pyproject.toml")
    await stage.takes("Bob asks, and is asked")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("should be green")
    await stage.takes("Bob has approved")


@files.story(CHATS)
async def a_new_file_is_edited_before_it_is_written(stage: Stage) -> None:
    """A file is asked, and what it is to hold is changed before it is approved."""
    stage.model_will(
        reply(call("write_file", file_path="/release-notes.md", content="# 2.4\n\n- Faster search\n- Bug fixes\n")),
        reply("The notes are in `release-notes.md`, as you changed them."),
    )
    await stage.room.mentions(stage.bob, "write the release notes of 2.4")
    card = await stage.room.card("release-notes.md")
    form = await stage.room.opens(stage.bob, card, "Edit…")
    await stage.takes("Bob is asked, and presses Edit…")
    changed = "# 2.4\n\n- Search is twice as fast\n- Login works on Safari again\n"
    await stage.room.sends(stage.bob, form, {"Content": changed})
    await stage.room.reads("as you changed them")
    await stage.takes("Bob has approved it as edited")


@files.story()
async def always(stage: Stage) -> None:
    """What was always allowed in a thread is asked no more in it."""
    stage.model_will(
        reply(call("write_file", file_path="/docs/install.md", content="# Install\n")),
        reply(call("write_file", file_path="/docs/upgrade.md", content="# Upgrade\n")),
        reply("Both pages are there."),
    )
    await stage.room.mentions(stage.bob, "begin the pages on installing and on upgrading")
    card = await stage.room.card("install.md")
    form = await stage.room.opens(stage.bob, card, beginning(card, "Always"))
    await stage.takes("Bob is asked, and presses Always")
    await stage.room.sends(stage.bob, form, {})
    await stage.room.reads("Both pages are there.")
    await stage.takes("It is always allowed in this thread")


@files.story()
async def several_on_one_card(stage: Stage) -> None:
    """Three calls share a card: one is denied, the others are approved at once."""
    files = {"readme.md": "# Shop\n", "license.txt": "MIT\n", "notes.md": "- nothing yet\n"}
    stage.model_will(
        reply(*(call("write_file", file_path=f"/{name}", content=content) for name, content in files.items())),
        reply("The readme and the notes are written; the license is up to you."),
    )
    await stage.room.mentions(stage.bob, "set up the repository")
    card = await stage.room.card("license.txt")
    await stage.takes("Bob is asked for three things")
    await stage.room.fills_in(stage.bob, card, "Deny…", {"reason": "legal decides"}, nth=1)
    await stage.room.until(lambda: "legal decides" in stage.room.now(card).shown)
    await stage.takes("Bob has denied the second")
    card = stage.room.now(card)
    await stage.room.clicks(stage.bob, card, beginning(card, "Approve all"))
    await stage.room.reads("up to you")
    await stage.takes("Bob has approved the rest")


@files.story()
async def a_file_is_replaced(stage: Stage) -> None:
    """A file that is there is to be replaced: it is said what becomes of what it holds."""
    (stage.files / "deploy.sh").write_text(
        "#!/bin/sh\nset -e\nmake build\nscp -r dist web1:/srv\nscp -r dist web2:/srv\n"
    )
    stage.model_will(
        reply(call("read_file", file_path="/deploy.sh")),
        reply(
            call(
                "write_file", file_path="/deploy.sh", content="#!/bin/sh\nset -e\nmake build\nrsync -a dist web:/srv\n"
            )
        ),
        reply("`deploy.sh` uses rsync now."),
    )
    await stage.room.mentions(stage.bob, "have the deployment use rsync")
    card = await stage.room.card("deploy.sh")
    await stage.takes("Bob is asked")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("uses rsync now")
    await stage.takes("Bob has approved")


@files.story()
async def what_was_shown_has_changed(stage: Stage) -> None:
    """A file changes between the card and the click: nothing is written over, and people are asked anew."""
    notes = stage.files / "notes.md"
    notes.write_text("# Notes\n")
    stage.model_will(
        reply(call("read_file", file_path="/notes.md")),
        reply(call("write_file", file_path="/notes.md", content="# Notes\n\n- Release on Wednesday\n")),
        reply("It is in the notes."),
    )
    await stage.room.mentions(stage.bob, "write down when we release")
    card = await stage.room.card("notes.md")
    await stage.takes("Bob is asked")
    notes.write_text("# Notes\n\n- Dee is on vacation until Monday\n")
    await stage.room.clicks(stage.bob, card, "Approve")
    card = await stage.room.card("vacation")
    await stage.takes("Dee has written into the file, and Bob approves")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("It is in the notes.")
    await stage.takes("Bob approves that, too")


@files.story(CHATS)
async def more_than_a_card_holds(stage: Stage) -> None:
    """What is to be written is longer than a card: it is all there, in a file."""
    chapters = "".join(
        f"## {number}. Chapter\n\nWhat happened in the year {1999 + number}.\n\n" for number in range(1, 120)
    )
    stage.model_will(
        reply(call("write_file", file_path="/history.md", content=f"# History\n\n{chapters}")),
        reply("The history is written."),
    )
    await stage.room.mentions(stage.bob, "write the history of the shop")
    card = await stage.room.card("history.md")
    await stage.takes("Bob is asked")
    await stage.room.clicks(stage.bob, card, "Approve")
    await stage.room.reads("The history is written.")
    await stage.takes("Bob has approved")
