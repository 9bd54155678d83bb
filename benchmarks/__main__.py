"""`make bench`: measures everything in one run, prints a table, and writes build/bench.json; with BASE=REF, that commit
and this tree in turn.
"""

import argparse
import json
import os
import platform
import statistics
import sys
from collections.abc import Mapping, Sequence
from contextlib import closing, nullcontext
from pathlib import Path

from benchmarks import clicks, comparing, compiling, load, recovery, replies, sandboxes, slack, steps
from benchmarks.peers import environment
from benchmarks.report import Peers, Percentiles, Report, table

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build"


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--no-peers", action="store_true", help="leave the neighbours out")
    parser.add_argument("--base", metavar="REF", help="measure that commit, too, in turn with this tree; no neighbours")
    options = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    if options.base:
        return _compared(options.base)
    report = measure(peers=not options.no_peers)
    _write(report, table(report))
    return 0


def _compared(base: str) -> int:
    try:
        comparison = comparing.compare(ROOT, base, BUILD, _say)
    except comparing.NoBase as error:
        print(f"{base} cannot be compared with: {error}", file=sys.stderr)
        return 1
    _write(comparison, comparing.table(comparison))
    return 0


def _write(report: Report | comparing.Comparison, lines: Sequence[str]) -> None:
    (BUILD / "bench.json").write_text(json.dumps(report, indent=2) + "\n")
    for line in lines:
        print(line)


def measure(peers: bool) -> Report:
    _say("steps")
    with closing(environment.Deepagents(BUILD)) if peers else nullcontext() as deepagents:
        stepped = steps.measure(deepagents.turn if deepagents else None)
    _say("packages")
    compiled = compiling.measure()
    _say("clicks")
    clicked = clicks.measure()
    _say("replies")
    replied = replies.measure()
    _say("commands")
    started = sandboxes.measure()
    _say("Slack")
    in_slack = slack.measure()
    _say("many threads at once")
    loaded = load.measure()
    _say("what waits for a start")
    recovered = recovery.measure()
    return {
        "step_cpu_ms": _by_history(stepped.cpu_ms),
        "request_bytes_sent": {str(n): sent for n, sent in stepped.request_bytes.items()},
        "reply_cpu_ms": {str(words): round(cost, 2) for words, cost in replied.cpu_ms.items()},
        "request_cpu_ms": round(replied.request_cpu_ms, 3),
        "loop_lag_ms": {"p99": _percentiles(replied.lag_ms)["p99"], "max": round(max(replied.lag_ms), 2)},
        "compile_ms": {"cold": round(compiled.cold, 2), "unchanged": round(compiled.unchanged, 3)},
        "recovered_s": round(recovered, 2),
        "command_ms": {name: round(ms, 2) for name, ms in started.items()},
        "click_to_tool_ms": _percentiles(clicked),
        "event_to_reply_ms": _percentiles(in_slack.event_to_reply_ms),
        "load": {
            "threads": load.THREADS,
            "model_s": load.MODEL_S,
            "answered_s": round(statistics.median(loaded.answered_s), 2),
            "acknowledged_ms": _percentiles(loaded.acknowledged_ms),
            "calls_per_turn": round(loaded.calls_per_turn, 1),
            "many": load.MANY,
            "many_answered_s": round(loaded.many_answered_s, 2),
        },
        "start_to_ack_s": round(in_slack.start_to_ack_s, 2),
        "idle_rss_mb": round(in_slack.idle_rss_mb, 1),
        "first_answer_s": round(in_slack.first_answer_s, 2),
        "hosted_rss_mb": round(in_slack.hosted_rss_mb, 1),
        "floor": {"raw_sqlite_step_cpu_ms": round(stepped.floor_cpu_ms, 3)},
        "peers": _peers(deepagents.version, stepped.theirs_cpu_ms) if deepagents else {},
        "synchronous": "FULL",
        "machine": _machine(),
    }


def _peers(version: str, cpu_ms: Mapping[int, float]) -> Peers:
    return {"deepagents": {"version": version, "step_cpu_ms": _by_history(cpu_ms)}}


def _by_history(costs: Mapping[int, float]) -> dict[str, float]:
    return {str(earlier): round(cost, 3) for earlier, cost in costs.items()}


def _percentiles(taken: Sequence[float]) -> Percentiles:
    return {"p50": round(statistics.median(taken), 2), "p99": round(statistics.quantiles(taken, n=100)[98], 2)}


def _machine() -> str:
    return f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def _say(what: str) -> None:
    print(f"measuring {what} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
