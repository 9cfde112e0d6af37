"""What Teams allows, as data, each number with its source (learn.microsoft.com/microsoftteams/platform/…)."""

from __future__ import annotations

from typing import Final

# bots/how-to/format-your-bot-messages: "The bot message size limit is 100 KB … includes the entire message payload
# encoded as UTF-16 and doesn't include Base64 encoded images"; a tenth is left to what the platform adds
MESSAGE_BYTES: Final = 90_000
LEAST_BYTES: Final = 20_000  # ours: a part smaller than this that is still refused with 413 is given up
MESSAGES: Final = 8  # ours: messages that one reply may become; what is left is named in a note
CARD_VERSION: Final = "1.5"  # task-modules-and-cards/cards/cards-reference: 1.5 for cards that bots send
ROW_ACTIONS: Final = 6  # cards-reference, "maximum of six primary actions"
QUESTIONS_SEEN: Final = 3  # ours: next questions of a message in rows of their own; the others stand in the list
ROW_SEEN: Final = 2  # ours: how many of them are in sight in a message; the others stand in the row's own menu
PAPER_SEEN: Final = 1  # ours: the same of what can be done with a paper that was found: a page has several papers
PICTURE_BYTES: Final = 45_000  # issue: base64 adds a third, and the message has to hold it
PICTURE_SIDE: Final = 1024  # cards/cards-format: "Images … at most 1024 × 1024 and 1 MB, PNG, JPEG, or GIF"
ALT_CHARACTERS: Final = 1_000  # ours: as kgcore.values.reply.Figure

CITATIONS: Final = 10  # Agents Playground 0.2.28 refuses an eleventh (400); the same page allows 20
CITATION_NAME: Final = 80  # the same page: name, at most 80 characters
CITATION_ABSTRACT: Final = 160  # the same page: abstract, at most 160 characters
SUMMARY_CHARACTERS: Final = 200  # ours: what a notification shows of a message
FALLBACK_CHARACTERS: Final = 4_000  # ours: what a client without Adaptive Cards shows instead of the card

# bots/how-to/rate-limit, "Per bot per thread limit", Send to conversation: (seconds, operations)
WINDOWS: Final = ((1.0, 7), (2.0, 8), (30.0, 60), (3600.0, 1800))
INTERIM_SHARE: Final = 0.5  # ours: above this share of a window, states that are not final give way to those that are
RETRIED: Final = frozenset({412, 429, 502, 504})  # bots/how-to/rate-limit: "412, 502, and 504 must also be retried"
TRIES: Final = 4  # ours: of one call; Delivery tries again after that
FIRST_WAIT: Final = 0.5  # seconds, doubled every time
JITTER: Final = 0.2  # rate-limit, "Backoff example": "a randomized +/- 20% delta"
LONGEST_WAIT: Final = 60.0  # seconds that a Retry-After can make one call wait; more is left to Delivery
CALL_SECONDS: Final = 30.0  # ours: until a call that is not answered counts as failed

# bots/streaming-ux
STREAM_PACE: Final = 1.0  # "at a minimum rate of one request per second" is the fastest
STREAM_SECONDS: Final = 100.0  # "strict time limit of two minutes"; what is left is for the last message
INFORMATIVE_CHARACTERS: Final = 1_000  # "informative message … up to 1 KB"
STREAM_CHARACTERS: Final = 20_000  # ours: a longer text stops growing; the card has it all

# task-modules-and-cards/task-modules/invoking-task-modules: invokes must be answered within five seconds
INVOKE_SECONDS: Final = 2.5  # ours: what is not known by then comes as a message
EDIT_SECONDS: Final = 0.4  # ours: after an edit in public, for a word in private that may follow
DIALOG: Final = ("large", "medium")  # the same page: height and width by name
DIALOG_TITLE: Final = 60  # ours: what fits into a dialog's title on a telephone

