"""What is measured, by the names that build/bench.json has, and the table of it."""

from collections.abc import Mapping
from typing import NotRequired, TypedDict

Number = int | float
ByHistory = dict[str, float]
"""By the number of earlier messages."""


class Percentiles(TypedDict):
    p50: float
    p99: float


class Floor(TypedDict):
    raw_sqlite_step_cpu_ms: float


class Peer(TypedDict):
    version: str
    step_cpu_ms: ByHistory


class Peers(TypedDict):
    deepagents: NotRequired[Peer]


class Held(TypedDict):
    """Of the event loop, in ms."""

    p99: float
    max: float


class Load(TypedDict):
    """So many threads at once, each with a model that takes so long."""

    threads: int
    model_s: float
    answered_s: float
    """Until all are answered; of the median round."""
    acknowledged_ms: Percentiles
    calls_per_turn: float
    many: int
    many_answered_s: float
    """Until so many more at once are answered."""


class Compile(TypedDict):
    """A turn's package with fifty skills, in ms."""

    cold: float
    unchanged: float


class Report(TypedDict):
    step_cpu_ms: ByHistory
    request_bytes_sent: dict[str, int]
    """In a turn."""
    reply_cpu_ms: dict[str, float]
    """By the number of words that are streamed."""
    request_cpu_ms: float
    """Of one request with the product's tools, answered with one word."""
    loop_lag_ms: Held
    """While the longest of these is."""
    compile_ms: Compile
    recovered_s: float
    """Until all that waited for a start is begun."""
    command_ms: dict[str, float]
    """One that does nothing: bare, and in bubblewrap, where that runs."""
    click_to_tool_ms: Percentiles
    event_to_reply_ms: Percentiles
    load: Load
    start_to_ack_s: float
    idle_rss_mb: float
    first_answer_s: float
    """From exec to the first answer of a provider's model."""
    hosted_rss_mb: float
    """After that answer."""
    floor: Floor
    peers: Peers
    synchronous: str
    machine: str


def table(report: Report) -> list[str]:
    """Its lines, with the ratios that matter."""
    step, floor = report["step_cpu_ms"], report["floor"]["raw_sqlite_step_cpu_ms"]
    reply = report["reply_cpu_ms"]
    peer = report["peers"].get("deepagents")
    lines = [
        ("step, CPU ms", _row(step)),
        ("  of a step at 0", _row({n: round(cost / step["0"], 2) for n, cost in step.items()})),
        (f"  of sqlite3 alone, {floor}", _row({n: round(cost / floor, 1) for n, cost in step.items()})),
    ]
    if peer:
        theirs = peer["step_cpu_ms"]
        lines += [
            (f"  of deepagents {peer['version']}", _row({n: round(step[n] / cost, 3) for n, cost in theirs.items()})),
            ("deepagents' step, CPU ms", _row(theirs)),
        ]
    lines += [
        ("request bytes a turn", _row(report["request_bytes_sent"])),
        ("streamed reply, CPU ms", _row(reply)),
        ("  µs a word", _row({words: round(cost * 1000 / int(words), 1) for words, cost in reply.items()})),
        ("  loop held meanwhile, ms", _row(dict(report["loop_lag_ms"]))),  # type: ignore[arg-type]
        ("a request, CPU ms", str(report["request_cpu_ms"])),
        ("click to tool, ms", _percentiles(report["click_to_tool_ms"])),
        ("event to reply, ms", _percentiles(report["event_to_reply_ms"])),
        (f"{report['load']['threads']} threads at once", _load(report["load"])),
        ("  event to ack, ms", _percentiles(report["load"]["acknowledged_ms"])),
        (f"{report['load']['many']} threads at once, s", str(report["load"]["many_answered_s"])),
        ("package of 50 skills, ms", _row(dict(report["compile_ms"]))),  # type: ignore[arg-type]
        ("a command, ms", _row(report["command_ms"])),
        ("600 waiting at a start, s", str(report["recovered_s"])),
        ("start to first ack, s", str(report["start_to_ack_s"])),
        ("idle, MB", str(report["idle_rss_mb"])),
        ("start to first answer, s", f"{report['first_answer_s']}, then {report['hosted_rss_mb']} MB"),
        ("on", f"{report['machine']}, synchronous={report['synchronous']}"),
    ]
    return [f"{name:<28}{value}" for name, value in lines]


def _row(values: Mapping[str, Number]) -> str:
    return "   ".join(f"{f'{name}: {value}':<16}" for name, value in values.items()).rstrip()


def _load(load: Load) -> str:
    return f"all answered in {load['answered_s']} s by a {load['model_s']} s model, {load['calls_per_turn']} calls each"


def _percentiles(values: Percentiles) -> str:
    return _row({"p50": values["p50"], "p99": values["p99"]})
