"""What is remembered, in /memory of each call."""

from adapters.files.routed import Routes
from adapters.files.texts import TextFiles
from harness.context.memory_views import FOLDER, MemoryViews
from harness.context.notes import Memory
from harness.tools.tool import ToolContext


def memory_files(memory: Memory, context: ToolContext) -> Routes:
    """Those that there are for that call."""
    return {FOLDER: TextFiles(FOLDER, MemoryViews(memory, context.place, context.requester))}
