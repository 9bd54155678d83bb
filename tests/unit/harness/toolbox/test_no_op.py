from harness.toolbox.no_op import no_op
from harness.tools.calls import NO_OP
from tests.unit.harness.toolbox.running import run


def test_it_does_nothing_under_the_name_that_sessions_know():
    tool = no_op()

    assert tool.name == NO_OP
    assert run(tool).ok
