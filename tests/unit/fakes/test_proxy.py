"""The network in front of a PostgreSQL lives through whatever its two ends do."""

import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.proxy import Proxy


@pytest.fixture
def server(tmp_path: Path) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as listener:
        (tmp_path / "server").mkdir()
        listener.bind(f"{tmp_path}/server/.s.PGSQL.5432")
        listener.listen()
        listener.settimeout(10.0)
        yield listener


def test_both_ends_may_close_at_once(tmp_path: Path, server: socket.socket, monkeypatch: pytest.MonkeyPatch) -> None:
    died = list[BaseException | None]()
    monkeypatch.setattr(threading, "excepthook", lambda told: died.append(told.exc_value))
    (tmp_path / "near").mkdir()
    proxy = Proxy(tmp_path / "near", f"postgresql://u/x?host={tmp_path}/server")
    try:
        near, far = connected(tmp_path, server)
        proxy.hangs()  # and so sees both close by one look
        near.close()
        far.close()
        proxy.goes_on()
        near, far = connected(tmp_path, server)
        near.sendall(b"hello")
        assert far.recv(5) == b"hello"
        near.close()
        far.close()
    finally:
        proxy.close()
    assert not died


def connected(folder: Path, server: socket.socket) -> tuple[socket.socket, socket.socket]:
    """Both ends of one that the proxy passes on."""
    near = socket.socket(socket.AF_UNIX)
    near.settimeout(10.0)
    near.connect(f"{folder}/near/.s.PGSQL.5432")
    far, _ = server.accept()
    far.settimeout(10.0)
    near.sendall(b"?")  # it knows both ends once it passes something on
    assert far.recv(1) == b"?"
    return near, far
