"""Slack's numbers, as data, each with its source (pages below https://docs.slack.dev/)."""

from __future__ import annotations

from typing import Final

# ── layout ──────────────────────────────────────────────────────────────────────────────────────────────────────────

BLOCKS: Final = 50  # reference/block-kit/blocks: "up to 50 blocks in each message"
VIEW_BLOCKS: Final = 100  # reference/views/modal-views: "max of 100 blocks"
SECTION_TEXT: Final = 3_000  # reference/block-kit/blocks/section-block
RICH_TEXT: Final = 3_000  # ours: no limit is documented for a rich_text block; a section's is safe
MESSAGE_CHARACTERS: Final = 12_000  # ours: chat.postMessage answers msg_blocks_too_long from about 13,200 on
FALLBACK_TEXT: Final = 4_000  # reference/methods/chat.postMessage: "limiting … to 4,000 characters"
STREAM_TEXT: Final = 12_000  # reference/methods/chat.appendStream: of one call; ours: of a whole stream
TASK: Final = 256  # reference/methods/chat.appendStream: text of a task_update chunk
CONTEXT_TEXT: Final = 2_000  # ours: a text object takes 3,000; a grey line longer than this is not read
ACTIONS: Final = 25  # reference/block-kit/blocks/actions-block
OVERFLOW: Final = 5  # reference/block-kit/block-elements/overflow-menu-element
OPTIONS: Final = 100  # reference/block-kit/block-elements/select-menu-element
CHECKBOXES: Final = 10  # reference/block-kit/block-elements/checkboxes-element
RADIOS: Final = 10  # reference/block-kit/block-elements/radio-button-group-element
LABEL: Final = 75  # reference/block-kit/block-elements/button-element; also of an option
OPTION_VALUE: Final = 150  # reference/block-kit/composition-objects/option-object
PLACEHOLDER: Final = 150  # reference/block-kit/block-elements/select-menu-element
ACTION_ID: Final = 255  # reference/block-kit/block-elements/button-element
BLOCK_ID: Final = 255  # reference/block-kit/blocks
ALT_TEXT: Final = 2_000  # reference/block-kit/blocks/image-block
IMAGE_TITLE: Final = 2_000  # the same
INPUT_LABEL: Final = 2_000  # reference/block-kit/blocks/input-block
INPUT_TEXT: Final = 3_000  # reference/block-kit/block-elements/plain-text-input-element, max_length
TABLE_ROWS: Final = 100  # reference/block-kit/blocks/table-block
TABLE_COLUMNS: Final = 20  # the same
TABLE_CHARACTERS: Final = 10_000  # the same: "the sum of characters in all cells of all tables" of one message
TABLES: Final = 1  # the same: "only one table per message" (only_one_table_allowed)
HEADER: Final = 150  # reference/block-kit/blocks/header-block
VIEW_TITLE: Final = 24  # reference/views/modal-views
VIEW_SUBMIT: Final = 24  # the same
SUGGESTED_PROMPTS: Final = 4  # reference/methods/assistant.threads.setSuggestedPrompts
THREAD_TITLE: Final = 200  # ours: assistant.threads.setTitle documents no number; longer ones are cut by clients

QUESTIONS_SHOWN: Final = 3  # ours: next questions in the message; all of them stand behind "More"
CLAIMS_SHOWN: Final = 8  # ours: claims with a line in the message; all of them stand behind "Evidence"
LIST_SHOWN: Final = 10  # ours: papers of a summary in its message; all of them stand in its files
TABLE_SHOWN: Final = 40  # ours: rows of the one table that a message shows
PAGE_BLOCKS: Final = 90  # ours: of the 100 that a modal takes; the rest is its next page
PAPERS_SHOWN: Final = 8  # ours: papers of one side under a claim; the rest is behind "Evidence", and a line says so

# ── time ────────────────────────────────────────────────────────────────────────────────────────────────────────────

