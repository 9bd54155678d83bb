"""The network in front of a PostgreSQL, which hangs when it is told to."""

import selectors
import socket
from contextlib import suppress
from pathlib import Path
from threading import Thread
from urllib.parse import parse_qs, urlsplit


class Proxy:
    """In front of a PostgreSQL that listens on a socket of this machine; `url` leads through it, `direct` past it."""

    def __init__(self, folder: Path, url: str) -> None:
        [where] = parse_qs(urlsplit(url).query)["host"]
        self.direct, self.url = url, url.replace(where, str(folder))
        self._server = f"{where}/.s.PGSQL.5432"
        self._sockets = selectors.DefaultSelector()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(f"{folder}/.s.PGSQL.5432")
        self._listener.listen()
        self._sockets.register(self._listener, selectors.EVENT_READ)
        self._woken, self._wake = socket.socketpair()
        self._sockets.register(self._woken, selectors.EVENT_READ)
        self._closed = False
        self.goes_on()

    def hangs(self) -> None:
        """Nothing is forwarded any more, and nobody is told."""
        self._wake.send(b"!")
        self._thread.join()
        self._woken.recv(1)

    def goes_on(self) -> None:
        """What came while it hung is forwarded now."""
        self._thread = Thread(target=self._forward)
        self._thread.start()

    def close(self) -> None:
        """Both sides notice. It may be closed again."""
        if self._closed:
            return
        if self._thread.is_alive():
            self.hangs()
        self._closed = True
        for key in list(self._sockets.get_map().values()):
            assert isinstance(key.fileobj, socket.socket)
            key.fileobj.close()
        self._sockets.close()
        self._wake.close()

    def _forward(self) -> None:
        while True:
            for key, _ in self._sockets.select():
                if key.fileobj is self._woken:
                    return
                if key.fileobj is self._listener:
                    self._accept()
                else:
                    self._pass_on(key.fileobj, key.data)

    def _accept(self) -> None:
        near, _ = self._listener.accept()
        far = socket.socket(socket.AF_UNIX)
        far.connect(self._server)
        self._sockets.register(near, selectors.EVENT_READ, far)
        self._sockets.register(far, selectors.EVENT_READ, near)

    def _pass_on(self, one: object, other: socket.socket) -> None:
        assert isinstance(one, socket.socket)
        if one.fileno() < 0:
            return  # both ends were ready at once, and the other closed this one
        with suppress(ConnectionError):  # whoever is left learns it by the close
            if data := one.recv(65_536):
                other.sendall(data)
                return
        for each in (one, other):
            self._sockets.unregister(each)
            each.close()
