"""Slack's numbers. Lengths are characters unless said otherwise.

Sources: docs.slack.dev/reference/block-kit and /reference/methods; where Slack documents nothing, the thread that
measured it. The unit tests compare them with slack_sdk.models and slackblocks, which keep their own copies.
"""

# Surfaces
MESSAGE_BLOCKS = 50
VIEW_BLOCKS = 100
VIEW_TITLE = VIEW_SUBMIT = VIEW_CLOSE = 24
CALLBACK_ID = 255
PRIVATE_METADATA = 3_000
EXTERNAL_ID = 255
VIEW_STACK = 3
VIEW_BYTES = 250 * 1024

# Texts of messages
TEXT_TRUNCATED = 40_000  # chat.postMessage cuts longer texts
UPDATE_TEXT = 4_000  # chat.update: "msg_too_long: the text field cannot exceed 4,000 characters"
MARKDOWN_TEXT = 12_000  # one markdown block, all of a message together, and the argument `markdown_text`
# Undocumented; slackapi/bolt-js#2509 measured 13,297 in markdown blocks alone, about 125 less for each divider more.
BLOCKS_TOTAL = 13_450
BLOCK_OVERHEAD = 125

# Streams
STREAM_SECONDS = 300.0  # undocumented; measured in slackapi/python-slack-sdk#1859
STREAM_TOTAL = 13_790  # undocumented; text and tasks of one streamed message together, else msg_too_long
CHUNK_TEXT = 256  # title, details and output of a task_update, title of a plan_update

# Ids
ACTION_ID = BLOCK_ID = 255

# Texts in blocks
SECTION_TEXT = 3_000
SECTION_FIELDS = 10
FIELD_TEXT = 2_000
HEADER_TEXT = 150
CONTEXT_ELEMENTS = 10
ACTIONS_ELEMENTS = 25
CONTEXT_ACTIONS_ELEMENTS = 5
IMAGE_URL = 3_000
ALT_TEXT = 2_000
IMAGE_TITLE = 2_000
INPUT_LABEL = INPUT_HINT = 2_000
ALERT_TEXT = 200
CARD_TITLE = CARD_SUBTITLE = 150
CARD_BODY = CARD_SUBTEXT = 200
CARD_ACTIONS = 3
CAROUSEL_CARDS = 10
CONTAINER_TITLE = 150
CONTAINER_CHILDREN = 10
PLAN_TASKS = 50
TABLE_ROWS = 100
TABLE_COLUMNS = 20
VIDEO_TITLE = 200
VIDEO_AUTHOR = 50

# Elements
BUTTON_TEXT = 75
BUTTON_VALUE = 2_000
BUTTON_URL = 3_000
ACCESSIBILITY_LABEL = 75
VISIBLE_TO_USERS = 10
CONFIRM_TITLE = 100
CONFIRM_TEXT = 300
CONFIRM_BUTTON = 30
OPTION_TEXT = 75
OPTION_VALUE = 150
OPTION_DESCRIPTION = 75
SELECT_OPTIONS = 100
OPTION_GROUPS = 100
OPTION_GROUP_LABEL = 75
OVERFLOW_OPTIONS = 5
CHECKBOXES = RADIO_BUTTONS = 10
PLACEHOLDER = 150
PLAIN_TEXT_INPUT = 3_000
FILE_INPUT_FILES = 10
FEEDBACK_BUTTON_TEXT = 75
FEEDBACK_BUTTON_VALUE = 2_000

# Interaction
TRIGGER_SECONDS = 3.0
ACKNOWLEDGE_SECONDS = 3.0
RESPONSE_URL_USES = 5
RESPONSE_URL_SECONDS = 30 * 60.0
STATUS_SECONDS = 120.0
SESSION_STATUS_SECONDS = 3_600.0
SESSION_TITLE = 200
PROMPTS = 4
LOADING_MESSAGES = 10
CONNECTIONS = 10
REACTION_KINDS = 23  # reactions.add: "too_many_emoji"
