import inspect
from pathlib import Path

from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.toolbox.shell import LONGEST_OUTPUT, Shell
from harness.tools.runner import LONGEST


def test_the_real_shell_keeps_the_shape_of_the_port(tmp_path: Path):
    shell: Shell = Unsandboxed(tmp_path, {})  # the type checker looks at the rest

    assert inspect.signature(type(shell).run) == inspect.signature(Shell.run)


def test_the_longest_output_and_what_is_said_of_it_fit_into_a_result():
    assert LONGEST_OUTPUT + 500 < LONGEST
