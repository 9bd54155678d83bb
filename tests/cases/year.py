"""A year of timers: what people set and say, when the machine is off, and what came of each time, as a text.

    python -m tests.cases.year

writes it to `tests/golden/year.txt`. It is of the past, so that no government changes it, and has a leap day.
"""

import asyncio
import heapq
import json
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Iterator, Mapping
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from harness.context.model import ModelUnavailable, ProposedCall, Reply, Request, Shown
from tests.cases.product import Firing, Product
from tests.fakes.clock import Clock

GOLDEN = Path(__file__).parents[1] / "golden" / "year.txt"
BERLIN, NEW_YORK, LORD_HOWE, KOLKATA = "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kolkata"
ZONES = {"berlin": BERLIN, "newyork": NEW_YORK, "lordhowe": LORD_HOWE, "kolkata": KOLKATA, "house": KOLKATA}
"""On whose clocks what happens in a place is told; UTC, of the others."""
BEGINS, ENDS = datetime(2023, 9, 1, tzinfo=UTC), datetime(2024, 9, 1, tzinfo=UTC)
TICK = 60.0
"""Seconds between two looks at the clock while something is at work."""

WORKSPACE = """
name: Deskmate
model: clockwork
permissions: {categories: {read: allow, other: allow}}
working_time: {zone: Europe/Berlin}
remind: never
"""
QUIET_ROOM = 'places: {"slack:T:quietroom": {answers: "off"}}\n'
HOUSE = """
heartbeats:
  - {every: 4h, hours: "8-20", zone: Asia/Kolkata, place: "slack:T:house", checklist: "tell 2"}
"""

_PLEASE = re.compile(r"please (\w+) (\{[^\n]*\})")
_WORK = re.compile(r"work (\d+) min")
_FAILS = re.compile(r"(\w+) fails (\d+) times")
_TELL = re.compile(r"tell (\d+)")
_ENDED = "[This turn ended early"
"""What was said before that is not done any more."""


class Clockwork:
    """A model that does what it is told: `please TOOL JSON`, `work 50 min`, `NAME fails 3 times`; and in heartbeats
    has something to tell each second time, if the list says `tell 2`.
    """

    def __init__(self, clock: Clock) -> None:
        self._sleep = clock.sleep
        self._failed, self._looked = Counter[str](), Counter[str]()

    async def reply(self, request: Request, shown: Callable[[Shown], None]) -> Reply:
        messages = [message.value for message in request.messages]
        if messages[-1]["role"] == "tool":
            return Reply("done")
        told = list[str]()
        while messages and messages[-1]["role"] == "user" and not str(messages[-1]["content"]).startswith(_ENDED):
            told.insert(0, str(messages.pop()["content"]))
        said = "\n".join(told)
        if calls := tuple(ProposedCall(tool, arguments) for tool, arguments in _PLEASE.findall(said)):
            return Reply("", calls)
        for minutes in _WORK.findall(said):
            await self._sleep(60.0 * int(minutes))
        for name, times in _FAILS.findall(said):
            self._failed[name] += 1
            if self._failed[name] <= int(times):
                raise ModelUnavailable("the provider is down")
        if any(tool["function"]["name"] == "report" for tool in request.tools):
            return self._looks(said, str(request.at))
        return Reply("well")

    def _looks(self, checklist: str, words: str) -> Reply:
        self._looked[checklist] += 1
        tell = _TELL.search(checklist)
        notify = tell is not None and self._looked[checklist] % int(tell[1]) == 0
        return Reply("", (ProposedCall("report", json.dumps({"notify": notify, "text": words})),))


# What happens
Move = Callable[[Product], Awaitable[None]]
Call = tuple[str, Mapping[str, object]]
"""Of a tool, with its arguments."""


def moment(local: str, zone: str) -> float:
    """Of a time on the clocks of a zone, in seconds since the epoch."""
    return datetime.fromisoformat(local).replace(tzinfo=ZoneInfo(zone)).timestamp()


