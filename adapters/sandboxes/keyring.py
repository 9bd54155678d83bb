"""The keys that the kernel holds for whoever started us (session-keyring(7)): no namespace keeps a process from those
that it has inherited, so it is started with a ring of its own, and nothing in it.
"""

import ctypes
import platform
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

_T = TypeVar("_T")
_KEYCTL = {"x86_64": 250, "aarch64": 219, "riscv64": 219, "ppc64le": 271, "s390x": 280}.get(platform.machine(), 0)
"""The number of keyctl(2), for which libc has no function (Linux, the syscall tables of each architecture)."""
_JOIN_SESSION_KEYRING = 1


def without_keys(start: Callable[[], _T]) -> _T:
    """`start()`, which starts a process, on a thread that has just joined a new ring: that is each thread's own, and
    kept by fork and exec. Where the kernel has no keys, or no leave to use them, it is only that.
    """
    if not _KEYCTL:
        return start()
    with ThreadPoolExecutor(1, initializer=_join_new) as thread:
        return thread.submit(start).result()


def _join_new() -> None:
    ctypes.CDLL(None).syscall(_KEYCTL, _JOIN_SESSION_KEYRING, None)
