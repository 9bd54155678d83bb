"""All stories, in the order of the gallery."""

from tests.gallery.stories.approvals import approvals
from tests.gallery.stories.company import company
from tests.gallery.stories.later import later
from tests.gallery.stories.questions import questions
from tests.gallery.stories.talk import talk

STORIES = (*approvals, *questions, *company, *talk, *later)
