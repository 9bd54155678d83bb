"""`make bench`: measures everything in one run, prints a table, and writes build/bench.json."""

import argparse
import json
import os
import platform
import statistics
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path

from benchmarks import clicks, floor, slack, steps
from benchmarks.peers import environment
from benchmarks.report import Peer, Percentiles, Report, table

BUILD = Path("build")
PEERS_EARLIER = (0, 1_000)
ROUNDS = 3
"""In each, everything whose CPU is compared runs once, neighbours beside us; the median round counts."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--no-peers", action="store_true", help="leave the neighbours out")
    options = parser.parse_args()
    BUILD.mkdir(exist_ok=True)
    report = measure(peers=not options.no_peers)
    (BUILD / "bench.json").write_text(json.dumps(report, indent=2) + "\n")
    for line in table(report):
        print(line)
    return 0


def measure(peers: bool) -> Report:
    ours: defaultdict[int, list[steps.Steps]] = defaultdict(list)
    theirs: defaultdict[int, list[Peer]] = defaultdict(list)
    floors: list[float] = []
    python = environment.python(BUILD) if peers else None
    for number in range(1, ROUNDS + 1):
        _say(f"steps, round {number} of {ROUNDS}")
        for earlier in steps.EARLIER:
            ours[earlier].append(steps.measure(earlier))
            if python and earlier in PEERS_EARLIER:
                theirs[earlier].append(environment.deepagents(python, earlier, steps.TURNS))
        floors.append(floor.measure())
    _say("clicks")
    clicked = clicks.measure()
    _say("Slack")
    in_slack = slack.measure()
    return {
        "step_cpu_ms": {str(n): _median([cost.cpu_ms for cost in costs]) for n, costs in ours.items()},
        "request_bytes_sent": {str(n): costs[0].request_bytes for n, costs in ours.items()},
        "click_to_tool_ms": _percentiles(clicked),
        "event_to_reply_ms": _percentiles(in_slack.event_to_reply_ms),
        "start_to_ack_s": round(in_slack.start_to_ack_s, 2),
        "idle_rss_mb": round(in_slack.idle_rss_mb, 1),
        "floor": {"raw_sqlite_step_cpu_ms": _median(floors)},
        "peers": {"deepagents": _peer(theirs)} if theirs else {},
        "synchronous": "FULL",
        "machine": _machine(),
    }


def _peer(rounds: dict[int, list[Peer]]) -> Peer:
    costs = {str(n): _median([one["step_cpu_ms"][str(n)] for one in measured]) for n, measured in rounds.items()}
    return {"version": next(iter(rounds.values()))[0]["version"], "step_cpu_ms": costs}


def _percentiles(taken: Sequence[float]) -> Percentiles:
    return {"p50": round(statistics.median(taken), 2), "p99": round(statistics.quantiles(taken, n=100)[98], 2)}


def _median(costs: Sequence[float]) -> float:
    return round(statistics.median(costs), 3)


def _machine() -> str:
    return f"{platform.machine()}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def _say(what: str) -> None:
    print(f"measuring {what} ...", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
