import inspect
from pathlib import Path

from adapters.sandboxes.unsandboxed import Unsandboxed
from harness.toolbox.shell import LONGEST_OUTPUT, Hidden, Shell
from harness.tools.runner import LONGEST


def test_the_real_shell_keeps_the_shape_of_the_port(tmp_path: Path):
    shell: Shell = Unsandboxed(tmp_path, {})  # the type checker looks at the rest

    assert inspect.signature(type(shell).run) == inspect.signature(Shell.run)


def test_the_longest_output_and_what_is_said_of_it_fit_into_a_result():
    assert LONGEST_OUTPUT + 500 < LONGEST


def test_of_what_is_hidden_the_inner_counts_and_what_is_named_so_is():
    hidden = Hidden(("/hr", "/hr/pub/not", "/hr/shut"), but=("/hr/pub", "/hr/shut"))
    seen = [hidden.sees(path) for path in ("/", "/hrx", "/hr", "/hr/a", "/hr/pub/a", "/hr/pub/not/a", "/hr/shut")]
    assert seen == [True, True, False, False, True, False, False]


def test_of_what_is_kept_the_inner_counts_and_what_is_around_it_cannot_be_moved():
    hidden = Hidden(("/hr/pay",), files=("/a/b/key",), kept=("/docs", "/a/c.md"), changed=("/docs/drafts",))
    changes = [hidden.changes(path) for path in ("/docs/x", "/docs", "/docs/drafts/x", "/documents", "/a", "/")]
    assert changes == [False, False, True, True, True, True]
    assert list(hidden.bound()) == [
        ("/a", True), ("/a/b", True), ("/a/c.md", False), ("/docs", False), ("/docs/drafts", True), ("/hr", True),
    ]  # fmt: skip
    whole = Hidden(kept=("/",), changed=("/out/put",))
    assert list(whole.bound()) == [("/", False), ("/out/put", True)], "what is in a kept folder cannot be moved anyway"
    assert list(Hidden(("/attachments",)).bound()) == []
