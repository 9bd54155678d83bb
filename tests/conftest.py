"""What holds for the whole suite.

Hypothesis has no deadline, since the machines that run it differ. How many examples there are: `tests/examples.py`.
"""

import os
import random

from hypothesis import settings

from tests.examples import examples
from tests.postgres import postgres as postgres

# In CI the same examples each time: a red run there is the change's doing. Elsewhere new ones, which find more.
settings.register_profile("deskmate", deadline=None, max_examples=examples(100), derandomize="CI" in os.environ)
settings.load_profile("deskmate")


def pytest_configure() -> None:
    """All processes have one seed for the hashes of strings, by which sets go, or they would not collect the same tests
    where a name is made of one. It is a new one each time, unless the environment has one.
    """
    os.environ.setdefault("PYTHONHASHSEED", str(random.randrange(2**32)))


def pytest_xdist_auto_num_workers() -> int:
    """For `-n auto`: about half of what the tests do is wait, so there is one more than there are cores. More than six
    would only wait for the longest file.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(cores + 1, 6)
