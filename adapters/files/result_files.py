"""What is too large for a request: below /results, for the calls of the thread that it is of, and read only."""

from adapters.files.routed import Routes
from adapters.files.texts import OfThread, TextFiles
from harness.context.results import FOLDER, LargeTexts
from harness.tools.tool import ToolContext


def result_files(large: LargeTexts, context: ToolContext) -> Routes:
    """Those that there are for that call."""
    return {FOLDER: TextFiles(FOLDER, OfThread(context.thread, large.sizes, large.text))}