# microsoft.github.io/teams-sdk/python/essentials/app-configuration/service-url-validation, "Allowed hostnames by cloud"
SERVICE_HOSTS: Final = {
    "Public": (
        "smba.trafficmanager.net",
        "smba.onyx.prod.teams.trafficmanager.net",
        "smba.infra.gcc.teams.microsoft.com",
    ),
    "USGov": ("smba.infra.gov.teams.microsoft.us",),
    "USGovDoD": ("smba.infra.dod.teams.microsoft.us",),
    "China": ("frontend.botapi.msg.infra.teams.microsoftonline.cn",),
}
CHANNEL: Final = "msteams"  # bots/how-to/conversations/conversation-messages: channelId of every activity of Teams
CLOCK_SECONDS: Final = 300.0  # Bot Connector authentication: "industry-standard clock-skew is 5 minutes"
TOKEN_CHARACTERS: Final = 16_000  # ours: a token of the platform has about 1,000
KEYS_SECONDS: Final = 86_400.0  # Bot Connector authentication: fetch the keys anew "at least … every 24 hours"
KEYS_WAIT: Final = 10.0  # ours: until a fetch counts as failed, and between two of them
KEYS_AGAIN: Final = 3_600.0  # ours: until a key id that was unknown is looked for anew
KEYS_UNKNOWN: Final = 1_000  # ours: unknown key ids that are remembered
KEYS_BYTES: Final = 1_000_000  # ours: the platform's list has some tens of thousands

BODY_BYTES: Final = 512 * 1024  # ours: an activity is at most some 100 KB
FIELDS: Final = 64  # ours: forms offer at most some dozens of inputs
VALUE_CHARACTERS: Final = 4_000  # ours: of one field
SAID: Final = 200  # ours, as on the page: messages of a conversation to be mapped
SAID_CHARACTERS: Final = 2_000  # ours: of each of them
SPEAKER_CHARACTERS: Final = 60  # ours
SEEN_THREADS: Final = 500  # ours: threads whose latest messages are remembered (in memory only) to be mapped
QUERY_CHARACTERS: Final = 200  # ours: of a literature look-up in the message box
ADDRESS_CHARACTERS: Final = 290  # ours: of a paper's address; the core reads 300 of a look-up
RESULTS: Final = 25  # messaging-extensions/how-to/search-commands/respond-to-search: queryOptions.count is 25

EDITED_SECONDS: Final = 60.0  # ours: a question that is changed later than this after it was sent is not read anew
NAMES_TRIED: Final = 3  # ours: names that what is typed may become, whose papers are looked for
NAMES_SHOWN: Final = 15  # task-modules-and-cards/cards/dynamic-search: options of a list that is searched as one types

BUTTON_CHARACTERS: Final = 40  # ours: a longer label becomes a row that wraps; Teams cuts titles of buttons off
LABEL_CHARACTERS: Final = 120  # ours: of titles that screen readers speak
CHOICE_CHARACTERS: Final = 110  # ours: of an entry in a drop-down list
CLAIMS_OPEN: Final = 5  # ours: more claims than this are folded by verdict under a line that counts them
BUTTONS_SEEN: Final = 10  # ours: buttons of a message in sight; the rest is in lists and behind folds
LIST_SEEN: Final = 10  # ours: papers of a summary in its message; all of them stand in its files
TABLE_SEEN: Final = 10  # ours: rows of the one table that a message shows; the others are behind "Evidence"
TABLE_CHARACTERS: Final = 5_000  # ours: of that table
PAPERS_SHOWN: Final = 6  # ours: per side of a claim; the rest is counted
PAPERS_COMPACT: Final = 2  # ours: the same where many claims are to fit into one message
TABLE_ROWS: Final = 30  # ours: what one look takes in
TEXT_LINE: Final = 200  # ours: a field for more characters than this has several lines
RADIOS: Final = 4  # ours: more options than this are a drop-down list

PICTURE_DAYS: Final = 30  # ours: how long the address of a picture or a file works after it was last shown
HOLD: Final = 1.5  # ours: seconds an answer has before a placeholder is posted, which cannot be looked for
PACE: Final = 1.0  # seconds between two states of a reply: as the stream's

# resources/schema/manifest-schema
MANIFEST_VERSION: Final = "1.19"
COLOUR_ICON: Final = 192  # pixels, full colour
OUTLINE_ICON: Final = 32  # pixels, white on transparent
COMMANDS: Final = 10  # commandLists: "at most 10 commands"
