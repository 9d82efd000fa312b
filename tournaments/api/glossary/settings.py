"""A tournament's details, and the limits of its games."""

from games.rest.glossary import Glossary

SETTINGS: Glossary = {
    "TournamentOut": {
        "id": "Id of the tournament.",
        "version": "Number of the tournament's last event; the ETag is made of it.",
        "organisation_id": "Id of the organisation.",
        "system": "System by which rounds are paired.",
        "rounds": "Number of rounds.",
        "published": "Whether everybody sees the tournament.",
        "archived": "Whether it is in the archive.",
    },
    "CreateTournament": {"organisation": "Slug of the organisation."},
    "TournamentOut CreateTournament ChangeDetails": {
        "name": "Name of the tournament.",
        "place": "Where it is played; empty if that is not known.",
        "time": "Time limits.",
        "time_class": "EGF class by time limits; - for none, empty: it follows from time.",
        "online": "Whether it is played on the Internet.",
        "time_zone": "IANA name of the time zone; empty: that of the service.",
        "language": "Language of its pages for readers who have chosen none; empty: the browser's.",
    },
    "TournamentOut CreateTournament ChangeSettings": {
        "settings": "Settings: all of them, or those to change."
    },
    "Time": {
        "basic": "Basic time in minutes; 0: not known.",
        "overtime": "Kind of overtime after the basic time.",
        "seconds": "Overtime in seconds: for a move, for moves moves, or added for each move (Fischer).",
        "moves": "Number of moves for which seconds are given in overtime (Canadian).",
    },
    "ChangeLimits PreviewIn WhatIfIn": {"limits": "The limits to change; others stay as they are."},
    "Limits ChangedLimits": {
        "komi": "Komi of even games, in points.",
        "handicap_komi": "Komi of handicap games, in points.",
        "stone_supply": "Prisoner difference beyond which a player can only pass, half_board, or unlimited.",
        "continuations": "How often a stopped game may go on, or unlimited.",
        "claims_per_player": "How many claims a player may make in a stopped game, or unlimited.",
        "sequences_per_claim": "How many sequences may be played for such a claim, or unlimited.",
        "fine": "What an illegal move costs where the ruleset has fines, in points.",
        "length": "The most turns that a game may have, or unlimited.",
        "claim_minutes": "How long after a round closes claims may be made, in minutes.",
    },
    "Limits": {
        "number": "How often limits have been changed.",
        "reason": "Why they were changed last, for officers; else empty.",
    },
    "WhatIfIn": {
        "ruleset": "Ruleset for every game; if left out, as it is.",
        "criteria": "Names of the criteria of placing; if left out, as they are.",
        "nbw_bye2": "What a bye counts for the number of wins, in half points.",
        "nbw_absent2": "What a missed round counts for the number of wins, in half points.",
        "mms_bye2": "What a bye counts for the McMahon score, in half points.",
        "mms_absent2": "What a missed round counts for the McMahon score, in half points.",
    },
}
