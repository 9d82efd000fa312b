"""People, organisations, offices and accounts."""

from games.rest.glossary import Glossary

PEOPLE: Glossary = {
    "Candidate KnownPlayer PlayerBody": {"id": "Id of the player among those of the organisation."},
    "OrganisationBody": {
        "id": "Id of the organisation.",
        "second_factor": "Whether its offices count only for accounts with a second factor.",
    },
    "OrganisationBody ChangesBody": {"name": "Name of the organisation."},
    "ClubBody": {
        "code": "Code of the club, at most 12 characters.",
        "name": "Full name of the club; empty if there is none.",
    },
    "PlayerBody": {
        "given_first": "Whether the given name is written before the family name.",
        "native_name": "The name in the player's own script; empty if there is none.",
        "hidden": "What the public reads in place of the name; empty: the name itself.",
        "woman": "Whether the player is a woman, for prizes only; null if it is not known.",
        "account": "Username of the account that may report results for the player; null if there is none.",
    },
    "OfficeBody": {
        "id": "Number of the office that somebody holds.",
        "user": "Username of the account that holds it.",
    },
    "OfficeBody InvitationIn": {"office": "The office."},
    "InvitationIn": {
        "tournament": "Slug of the tournament to which the office is limited; else all of them."
    },
    "InvitationOut": {
        "id": "Id of the invitation.",
        "office": "Office that is offered; empty if it is an invitation to speak for a player.",
        "player": "Id of the player for whom the account may speak; null if an office is offered.",
        "expires_at": "When the invitation expires (ISO 8601, UTC).",
        "token": "Secret part of the link /invitations/{token}/; whoever has it can accept, once.",
    },
    "AcceptedOut": {
        "organisation": "Slug of the organisation; null: you may found organisations.",
        "office": "Office that you hold from now on; empty if you speak for a player.",
        "player": "Id of the player for whom you may speak; null if it is an office.",
    },
    "AccountOut": {
        "user": "Number of the account, which the log names as user:N.",
        "username": "Username of the account.",
        "offices": "Offices that the account holds.",
        "players": "Ids of the players for whom the account speaks.",
        "entries": "Entries of those players in tournaments.",
    },
    "OfficeOut": {
        "office": "The office; an operator's and a founder's are over the whole service.",
        "organisation_id": "Id of the organisation; null: over the whole service.",
        "tournament_id": "Id of the tournament; null: of all tournaments of the organisation.",
    },
    "LoginIn": {
        "username": "Username of the account.",
        "password": "Password of the account.",
        "days": "How long the token is valid, in days.",
    },
    "TokenOut": {
        "token": "The token, sent as Authorization: Bearer TOKEN.",
        "expiry": "When it expires (ISO 8601).",
    },
    # Careers
    "Career CareerEvent OpponentRecord": {
        "won": "Number of games won.",
        "lost": "Number of games lost.",
        "jigo": "Number of games that ended in jigo.",
    },
    "Career": {
        "player": "Id of the player.",
        "events": "Their tournaments, the newest first.",
        "opponents": "Their opponents, the most frequent first.",
    },
    "CareerEvent": {
        "name": "Name of the tournament.",
        "place": "Place in the tournament, from 1; null before the first result.",
        "of": "Number of players in the same standings.",
        "rating": "EGF rating (GoR) with which they entered.",
        "rating_after": "EGF rating (GoR) after the tournament; null if no game is rated.",
    },
    "OpponentRecord": {
        "name": "Name of the opponent.",
        "tournament": "Slug of the tournament in which they met last.",
        "entry": "Id of the opponent's entry in that tournament.",
    },
    # Lists of federations
    "PlayerList StoredList ListedPlayer Refreshing SetStrengths": {"list": "Federation whose list it is."},
    "PlayerList StoredList": {
        "version": "How often another list has been read in.",
        "published": "Day that the list names for itself (ISO 8601); null if it names none.",
        "read_at": "When it was read in (ISO 8601, UTC).",
        "count": "Number of players in the list.",
        "digest": "SHA-256 of the file, in hexadecimal.",
    },
    "StoredList": {
        "new": "Number of players who were not in the version before.",
        "gone": "Number of players who were in the version before and no longer are.",
        "left_out": "Rows that could not be read.",
    },
    "ListedPlayer": {
        "id": "Id of the row in the list.",
        "number": "PIN, licence or AGA number; empty if there is none.",
        "rank": "Rank from 30k to 9d; null if the list has none.",
        "rating": "Rating on the EGF's scale (GoR); null if the list has none.",
        "status": "Status of the licence or membership, as the list has it; empty if it has none.",
        "last_event": "The player's last tournament, as the list has it; empty if it has none.",
    },
    "AdoptIn": {
        "player": "Id of the known player who this is; null: nobody named.",
        "new": "Whether it is somebody whom the organisation does not know yet.",
        "rank": "Rank that takes the place of the list's; null: the list's.",
    },
    "Refreshing": {
        "seen": "Version of the list; send it with the change.",
        "changes": "Entries for which the list has another rank or rating.",
        "same": "Number of entries for which it has the same.",
        "unknown": "Ids of entries that the list does not have.",
    },
    "Refreshed": {
        "name": "Name of the player.",
        "rank": "Rank of the entry.",
        "rating": "Rating of the entry (GoR).",
        "listed_rank": "Rank in the list.",
        "listed_rating": "Rating in the list (GoR).",
    },
}