def says(place: str, text: str) -> Move:
    return lambda product: product.says(place, text)


def commands(place: str, word: str, argument: str = "") -> Move:
    return lambda product: product.commands(place, word, argument)


def started(settings: str) -> Move:
    return lambda product: product.starts(settings)


def please(place: str, *calls: Call) -> Move:
    return says(place, "\n".join(f"please {tool} {json.dumps(arguments)}" for tool, arguments in calls))


def schedule(note: str, zone: str, cron: str = "", every: str = "") -> Call:
    when = {"cron": cron, "zone": zone} if cron else {"every": every}
    return "schedule", {"note": note, **when}


def once(note: str, **when: object) -> Call:
    return "schedule_wakeup", {"note": note, **when}


def of_berlin() -> Iterator[tuple[str, Move]]:
    place = "berlin"
    yield "2023-09-01 09:58", please(place, schedule("standup", BERLIN, "0 9 * * mon-fri"))
    yield "2023-09-04 08:30", commands(place, "heartbeat", f"every 2h 9-18 {BERLIN}")
    yield "2023-09-04 08:31", commands(place, "heartbeat", 'checklist "tell 4"')
    for number in range(13):
        yield f"{date(2023, 9, 7) + number * timedelta(6)} 13:17", says(place, "hello")
    yield "2023-09-12 08:40", says(place, "work 50 min")
    yield "2023-09-15 08:30", says(place, "work 90 min")
    yield "2023-10-20 10:00", please(place, schedule("night", BERLIN, "30 2 * * *"))
    yield "2023-11-10 10:00", commands(place, "wakeups", "cancel night")
    yield "2023-11-01 08:00", commands(place, "wakeups", "pause standup")
    yield "2023-11-06 12:00", commands(place, "wakeups", "resume standup")
    yield "2023-11-07 15:00", commands(place, "wakeups", "run standup")
    yield "2023-11-17 16:05", commands(place, "heartbeat", "mute")
    yield "2023-11-20 09:30", commands(place, "heartbeat", "now")
    yield "2023-11-20 17:05", commands(place, "heartbeat", "unmute")
    yield "2024-03-18 08:30", commands(place, "heartbeat", f"every 2h 9-18 {BERLIN}")
    yield "2024-03-18 08:31", commands(place, "heartbeat", 'checklist "tell 4"')
    yield "2024-03-20 10:00", please(place, schedule("night", BERLIN, "30 2 * * *"))
    yield "2024-03-24 13:17", says(place, "hello")
    yield "2024-03-30 13:17", please(place, once("in the gap", at="2024-03-31T02:30"))
    yield "2024-04-03 11:00", lambda product: product.presses(place, "beat-slower")
    yield "2024-04-06 13:17", says(place, "hello")
    yield "2024-04-10 10:00", commands(place, "wakeups", "cancel night")
    yield "2024-04-12 10:00", commands(place, "heartbeat", "off")


def of_newyork() -> Iterator[tuple[str, Move]]:
    place = "newyork"
    yield "2023-09-01 12:00", please(place, schedule("sundays", NEW_YORK, "*/30 1-3 * * sun"))
    yield "2023-10-25 12:00", please(place, schedule("owl", NEW_YORK, "30 1 * * *"))
    yield "2023-10-30 21:10", commands(place, "heartbeat", f"every 45m 22-6 {NEW_YORK}")
    yield "2023-10-30 21:11", commands(place, "heartbeat", 'checklist "nothing"')
    yield "2023-11-04 12:00", commands(place, "heartbeat", f"every 40m 22-6 {NEW_YORK}")
    yield "2023-11-06 12:00", commands(place, "heartbeat", "now")
    yield "2023-11-12 12:00", commands(place, "wakeups", "cancel owl")
    yield "2024-03-05 12:00", please(place, schedule("owl", NEW_YORK, "30 1 * * *"))
    yield "2024-03-05 12:01", please(place, schedule("gap", NEW_YORK, "30 2 * * *"))
    yield "2024-03-08 21:10", commands(place, "heartbeat", f"every 45m 22-6 {NEW_YORK}")
    yield "2024-03-08 21:11", commands(place, "heartbeat", 'checklist "tell 3"')
    yield "2024-03-13 12:00", commands(place, "heartbeat", "off")
    yield "2024-03-15 12:00", commands(place, "wakeups", "cancel owl")
    yield "2024-03-15 12:01", commands(place, "wakeups", "cancel gap")


