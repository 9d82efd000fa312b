"""Players who register themselves, and the terms on which they do."""

from games.rest.glossary import Glossary

TOLD = "Register ChangeSignup OwnSignup Registered Signup"
MADE = "OwnSignup Registered Signup"

SIGNUPS: Glossary = {
    TOLD: {
        "byes": "Numbers of the rounds whose bye the player asks for.",
        "hidden": "Whether the player is left out of the public list.",
        "rank": "Rank as people write it, for instance 3d, 12k or 1p; null if none was given.",
    },
    MADE: {
        "id": "Id of the registration.",
        "state": "How far it is: asked, waiting, confirmed, refused, withdrawn or merged.",
        "place_in_line": "Place on the waiting list, from 1; null if it is not on it.",
        "reason": "Why it was refused; empty if it was not.",
        "fee": "The fee, as text; empty if there is none.",
        "fee_paid": "Whether the fee is paid.",
        "entry": "Id of the entry that it became; null if it has not.",
    },
    "Register": {
        "id": "A UUID that the client makes: sent twice, it is one registration.",
        "consent": "Version of the text on personal data to which the player agrees.",
    },
    "Registered": {"key": "Secret part of the link /registrations/{key}/, by which it can be changed."},
    "LinkOut": {"key": "Secret part of the new link /registrations/{key}/."},
    "Signup": {
        "number": "Number of the registration, from 1, in the order in which they came.",
        "asked_at": "When it was made (ISO 8601, UTC).",
        "consent_version": "Version of the text to which the player agreed.",
        "consent_at": "When the player agreed (ISO 8601, UTC).",
        "fee_paid_at": "When the fee was noted as paid (ISO 8601, UTC); null if it was not.",
        "known": "Players of the organisation who may be the same person.",
        "twins": "Ids of registrations that are very likely of the same person.",
    },
    "KnownPlayer": {"likely": "Whether it is very likely the same person."},
    "Coming": {
        "rank": "Rank as people write it; null if none was given.",
        "state": "Whether the place is confirmed, or the player waits for one.",
    },
    "ConfirmSignups": {
        "signups": "Ids of the registrations; empty: all that have a place.",
        "players": "Id of a registration -> id of the player who it is, or new.",
    },
    "RefuseSignup": {"reason": "Why; shown to the player."},
    "MergeSignup": {"into": "Id of the registration that stays."},
    "MarkFee": {"amount": "The fee, as text; if left out, as it was."},
    # Terms
    "SetTerms": {"is_open": "Whether players can register."},
    "SetTerms Terms": {
        "zone": "IANA name of the time zone in which times are shown.",
        "opens_at": "When registration opens (ISO 8601, UTC); null: at once.",
        "closes_at": "When registration closes (ISO 8601, UTC); null: when the director closes it.",
        "places": "Number of places; null: without a limit.",
        "waiting_list": "Whether there is a waiting list once all places are taken.",
        "at_once": "Whether a registration is confirmed at once, without the director.",
        "categories": "Categories to choose from; empty: there are none.",
        "asks": "What is asked for -> optional or required.",
        "shown": "Who is on the public list: nobody, confirmed, or everybody.",
        "fee": "The fee, as text; empty if there is none.",
        "contact": "Whom to ask; empty if nobody is named.",
        "consent": "Text on personal data to which players agree.",
    },
    "Terms": {
        "door": "Whether players can register now: open, not yet, or closed.",
        "places_left": "Number of free places; null: without a limit.",
        "waiting": "Number of players on the waiting list.",
        "consent_version": "Version of the text; send it with a registration.",
        "version": "How often the terms have been set; the ETag is made of it.",
    },
}
