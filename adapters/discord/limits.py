"""Discord's numbers, as data, each with its source; all are checked before anything is sent.

Sources: DOCS = https://discord.com/developers/docs
"""

from __future__ import annotations

from typing import Final

# ── messages ────────────────────────────────────────────────────────────────────────────────────────────────────────
TEXT_CHARACTERS: Final = 4_000  # of all text displays of a message: DOCS/components/reference#text-display
COMPONENTS: Final = 40  # of a message, nested ones counted: DOCS/components/reference#legacy-message-component-behavior
FILES: Final = 10  # of a message: DOCS/resources/message#create-message (files[n])
FILE_BYTES: Final = 10 * 1024 * 1024  # of a file, without boosts: DOCS/reference#uploading-files
ALT_CHARACTERS: Final = 1_024  # DOCS/components/reference#media-gallery (description)
NONCE_CHARACTERS: Final = 25  # DOCS/resources/message#create-message
THREAD_NAME: Final = 100  # DOCS/resources/channel#start-thread-from-message
THREAD_IDLE_MINUTES: Final = 1_440  # one of 60, 1440, 4320, 10080: same page (auto_archive_duration)
HISTORY: Final = 50  # ours: messages looked through for a post of an earlier process (DOCS allows 100)

# ── components ──────────────────────────────────────────────────────────────────────────────────────────────────────
ROW_BUTTONS: Final = 5  # DOCS/components/reference#action-row
BUTTON_LABEL: Final = 80  # DOCS/components/reference#button
CUSTOM_ID: Final = 100  # DOCS/components/reference#anatomy-of-a-component
OPTIONS: Final = 25  # of a select: DOCS/components/reference#string-select
OPTION_LABEL: Final = 100  # same page, as are value and description
OPTION_VALUE: Final = 100
OPTION_HINT: Final = 100
PLACEHOLDER: Final = 150

# ── modals ──────────────────────────────────────────────────────────────────────────────────────────────────────────
MODAL_TITLE: Final = 45  # DOCS/interactions/receiving-and-responding#interaction-response-object-modal
MODAL_PARTS: Final = 5  # same page (components)
LABEL: Final = 45  # DOCS/components/reference#label
LABEL_HINT: Final = 100  # same page (description)
INPUT_CHARACTERS: Final = 4_000  # DOCS/components/reference#text-input
INPUT_LINE: Final = 200  # ours: a field for more characters than this has several lines

# ── interactions and commands ───────────────────────────────────────────────────────────────────────────────────────
TOKEN_SECONDS: Final = 15 * 60 - 20  # DOCS/interactions/receiving-and-responding#followup-messages; 20 s to spare
ACK_SECONDS: Final = 1.5  # ours, of the 3 s of that page: the rest is for the way there and back
ACK_LOOKS: Final = (0.02,) * 25 + (0.1,) * 25  # ours: seconds between looks whether an interaction is acknowledged
CHOICES: Final = 25  # of an autocomplete: DOCS/interactions/application-commands#autocomplete
DESCRIPTION: Final = 100  # of a command or an argument: DOCS/interactions/application-commands
CHOICE_NAME: Final = 100  # DOCS/interactions/application-commands#application-command-object
QUESTION_CHARACTERS: Final = 4_000  # as the core's; commands' own most is 6,000 (same page)

# ── paces and sizes of ours ─────────────────────────────────────────────────────────────────────────────────────────
PACE: Final = 1.0  # seconds between two edits of a reply; DOCS/topics/rate-limits: 5 in 5 s are usual per channel
TYPING_SECONDS: Final = 8.0  # the sign stays for 10: DOCS/resources/channel#trigger-typing-indicator
TYPING_SIGNS: Final = 40  # ours: renewals of one sign, some five minutes; the next state of the reply begins anew
SAID: Final = 200  # messages of a thread that are mapped
SAID_CHARACTERS: Final = 4_000  # of each of them; the longest that Discord takes
SPEAKER: Final = 60  # characters of a speaker's name
HOOKS: Final = 2_000  # interactions remembered for their 15 minutes
LEAD_SECONDS: Final = 20.0  # that a delivery waits for the first login of the process
QUOTE_SECONDS: Final = 24 * 3600  # that a message is kept for a question about it that was never sent
MISSED_SECONDS: Final = 24 * 3600  # what was asked longer ago while we were away is not answered any more
MISSED_CHANNELS: Final = 50  # those used last are looked through after a start
MISSED_MARGIN: Final = 120.0  # seconds looked back further than the last message kept; the inbox knows what it has
RELOGIN_SECONDS: Final = (5.0, 15.0, 60.0)  # between tries to reach Discord at all; the last is repeated
HOLD: Final = 0.8  # ours: seconds that an answer has before a placeholder is posted: the first post is the notification
CLAIMS_SHOWN: Final = 10  # ours: claims with a line each in an answer; the others are behind “Evidence”
QUESTIONS_SHOWN: Final = 3  # ours: next questions that an answer names
PAPERS_SHOWN: Final = 5  # ours: papers of a summary in its message; all of them stand in its files
TABLE_SHOWN: Final = 15  # ours: rows of the one table that an answer shows; the others are behind “Evidence”
TABLE_CHARACTERS: Final = 1_500  # ours: of that table
PLAINEST: Final = 1_500  # ours: characters of an answer whose layout Discord does not take

EDITED_SECONDS: Final = 60.0  # ours: a question that is changed later than this after it was sent is not read anew