def of_lordhowe() -> Iterator[tuple[str, Move]]:
    place = "lordhowe"
    yield "2023-09-01 12:00", please(place, schedule("tide", LORD_HOWE, "45 1 * * *"))
    yield "2023-09-15 12:00", please(place, schedule("surf", LORD_HOWE, "15 2 * * *"))
    yield "2023-09-20 22:00", commands(place, "heartbeat", "every 6h")
    yield "2023-09-20 22:01", commands(place, "heartbeat", 'checklist "tell 3"')
    yield "2023-09-25 08:00", says(place, "work 30 min")
    yield "2023-09-25 08:05", says(place, "and this")
    yield "2023-09-25 08:10", says(place, "stop")
    yield "2023-09-27 08:00", says(place, "hello")
    yield "2023-10-03 08:00", says(place, "hello")
    yield "2023-10-20 12:00", commands(place, "wakeups", "cancel surf")
    yield "2024-03-25 12:00", please(place, schedule("surf", LORD_HOWE, "15 2 * * *"))
    yield "2024-04-01 20:00", commands(place, "heartbeat", f"every 1d 2-3 {LORD_HOWE}")
    yield "2024-04-20 12:00", commands(place, "wakeups", "cancel surf")


def of_kolkata() -> Iterator[tuple[str, Move]]:
    place = "kolkata"
    yield (
        "2023-09-01 08:00",
        please(
            place,
            schedule("monthly", KOLKATA, "0 10 1 * *"),
            schedule("leap day", KOLKATA, "0 12 29 2 *"),
            schedule("the thirteenth, and fridays", KOLKATA, "0 8 13 * fri"),
            schedule("weekends", KOLKATA, "0 9 * * sat,sun"),
            schedule("every second day", KOLKATA, every="2d"),
        ),
    )
    yield "2023-10-01 08:00", please(place, schedule("every six hours", KOLKATA, every="6h"))
    yield "2023-11-15 08:00", commands(place, "wakeups", "cancel every six hours")
    yield "2024-01-08 08:00", please(place, schedule("every ninety minutes", KOLKATA, every="90min"))
    yield "2024-01-10 08:00", says(place, "work 40 min")
    yield "2024-01-12 08:00", commands(place, "wakeups", "cancel every ninety minutes")


def of_once() -> Iterator[tuple[str, Move]]:
    place = "once"
    for month in ("2023-09", "2023-10", "2023-11", "2023-12", "2024-01", "2024-02", "2024-04", "2024-06"):
        three = (once("soon", seconds=3_600), once("later", seconds=864_000), once("last", seconds=2_505_600))
        yield f"{month}-03 07:00", please(place, *three)
    yield "2023-10-05 10:00", please(place, once("flaky fails 3 times", at="2023-10-05T12:00:00+00:00"))
    yield "2023-10-06 10:00", please(place, once("broken fails 9 times", at="2023-10-06T12:00:00+00:00"))
    yield (
        "2023-11-08 07:00",
        please(
            place,
            once("long: work 50 min", at="2023-11-08T09:00:00+00:00"),
            once("at the same time", at="2023-11-08T09:00:00+00:00"),
            once("meets the long one", at="2023-11-08T09:20:00+00:00"),
        ),
    )
    yield "2023-12-08 07:00", please(place, schedule("daily fails 2 times", "UTC", "0 8 * * *"))
    yield "2023-12-12 07:00", commands(place, "wakeups", "cancel daily fails 2 times")
    yield "2024-04-10 07:00", please(place, once("paused", at="2024-04-11T09:00:00+00:00"))
    yield "2024-04-10 08:00", commands(place, "wakeups", "pause paused")
    yield "2024-04-12 08:00", commands(place, "wakeups", "resume paused")
    yield "2024-04-13 08:00", please(place, once("hastened", seconds=86_400))
    yield "2024-04-13 09:00", commands(place, "wakeups", "run hastened")


