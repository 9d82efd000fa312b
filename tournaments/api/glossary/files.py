"""Tournaments and tables of players, read from files and written to them; the log as it is read."""

from games.rest.glossary import Glossary

FILES: Glossary = {
    "Event": {
        "version": "Number of the event in its stream, from 1.",
        "kind": "Kind of the event, for instance tournament.round-paired.v1, in today's form.",
        "data": "The event itself in today's form, as /api/docs/log/ describes each kind.",
        "command_id": "Id of the command that stored it; null unless you may read all that it stored.",
        "ordinal": "Number of the event among those of its command; null as command_id.",
        "line": "The stored event as canonical JSON, which digest covers; null as command_id.",
        "withheld": "Members of data that are empty here although the log has them.",
    },
    "Events": {"specification": "Version of the format of this log, as /api/docs/log/ has it."},
    "EventLine": {
        "version": "Number of the event in its stream, from 1.",
        "text": "What happened, in words.",
        "receipt": "Code by which anyone can check the event.",
        "can_be_taken_back": "Whether what the command did still stands and can be set back.",
    },
    "TournamentStory": {"results": "What happened, the oldest first."},
    "TakeBackVersion": {"version": "Version of any event that the command stored."},
    "Undo": {
        "version": "Version of the tournament afterwards.",
        "positions": "Positions in the log of the events that set it back.",
    },
    "Live": {"version": "Another text whenever anything changes that is shown of the tournament."},
    # Written
    "Exports": {"formats": "Formats that you may have."},
    "ExportFormat": {
        "kind": "Name of the format in addresses.",
        "title": "Name of the format, for people.",
        "address": "URL of the file.",
        "media_type": "Media type of the file.",
        "extension": "Ending of its name.",
        "past": "Whether it can be had as of an earlier position of the log.",
    },
    "ExportWarnings": {
        "format": "Name of the format in addresses.",
        "version": "Version of the tournament that was written.",
        "position": "Position in the log as of which it was written.",
    },
    # Read
    "Summary": {
        "slug": "Slug of the new tournament.",
        "players": "Number of players.",
        "rounds": "Number of rounds.",
    },
    "Table Merging": {"dry_run": "Whether nothing was stored."},
    "Merging": {
        "version": "Version of the tournament that the file was compared with.",
        "differences": "What the file says otherwise.",
    },
    "Difference": {
        "differs": "Kind of the difference.",
        "round": "Number of the round; null if it is of none.",
        "text": "The difference in words.",
        "changes": "Whether the tournament changes for it; if not, it is only mentioned.",
    },
    "Table": {
        "encoding": "Encoding of the file, as it was found out.",
        "delimiter": "Character between two cells.",
        "passed_over": "Headings of columns that were not understood.",
        "lines": "What becomes of each row.",
        "faults": "Rows that cannot be entered, and why.",
        "entered": "Number of rows that were entered; null if nothing was stored.",
        "new_players": "Number of players who are new to the organisation.",
        "before": "Number of rows whose players had been entered before.",
    },
    "Fault": {
        "column": "Name of the column; empty: the whole row.",
        "code": "Stable name of what is wrong, for programs.",
        "message": "What is wrong, in words.",
    },
    "Planned": {
        "fate": "What becomes of the row.",
        "player": "Id of the known player who it is; null if it is none.",
        "candidates": "Known players who it may be.",
        "notes": "Where a federation's list says otherwise, in sentences.",
    },
}
