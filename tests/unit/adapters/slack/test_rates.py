"""A quota never takes more calls than its limit, whenever Slack counts them."""

from hypothesis import given
from hypothesis import strategies as st

from adapters.slack.rates import LIMITS, TIER_3, Limit, Priority, Quota

STEPS = st.lists(st.tuples(st.floats(0.0, 20.0), st.sampled_from(["asks", "answered"]), st.floats(0.0, 1.0)))


@given(STEPS)
def test_no_minute_has_more_calls_than_the_limit_whenever_on_their_way_they_count(
    steps: list[tuple[float, str, float]],
):
    quota, now, sent, counted = Quota(Limit(5)), 1_000.0, list[float](), list[float]()
    for passes, what, when in steps:
        now += passes
        if what == "asks" and quota.room(Priority.ASK, now):
            quota.sent += 1
            sent.append(now)
        elif what == "answered" and sent:
            quota.sent -= 1
            quota.answered.append(now)
            since = sent.pop(0)
            counted.append(since + when * (now - since))
    counted += [now for _ in sent]
    assert all(sum(one <= each < one + 60.0 for each in counted) <= 5 for one in counted)


def test_the_last_places_are_kept_for_what_somebody_waits_for():
    quota = Quota(TIER_3)
    taken = dict.fromkeys(Priority, 0)
    for priority in reversed(Priority):
        while quota.room(priority, 0.0):
            quota.answered.append(0.0)
            taken[priority] += 1
    assert sum(taken.values()) == TIER_3.calls
    assert (taken[Priority.STATUS], taken[Priority.LIVE]) == (34, 0)
    assert (taken[Priority.TEXT], taken[Priority.ASK]) == (10, 4)


def test_a_share_is_a_place_until_it_lapses():
    quota = Quota(Limit(2))
    quota.shares = {"a": 100.0, "b": 200.0}
    assert not quota.room(Priority.ASK, 0.0)
    assert quota.opens(0.0) == 100.0
    assert quota.room(Priority.ASK, 100.0)


def test_a_clock_that_is_set_back_holds_up_nobody():
    quota = Quota(Limit(1))
    quota.answered.append(1_000_000.0)
    assert quota.room(Priority.TEXT, 500.0)


def test_no_limit_is_more_than_slack_says():
    assert max(limit.calls / limit.seconds for limit in LIMITS.values() if limit.by_channel) <= 1.0
    assert {limit.calls for limit in LIMITS.values() if not limit.by_channel} <= {19, 48, 96, 300}