def of_asks() -> Iterator[tuple[str, Move]]:
    place, asks = "asks", ("ask_user", {"question": "Which colour?"})
    yield "2024-01-08 08:00", please(place, schedule("daily", "UTC", "0 7 * * *"))
    yield "2024-01-09 09:00", commands(place, "heartbeat", "every 1h")
    yield "2024-01-09 09:01", commands(place, "heartbeat", 'checklist "tell 3"')
    yield "2024-01-10 10:00", please(place, once("while it waits", seconds=90_000), asks)
    yield "2024-01-12 11:00", says(place, "blue")
    yield "2024-01-13 11:00", commands(place, "heartbeat", "off")
    yield "2024-02-01 10:00", please(place, asks)
    yield "2024-02-01 10:30", commands(place, "heartbeat", "every 3h")
    yield "2024-02-08 10:00", commands(place, "wakeups", "cancel daily")


def of_quietroom() -> Iterator[tuple[str, Move]]:
    place = "quietroom"
    yield "2024-05-02 09:00", please(place, schedule("daily", "UTC", "0 6 * * *"))
    yield "2024-05-02 09:01", commands(place, "heartbeat", "every 4h")
    yield "2024-05-02 09:02", commands(place, "heartbeat", 'checklist "tell 2"')
    yield "2024-05-03 09:00", please(place, once("missed", at="2024-05-09T12:00:00+00:00"))


def of_house() -> Iterator[tuple[str, Move]]:
    yield "2024-06-05 10:00", says("house", "hello")
    yield "2024-06-06 10:00", commands("house", "heartbeat", "mute")
    yield "2024-06-07 10:00", commands("house", "heartbeat", "unmute")
    yield "2024-06-08 10:15", commands("house", "heartbeat", "now")


OFF: tuple[tuple[str, str, str], ...] = (
    ("2023-09-12 07:10", "2023-09-12 07:20", WORKSPACE),
    ("2023-09-20 06:30", "2023-09-20 09:45", WORKSPACE),
    ("2023-10-29 00:20", "2023-10-29 01:40", WORKSPACE),
    ("2023-11-23 05:00", "2023-11-25 05:00", WORKSPACE),
    ("2024-02-26 05:00", "2024-03-05 10:00", WORKSPACE),
    ("2024-03-10 06:20", "2024-03-10 07:40", WORKSPACE),
    ("2024-04-08 14:30", "2024-04-08 15:40", WORKSPACE),
    ("2024-05-06 12:00", "2024-05-06 12:01", WORKSPACE + QUIET_ROOM),
    ("2024-05-20 12:00", "2024-05-20 12:01", WORKSPACE),
    ("2024-06-03 04:00", "2024-06-03 04:01", WORKSPACE + HOUSE),
    ("2024-06-17 04:00", "2024-06-17 04:01", WORKSPACE + HOUSE),
    ("2024-06-20 12:00", "2024-06-20 12:01", WORKSPACE),
)
"""From when until when the machine is off, in UTC, and the workspace with which it starts."""


