from zoneinfo import ZoneInfo

import pytest

from harness.approvals.hours import WorkingTime
from harness.chat.people import Place
from harness.tools.heartbeats import OF_WORKSPACE
from harness.tools.schedules import Hours, Interval
from harness.workspace.heartbeats import heartbeats
from harness.workspace.problems import Problem
from tests.unit.harness.workspace.reading import given_of, said

WHERE = 'place: "slack:T1:C1"'


def test_what_is_looked_at_where_and_how_often() -> None:
    [placed] = heartbeats(
        given_of(
            f"[{{every: 30m, hours: 9-18, zone: Europe/Berlin, {WHERE}, checklist: '- the tide', model: openai/small, "
            "check: git log -1}]"
        )
    )
    assert placed.place == Place("slack", "T1", "C1")
    assert placed.config.schedule == Interval(1_800.0, Hours(540, 1_080), "Europe/Berlin")
    assert (placed.config.checklist, placed.config.model, placed.config.check) == (
        "- the tide",
        "openai/small",
        "git log -1",
    )


def test_a_place_may_be_a_thread_and_all_but_it_and_the_pace_may_be_left_out() -> None:
    [placed] = heartbeats(given_of('[{every: 1d, place: "slack:T1:C1:1700000000.000100"}]'))
    assert placed.place == Place("slack", "T1", "C1", "1700000000.000100")
    assert placed.config.schedule == Interval(86_400.0)


def test_hours_are_on_the_clocks_by_which_people_work_if_it_is_not_said_on_which() -> None:
    usual = WorkingTime(zone=ZoneInfo("Asia/Tokyo"))
    [placed] = heartbeats(given_of(f"[{{every: 1h, hours: 9-18, {WHERE}}}]"), usual)
    assert placed.config.schedule.zone == "Asia/Tokyo"


def test_its_id_is_made_of_all_that_is_said_of_it() -> None:
    texts = [
        f"{{every: 1h, {WHERE}}}",
        f"{{every: 2h, {WHERE}}}",
        '{every: 1h, place: "slack:T1:C2"}',
        f"{{every: 1h, {WHERE}, checklist: x}}",
        f"{{every: 1h, {WHERE}, check: x}}",
        f"{{every: 1h, {WHERE}, model: x}}",
    ]
    ids = [placed.config.id for placed in heartbeats(given_of(f"[{', '.join(texts)}]"))]
    assert len(set(ids)) == len(texts)
    assert all(id.startswith(OF_WORKSPACE) for id in ids)
    [again] = heartbeats(given_of(f"[{texts[0]}]"))
    assert again.config.id == ids[0], "whenever it is read"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        (f"{{{WHERE}}}", "needs `every`: a duration from 5m to 1d, like 30m or 2h"),
        ("{every: 1h}", "needs `place`: platform:team:channel"),
        (f"{{every: often, {WHERE}}}", "must be a duration from 5m to 1d, like 30m or 2h, not often"),
        (f"{{every: 1m, {WHERE}}}", "must be a duration from 5m to 1d, like 30m or 2h"),
        (f"{{every: 2d, {WHERE}}}", "must be a duration from 5m to 1d"),
        (f"{{every: 1h, {WHERE}, hours: 25-26, zone: UTC}}", "must be hours of the day, like 9-18"),
        (f"{{every: 1h, {WHERE}, hours: 9-18}}", "needs a `zone` beside it, like Europe/Berlin or UTC"),
        (f"{{every: 1h, {WHERE}, hours: 9-18, zone: Mars/Base}}", "there is no time zone Mars/Base"),
        ("{every: 1h, place: general}", 'must be platform:team:channel, like "slack:T0123:C0456"'),
        (f"{{every: 1h, {WHERE}, evry: 2h}}", "there is no such key; did you mean every?"),
        ("often", "must be a mapping"),
    ],
)
def test_what_is_wrong_is_told_with_what_would_be_right(entry: str, why: str) -> None:
    given = given_of(f"[{entry}]")
    assert not heartbeats(given)
    assert said(given)[0].startswith(why)


def test_the_same_twice_is_told_with_its_line() -> None:
    given = given_of(f"- {{every: 1h, {WHERE}}}\n- {{every: 1h, {WHERE}}}")
    heartbeats(given)
    assert given.problems == [Problem("workspace.yaml", 2, "here[1]", "is here twice")]


def test_one_more_than_a_place_may_have_is_told_with_its_line() -> None:
    entries = [f"- {{every: {n}h, {WHERE}}}" for n in range(1, 7)]
    given = given_of("\n".join([*entries, '- {every: 1h, place: "slack:T1:C2"}']))
    heartbeats(given)
    assert given.problems == [
        Problem("workspace.yaml", 6, "here[5]", "is one more than the 5 that there may be in one place")
    ]
