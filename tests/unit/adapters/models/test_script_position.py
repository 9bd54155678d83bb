from adapters.models.script_position import END, LABEL, ScriptPosition, ScriptResult, ScriptSaid, read
from harness.context.window import CUT, ModelMessage


def told(*parts: tuple[str, str]) -> ScriptPosition:
    return read([ModelMessage.of({"role": role, "content": text}) for role, text in parts])


def test_before_it_begins_only_what_was_said_counts():
    hello = ScriptSaid("Ana", "hello: you")
    assert told(("user", "Ana: hello: you")) == ScriptPosition(latest=(hello,), asked=hello)
    assert read([]) == ScriptPosition()


def test_what_another_model_said_before_is_no_part_of_it():
    before = (("user", "Ana: a"), ("assistant", END), ("user", "Bo: b"))
    position = told(*before, ("assistant", LABEL), ("user", "Bo: c"))

    assert position == ScriptPosition(
        True, heard=(ScriptSaid("Bo", "c"),), latest=(ScriptSaid("Bo", "c"),), asked=ScriptSaid("Bo", "b")
    )


def test_what_the_program_says_is_nobodys_words():
    assert told(("assistant", LABEL), ("user", "[A heartbeat, on behalf of Ana: look]")).heard == ()
    assert told(("assistant", LABEL), ("user", "no name")).heard == (ScriptSaid("", "no name"),)


def test_it_is_over_when_it_has_come_to_its_end():
    assert told(("assistant", LABEL), ("assistant", f"Well. {END}")).over
    assert not told(("assistant", LABEL), ("user", f"Ana: {END}")).over


def test_it_is_over_when_its_beginning_is_forgotten():
    assert told(("user", CUT), ("user", "Ana: hello")).over


def test_it_is_over_when_it_was_stopped_until_somebody_wants_it_to_go_on():
    stopped = (("assistant", LABEL), ("user", "[This turn ended early: stopped by Ana.]"))

    assert told(*stopped, ("user", "Ana: why?")).over
    position = told(*stopped, ("user", "Ana: Please go on where you stopped."))
    assert (position.over, position.heard) == (False, ())
    assert not told(*stopped, ("user", "Bo: ok, continue")).over


def test_results_tell_what_became_of_their_calls():
    assert ScriptResult("Ana answered: a, b\nc").answer == ScriptSaid("Ana", "a, b\nc")
    assert ScriptResult("Not run: Ana denied it: no.").declined
    assert ScriptResult("Not run. Ana answers instead: no.").declined
    edited = ScriptResult(
        '[Ana changed the arguments; it ran with {"a": "]\\n"}]\n[Ana approved and adds: mine]\nCreated.'
    )
    assert (edited.editor, edited.note, edited.plain) == ("Ana", ScriptSaid("Ana", "mine"), "Created.")
    plain = ScriptResult("Created.")
    assert (plain.answer, plain.editor, plain.note, plain.plain) == (None, "", None, "Created.")


def test_what_people_say_does_not_pass_for_a_stop():
    assert ScriptResult("Stopped by Ana before it ran.").stopped
    assert ScriptResult("Stopped by Ana while it was running; it may have taken effect.").stopped
    assert not ScriptResult("Ana answered: stopped before it ran.").stopped
    assert not ScriptResult("Not run: Ana denied it: stopped before it ran.").stopped


def test_what_has_it_go_on_is_not_what_was_asked_for():
    asked, on = ("user", "Ana: plan lunch"), ("user", "Ana: Please go on where you stopped.")
    position = told(asked, ("user", "[This turn ended early: stopped by Ana.]"), on)

    assert position.asked == ScriptSaid("Ana", "plan lunch")
    assert position.latest == (ScriptSaid("Ana", "plan lunch"),)


def test_a_call_that_waits_for_people_has_no_result():
    assert ScriptResult("[Waiting for a decision by Bob; it has not run. Its id: 1.1.1]").waiting
    assert not ScriptResult("Ana answered: [Waiting for a decision by Bob").waiting