def course() -> list[tuple[float, int, Move]]:
    """All that happens, in its order."""
    people = {
        "berlin": of_berlin(),
        "newyork": of_newyork(),
        "lordhowe": of_lordhowe(),
        "kolkata": of_kolkata(),
        "once": of_once(),
        "asks": of_asks(),
        "quietroom": of_quietroom(),
        "house": of_house(),
    }
    moves = [(moment(when, ZONES.get(place, "UTC")), move) for place, said in people.items() for when, move in said]
    for stops, starts, settings in OFF:
        moves.append((moment(stops, "UTC"), Product.stops))
        moves.append((moment(starts, "UTC"), started(settings)))
    return [(when, number, move) for number, (when, move) in enumerate(moves)]


async def played(files: Path) -> list[Firing]:
    """What came of all timers, in order."""
    product = Product(BEGINS.timestamp(), Clockwork, files)
    ahead, firings = course(), list[Firing]()
    heapq.heapify(ahead)
    await product.starts(WORKSPACE)
    while (now := _next(product, ahead)) < ENDS.timestamp():
        await product.passes_to(now)
        while ahead and ahead[0][0] <= now:
            await heapq.heappop(ahead)[2](product)
        if product.on:
            await product.comes()
        firings += product.firings()
    await product.stops()
    assert not ahead
    return firings


def _next(product: Product, ahead: list[tuple[float, int, Move]]) -> float:
    times = [ahead[0][0]] if ahead else []
    if product.on and product.next is not None:
        times.append(max(product.next, product.now))
    if product.busy:
        times.append((product.now // TICK + 1) * TICK)
    return min(times, default=ENDS.timestamp())


# As a text
LEGEND = """\
What came of each timer in a year, on the clocks of its place; `python -m tests.cases.year` writes it.
A day, or days on which the same came: its offset from UTC, and the minutes at which something came, each with
(the time that was planned), if that is another; =REASON if it was passed over; +heard in a turn that went on;
!by hand; x=REASON if the timer ended.
"""


def written(firings: list[Firing]) -> Iterator[str]:
    """Its lines."""
    yield from LEGEND.splitlines()
    timers = defaultdict[tuple[str, str], list[Firing]](list)
    for firing in firings:
        timers[firing.place, firing.timer].append(firing)
    for (place, timer), theirs in timers.items():
        zone = ZONES.get(place, "UTC")
        yield f"\n{place}: {timer} [{zone}]"
        yield from _days(theirs, ZoneInfo(zone))


def _days(firings: list[Firing], zone: ZoneInfo) -> Iterator[str]:
    days = defaultdict[date, list[str]](list)
    for firing in firings:
        at = datetime.fromtimestamp(firing.at, zone)
        told = days[at.date()]
        offset = f"{at:%z}"[:3] + ":" + f"{at:%z}"[3:]
        if not told or offset not in [each for each in told if each[0] in "+-"]:
            told.append(offset)
        told.append(_told(firing, at, datetime.fromtimestamp(firing.planned, zone)))
    begin, last = date.min, date.min
    for day in [*sorted(days), date.max]:
        if day - last == timedelta(1) and days[day] == days[begin]:
            last = day
            continue
        if last > date.min:
            until = f" .. {last:%Y-%m-%d}" if last > begin else ""
            yield f"  {begin:%Y-%m-%d}{until}  {' '.join(days[begin])}"
        begin = last = day


def _told(firing: Firing, at: datetime, planned: datetime) -> str:
    if firing.outcome == "ended":
        return f"{at:%H:%M}x={firing.why}"
    same, today = f"{at:%m-%d %H:%M}" == f"{planned:%m-%d %H:%M}", at.date() == planned.date()
    late = "" if same else f"({planned:%H:%M})" if today else f"({planned:%m-%d %H:%M})".replace(" ", "T")
    sign = {"fired": "", "joined": "+", "skipped": "=", "hand": "!"}[firing.outcome]
    return f"{at:%H:%M}{late}{sign}{firing.why}"


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="deskmate-year-") as folder:
        firings = asyncio.run(played(Path(folder)))
    GOLDEN.write_text("\n".join(written(firings)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
