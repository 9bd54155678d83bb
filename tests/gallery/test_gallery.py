"""Of each moment what is new is shown, posts are counted, and the index names every story."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.gallery.__main__ import main
from tests.gallery.counts import Count, counted
from tests.gallery.index import index
from tests.gallery.outline import outline
from tests.gallery.page import page
from tests.gallery.panels import Moment, Panel, Post, news
from tests.gallery.stories.all import STORIES
from tests.gallery.stories.book import CHATS

ASKED = Post("1", "Bob", "9:00 AM", "do it")
CARD = Post("2", "Deskmate", "9:01 AM", "Approve?", app=True, reactions=(("👀", 1),))
HINT = Post("3", "Deskmate", "9:02 AM", "Accepted.", app=True, only="Bob")


def test_what_was_seen_as_it_is_is_not_shown_again() -> None:
    before = [Panel("#dev", (ASKED, CARD))]
    assert news((), before) == tuple(before)
    assert news(before, before) == ()
    settled = replace(CARD, body="Approved")
    assert news(before, [Panel("#dev", (ASKED, settled, HINT))]) == (Panel("#dev", (settled, HINT)),)


def test_a_form_is_shown_when_it_opens_and_when_it_changes() -> None:
    form = Panel("Form of Bob", framed="<p>Why?</p>")
    assert news((), [form]) == (form,)
    assert news([form], [form]) == ()
    assert news([form], [replace(form, framed="<p>Why not?</p>")])


def test_what_is_deleted_was_a_post_and_what_one_person_sees_is_counted_apart() -> None:
    assert counted([Panel("#dev", (ASKED, CARD, HINT)), Panel("Form", framed="<p>")], 1) == Count(2, 1)
    assert [str(Count(2)), str(Count(2, 1))] == ["2", "2 + 1"]


def test_a_page_says_who_sees_what() -> None:
    drawn = page("slack", [Moment("Bob is asked", (Panel("#dev", (CARD, HINT)),))])
    read = outline(drawn[drawn.index("<body") : drawn.index("</html>")])
    assert read[:3] == ["div.caption: Bob is asked", "div.place: #dev", "div.avatar.ours: D"]
    assert {"span.badge: APP", "span.reaction: 👀 1", "div.only: 👁 Only visible to Bob"} <= set(read)


def test_the_index_has_every_story_with_its_pictures_and_counts() -> None:
    text = index(STORIES, {STORIES[0].name: {"slack": Count(2, 1)}})
    for story in STORIES:
        assert story.happens in text
        assert all(f"({story.name}.{platform}.png)" in text for platform in story.on)
    assert "| 2 + 1 |" in text


def test_every_story_has_a_name_of_its_own_and_is_played_in_a_chat() -> None:
    assert len({story.name for story in STORIES}) == len(STORIES)
    assert all(set(story.on) & set(CHATS) and story.happens.endswith(".") for story in STORIES)


def test_without_chromium_it_is_said_how_to_install_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["--to", str(tmp_path / "gallery")]) == 1
    assert "apt-get install chromium pngquant" in capsys.readouterr().err
    assert not (tmp_path / "gallery").exists()


def test_a_story_that_is_not_there_is_said_with_those_that_are(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["nonsense"])
    assert "there is no story nonsense: an-edit-is-approved, " in capsys.readouterr().err
