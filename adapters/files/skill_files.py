"""The files of skills: below /skills, for the calls of whom they are there, and read only."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from adapters.files.disk import OthersDisk
from adapters.files.folder import Folder
from adapters.files.read_only import ReadOnlyFiles
from adapters.files.routed import Routes
from harness.tools.skills import Skill
from harness.tools.tool import ToolContext


def there_for(context: ToolContext) -> Routes:
    """Those that there are for that call."""
    return skill_files(context.skills)


def skill_files(skills: Iterable[Skill]) -> Routes:
    """Of each skill, by where tools find them."""
    return {skill.path: _of_skill(skill.home, skill.path, skill.within) for skill in skills}


@lru_cache(maxsize=512)
def _of_skill(home: str, path: str, within: str) -> ReadOnlyFiles:
    """Kept, so that searches which are still under way there count."""
    return ReadOnlyFiles(Folder(OthersDisk(Path(home), path, Path(within))))
