"""Hypothesis for the whole suite: no deadline, since the machines that run it differ.

EXAMPLES=2000 in the environment makes every property try that many examples.
"""

import os

from hypothesis import settings

from tests.postgres import postgres as postgres

examples = os.environ.get("EXAMPLES")
# In CI the same examples each time: a red run there is the change's doing. Elsewhere new ones, which find more.
settings.register_profile(
    "deskmate", deadline=None, max_examples=int(examples) if examples else 100, derandomize="CI" in os.environ
)
settings.load_profile("deskmate")
