import inspect
from pathlib import Path

from adapters.files.folder import Folder
from harness.files.port import Files


def test_the_real_folder_keeps_the_shape_of_the_port(tmp_path: Path):
    files: Files = Folder(tmp_path)  # the type checker looks at the rest

    promised = {name: value for name, value in vars(Files).items() if not name.startswith("_")}

    assert set(promised) == {
        *("of", "lies", "list", "state", "read", "write", "edit_state", "edit"),
        *("deletion", "delete", "read_bytes", "write_bytes", "glob", "grep"),
    }
    for name, method in promised.items():
        own, promise = (inspect.signature(one, eval_str=True) for one in (getattr(type(files), name), method))
        assert own == promise
        assert inspect.iscoroutinefunction(getattr(files, name)) is (name not in ("of", "lies"))