PACE: Final = 1.0  # seconds; apis/web-api/rate-limits: "posting messages: 1 per second" (and edits, says the issue)
POST_SECONDS: Final = 1.0  # the same: chat.postMessage, one a second and channel
POST_BURST: Final = 3  # the same: "short bursts > 1 allowed"
UPDATES_A_MINUTE: Final = 50  # reference/methods/chat.update: tier 3
UPDATES_BURST: Final = 20  # ours: the same page: "sporadic bursts are welcome"
STREAMS_A_MINUTE: Final = 20  # reference/methods/chat.startStream and chat.stopStream: tier 2
STREAMS_BURST: Final = 10  # ours: as above
APPENDS_A_MINUTE: Final = 100  # reference/methods/chat.appendStream: tier 4
APPENDS_BURST: Final = 30  # ours: as above
STREAM_AGAIN: Final = 3_600.0  # ours: seconds until streaming is tried again where Slack did not want it
STATUSES_A_MINUTE: Final = 600  # ours: reference/methods/assistant.threads.setStatus: "special rate limits", no number
STATUSES_BURST: Final = 300  # ours: what is refused with 429 is not repeated
SPARE: Final = 0.5  # ours: share of the saved-up edits that is kept for answers that are complete
UPLOAD_PAUSE: Final = 60.0  # ours: seconds that a picture waits when Slack asks for a pause
LOOK_SECONDS: Final = 1.8  # ours, of the 3 that a trigger_id is good for (interactivity/handling-user-interaction)
OPEN_SECONDS: Final = 2.0  # ours, of the same 3: until a modal that Slack is slow to open is given up
LOOKUP_SECONDS: Final = 1.0  # ours: what asking Slack about a person or a channel may take, of the same 3
READ_SECONDS: Final = 2.5  # ours: what reading a thread may take before the acknowledgement is due (3 seconds)
RESPONSE_SECONDS: Final = 30 * 60  # interactivity/handling-user-interaction: response_url, 5 times within 30 minutes
RESPONSES: Final = 5  # the same
UPLOAD_TRIES: Final = 4  # ours: of each step of an upload that fails in passing
FILE_LONGEST_WAIT: Final = 2.0  # ours: seconds between two looks at a file
TIER_2, TIER_3, TIER_4 = 20, 50, 100  # apis/web-api/rate-limits: calls a minute, "or more", per workspace and method
TIERS: Final = {  # methods that are not paced elsewhere, each as its page (reference/methods/…) has it
    "auth.test": 600,  # "special": hundreds a minute
    "chat.delete": TIER_3,
    "chat.postEphemeral": TIER_4,
    "conversations.history": TIER_3,
    "conversations.info": TIER_3,
    "conversations.open": TIER_3,
    "conversations.replies": TIER_3,
    "files.completeUploadExternal": TIER_4,
    "files.getUploadURLExternal": TIER_4,
    "files.info": TIER_4,
    "users.info": TIER_4,
    "assistant.threads.setSuggestedPrompts": TIER_3,
    "assistant.threads.setTitle": TIER_3,
    "views.open": TIER_4,
    "views.publish": TIER_4,
    "views.push": TIER_4,
    "views.update": TIER_4,
}
TIER_BURST: Final = 20  # ours: "sporadic bursts are welcome"
ORPHAN_LOOKS: Final = (5.0, 30.0)  # ours: pauses before looking for a post that Slack made after our patience ended
FILE_TRIES: Final = 10  # ours: looks at an uploaded file until it can be shown …
FILE_WAIT: Final = 0.5  # … with so many seconds in between
CACHE_SECONDS: Final = 600.0  # ours: what is known of people and channels
PING_SECONDS: Final = 5.0  # slack_sdk.socket_mode.aiohttp: a socket without pong for four of these is dead

# ── the rest ────────────────────────────────────────────────────────────────────────────────────────────────────────

MENTIONS: Final = 10  # ours: people and channels of a message whose names are looked up at most
THREAD_MESSAGES: Final = 200  # as the page: messages of a thread that can be mapped at once
THREAD_PAGE: Final = 100  # reference/methods/conversations.replies: "no more than 200 results at a time"
QUESTION: Final = 3_000  # what a modal's field takes; the core allows more
NAMES: Final = 100  # reference/block-kit/block-elements/select-menu-element: external data, 100 options
API_URL: Final = "https://slack.com/api/"
API_TIMEOUT: Final = 20  # seconds for one call
EDITED_SECONDS: Final = 60.0  # ours: a question that is changed later than this after it was sent is not read anew
BODY_BYTES: Final = 1024 * 1024  # ours: events and interactions are far smaller
