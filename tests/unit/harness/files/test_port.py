import inspect
from pathlib import Path

from adapters.files.folder import Folder
from harness.files.port import Files


def test_the_real_folder_keeps_the_shape_of_the_port(tmp_path: Path):
    files: Files = Folder(tmp_path)  # the type checker looks at the rest

    promised = {name: value for name, value in vars(Files).items() if not name.startswith("_")}

    assert set(promised) == {
        *("lies", "list", "state", "read", "write", "edit_state", "edit"),
        *("read_bytes", "write_bytes", "glob", "grep"),
    }
    for name, method in promised.items():
        assert inspect.signature(getattr(type(files), name)) == inspect.signature(method)
        assert inspect.iscoroutinefunction(getattr(files, name)) is (name != "lies")
