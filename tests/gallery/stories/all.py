"""All stories, in the order of the gallery."""

from tests.gallery.stories.company import company
from tests.gallery.stories.files import files
from tests.gallery.stories.later import later
from tests.gallery.stories.questions import questions
from tests.gallery.stories.running import running
from tests.gallery.stories.talk import talk

STORIES = (*files, *running, *questions, *company, *talk, *later)
