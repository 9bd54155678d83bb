from benchmarks.report import Report, table

REPORT: Report = {
    "step_cpu_ms": {"0": 2.0, "1000": 2.1, "10000": 2.2},
    "request_bytes_sent": {"0": 100, "1000": 1000, "10000": 1000},
    "reply_cpu_ms": {"60": 6.0, "1000": 20.0},
    "request_cpu_ms": 0.9,
    "loop_lag_ms": {"p99": 1.5, "max": 9.5},
    "compile_ms": {"cold": 4.5, "unchanged": 0.02},
    "recovered_s": 1.5,
    "command_ms": {"bare": 1.5, "bubblewrap": 13.5},
    "click_to_tool_ms": {"p50": 4.5, "p99": 12.5},
    "event_to_reply_ms": {"p50": 14.5, "p99": 29.5},
    "load": {
        "threads": 20,
        "model_s": 0.5,
        "answered_s": 0.61,
        "acknowledged_ms": {"p50": 26.5, "p99": 45.5},
        "calls_per_turn": 3.0,
        "many": 200,
        "many_answered_s": 2.5,
    },
    "start_to_ack_s": 1.25,
    "idle_rss_mb": 72.5,
    "first_answer_s": 1.75,
    "hosted_rss_mb": 98.5,
    "floor": {"raw_sqlite_step_cpu_ms": 0.4},
    "peers": {"deepagents": {"version": "0.7.32", "step_cpu_ms": {"0": 20.0, "1000": 42.0}}},
    "synchronous": "FULL",
    "machine": "a machine",
}


def lines(report: Report) -> dict[str, list[str]]:
    return {line[:28].strip(): line[28:].split() for line in table(report)}


def test_a_step_is_set_against_an_empty_history_the_database_alone_and_the_neighbour_after_the_same_history():
    told = lines(REPORT)

    assert told["step, CPU ms"] == ["0:", "2.0", "1000:", "2.1", "10000:", "2.2"]
    assert told["of a step at 0"] == ["0:", "1.0", "1000:", "1.05", "10000:", "1.1"]
    assert told["of sqlite3 alone, 0.4"] == ["0:", "5.0", "1000:", "5.2", "10000:", "5.5"]
    assert told["of deepagents 0.7.32"] == ["0:", "0.1", "1000:", "0.05"]
    assert told["deepagents' step, CPU ms"] == ["0:", "20.0", "1000:", "42.0"]


def test_a_streamed_reply_is_told_by_its_words():
    told = lines(REPORT)

    assert told["streamed reply, CPU ms"] == ["60:", "6.0", "1000:", "20.0"]
    assert told["µs a word"] == ["60:", "100.0", "1000:", "20.0"]
    assert told["loop held meanwhile, ms"] == ["p99:", "1.5", "max:", "9.5"]


def test_what_people_wait_for_and_where_it_was_measured_are_told():
    told = lines(REPORT)

    assert told["click to tool, ms"] == ["p50:", "4.5", "p99:", "12.5"]
    assert told["event to reply, ms"] == ["p50:", "14.5", "p99:", "29.5"]
    assert " ".join(told["20 threads at once"]) == "all answered in 0.61 s by a 0.5 s model, 3.0 calls each"
    assert told["event to ack, ms"] == ["p50:", "26.5", "p99:", "45.5"]
    assert told["200 threads at once, s"] == ["2.5"]
    assert told["a request, CPU ms"] == ["0.9"]
    assert told["start to first answer, s"] == ["1.75,", "then", "98.5", "MB"]
    assert told["600 waiting at a start, s"] == ["1.5"]
    assert told["a command, ms"] == ["bare:", "1.5", "bubblewrap:", "13.5"]
    assert told["package of 50 skills, ms"] == ["cold:", "4.5", "unchanged:", "0.02"]
    assert told["start to first ack, s"] == ["1.25"]
    assert told["idle, MB"] == ["72.5"]
    assert told["request bytes a turn"] == ["0:", "100", "1000:", "1000", "10000:", "1000"]
    assert told["on"] == ["a", "machine,", "synchronous=FULL"]


def test_without_neighbours_the_rest_is_told():
    alone: Report = {**REPORT, "peers": {}}

    assert not [name for name in lines(alone) if "deepagents" in name]
    assert len(table(alone)) == len(table(REPORT)) - 2
