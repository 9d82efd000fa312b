"""The root, jobs, notices, batches and webhooks."""

from games.rest.glossary import Glossary

HOOKS = "Webhook WebhookMade"
HOOKS_IN = "WebhookIn WebhookChanges"

SERVICE: Glossary = {
    "Root": {
        "tournaments": "URL of the tournaments.",
        "organisations": "URL of the organisations.",
        "claims": "URL of the claims that you may read.",
        "account": "URL of your account.",
        "login": "URL for a token.",
        "document": "URL of the OpenAPI document.",
        "resources": "Name -> URL template (RFC 6570) of every resource.",
    },
    "Job": {
        "id": "Id of the job.",
        "kind": "What it does: pair_round, prove_pairing or rescore.",
        "tournament_id": "Id of the tournament.",
        "state": "How far it is.",
        "stage": "Name of what it is doing now; empty before it begins.",
        "done": "Number of steps that are done.",
        "of": "Number of steps in all; 0 while it is not known.",
        "rate": "Steps a second; null while it is not known.",
        "seconds_left": "About how long it still takes, in seconds; null while it is not known.",
        "attempts": "Number of runs since it last got further.",
        "failures": "Number of runs that broke off.",
        "problem": "Why it failed: code, detail and facts; null if it did not.",
        "newer": "Id of the job that has taken its place; null if none has.",
        "asked_at": "When it was asked for (ISO 8601, UTC).",
        "begun_at": "When it began (ISO 8601, UTC); null before.",
        "ended_at": "When it ended (ISO 8601, UTC); null before.",
    },
    "JobProblem": {
        "code": "Stable name of the problem, for programs.",
        "detail": "What is wrong in this case.",
    },
    "NoticeOut": {
        "id": "Id of the notice.",
        "title": "The notice in a few words.",
        "text": "The notice in a sentence or two.",
        "path": "Path of the page that it is about.",
        "read_at": "When it was marked as read (ISO 8601, UTC); null if it was not.",
    },
    "ReadIn": {"ids": "Ids of the notices; if left out, all of them."},
    "WishesIO": {
        "kinds": "Kinds of notices that the account wants.",
        "mail": "Whether to send them by e-mail too, to a verified address.",
    },
    "Batch": {
        "stored": "Number of lines that were stored.",
        "same": "Number of lines that were so already.",
        "refused": "Number of lines that were refused.",
        "lines": "What became of each line, in the order sent.",
    },
    "Verdict": {
        "place": "Where the line is in the request, for instance results.3, counted from 0.",
        "verdict": "What became of the line.",
        "id": "Id of the game or entry that the line is about; null if it names none.",
        "code": "Code of the problem for which it was refused; null if it was not.",
        "message": "Why it was refused, in a sentence; null if it was not.",
        "facts": "Facts of the refusal; null if it was not refused.",
    },
    # Webhooks
    f"{HOOKS} {HOOKS_IN}": {
        "url": "Where messages are sent, by POST.",
        "kinds": "Kinds of news that are sent.",
    },
    HOOKS_IN: {"tournament": "Slug of the one tournament whose news is sent; null: all of them."},
    "WebhookChanges": {"paused": "Whether nothing is sent for now; false also ends being disabled."},
    HOOKS: {
        "id": "Id of the webhook.",
        "state": "Whether it is active, paused, or disabled by failures or a 410.",
        "failures": "Number of messages in a row that were given up.",
        "rests_until": "Until when nothing is sent, as its receiver asked by Retry-After; null if not.",
        "last_sequence": "Sequence number of the last message; 0 before the first.",
        "first_kept": "Sequence number of the oldest message that can still be had; null if none can.",
        "missed": "Number of messages that were written while it was paused or disabled.",
        "missed_since": "When the oldest of these was written (ISO 8601, UTC); null if there is none.",
        "tournament": "Slug of the one tournament whose news is sent; null: all of them.",
        "tournament_id": "Id of that tournament; deprecated: use tournament.",
    },
    "WebhookMade": {"secret": "Secret that signs the messages; shown here only."},
    "Delivery": {
        "id": "Id of the message, which is its webhook-id header.",
        "sequence": "Number of the message for this webhook, from 1; null if an old program wrote it.",
        "kind": "Kind of news.",
        "position": "Position of its event in the log; null if it has none.",
        "payload": "The message as it is sent.",
        "state": "Whether it is waiting, delivered, failed or missed.",
        "next_at": "When it may be sent next (ISO 8601, UTC).",
        "ended_at": "When it was delivered or given up (ISO 8601, UTC); null before.",
        "attempts": "Every attempt to send it.",
    },
    "Attempt": {
        "status": "Status code of the answer; null if there was none.",
        "error": "Stable name of what went wrong; empty if the message arrived.",
        "milliseconds": "How long it took, in milliseconds.",
    },
    "ResendIn": {
        "after": "Sequence number after which all messages are sent again.",
        "since": "Moment; all messages written since then are sent again (ISO 8601).",
    },
    "Resent": {
        "messages": "Number of messages that are sent again.",
        "first": "Sequence number of the first of them; null if there are none.",
        "last": "Sequence number of the last of them; null if there are none.",
        "more": "Whether there are more: ask again after last.",
    },
}
