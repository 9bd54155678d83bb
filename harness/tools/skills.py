"""Skills: instructions for certain tasks, which a model reads when it comes to one."""

from collections.abc import Mapping
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from hashlib import blake2b

SKILL = "skill"
"""The tool by which a model reads one."""
FOLDER = "/skills"
"""Where the files of skills are, for tools: nothing is written there."""
FILE = "SKILL.md"
"""What is in it is what a skill says."""


@dataclass(frozen=True, slots=True)
class AllowedTool:
    """A tool that a skill leaves to be used; of its calls those that `match` covers, if that is given."""

    tool: str
    match: str = ""

    def __str__(self) -> str:
        return f"{self.tool} {self.match}".rstrip()


@dataclass(frozen=True)
class Skill:
    """Its `name` is one that a folder can have. `home` is the folder that it really lies in, for nobody to be told but
    who runs us; whatever becomes of that, no file is read that does not lie in the folder `within`. `allowed` is all
    that it leaves to be used, and `missing` the tools among that which there are not; None is everything. One that is
    not `listed` is for people to name: no turn is told of it.
    """

    name: str
    description: str
    text: str
    home: str
    _: KW_ONLY
    within: str = "/"
    allowed: tuple[AllowedTool, ...] | None = None
    missing: tuple[str, ...] = ()
    listed: bool = True
    license: str = ""
    compatibility: str = ""
    metadata: Mapping[str, str] = field(default_factory=dict)

    @property
    def path(self) -> str:
        """Where tools find its files."""
        return f"{FOLDER}/{self.name}"

    @cached_property
    def digest(self) -> str:
        """Of what it says and leaves."""
        parts = (self.name, self.description, self.text, self.compatibility, str(self.allowed))
        return blake2b("\0".join(parts).encode(errors="surrogatepass"), digest_size=16).hexdigest()
