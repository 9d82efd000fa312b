"""Rounds, their games and results, matches of teams, and schedules."""

from games.rest.glossary import Glossary

ROUNDS: Glossary = {
    "Round": {
        "number": "Number of the round, from 1.",
        "date": "Day on which it is played (ISO 8601); empty if none is set.",
        "published": "Whether everybody sees the pairings.",
        "corrected": "Whether it was paired on results that were corrected afterwards.",
        "closed": "Whether players can no longer report results, and the time for claims runs.",
        "claims_until": "Until when players can make claims (ISO 8601, UTC); empty while it is open.",
        "method": "How it was paired: matching, the name of a scheduled system, import, or hand.",
        "rules": "Name of the pairing rules; empty if nothing was weighed.",
        "seed": "Seed of the draws.",
        "total": "What the pairing is worth in all, exact, hence text.",
        "optimum": "The greatest total that any pairing of these players has, as text; 0 until it is proved.",
        "bound": "A total that no pairing of these players exceeds, as text; 0 if nothing was weighed.",
        "proved": "Whether no pairing of these players has a greater total.",
        "inputs_digest": "SHA-256 of all that the pairing was computed from, in hexadecimal.",
        "byes": "Ids of the entries that have a bye.",
        "held": "Ids of entries that were paired later and are shown to officers only, until published.",
        "games": "Number of games.",
    },
    "Pairing Result ScheduledGame": {
        "date": "Day of a game that was put off (ISO 8601); empty: it is played with its round.",
        "time": "Time of a game that was put off, as 19:30, in the tournament's zone; empty if none.",
    },
    "Pairing Result": {
        "ruling": "The ruling that decided the result; null if there is none.",
        "proved": "Result that the record proves, as in SGF (B+3.5); empty if it proves none.",
    },
    "Ruling": {
        "score": "The final score that was ruled, as in SGF (B+3.5); empty if none was named.",
        "appeal_until": "Until when it may be appealed (ISO 8601, UTC); empty if it may not be.",
    },
    "RecordResult ReportResult": {"result": "Who won."},
    "RecordResults": {"results": "One line for each game."},
    "SetGameDate": {
        "date": "Day of its own (ISO 8601); empty: it is played with its round.",
        "time": "Time of day, as 19:30, in the tournament's zone; empty if none.",
    },
    "MakePair EditIn": {
        "white": "Id of the entry that has White.",
        "black": "Id of the entry that has Black.",
        "table": "Number of the table; 0: the lowest that is free.",
    },
    "MakePair": {"komi": "Komi in points; if left out, as the settings say."},
    "SetPairs": {"pairs": "All pairs of the round.", "byes": "Ids of the entries that have a bye."},
    "PairRound": {
        "rules": "Name of the pairing rules; if left out, those of the tournament.",
        "seed": "Seed of the draws; if left out, it follows from a secret that the log committed to before.",
        "group": "Name of the one group to pair; if left out, all of them.",
        "not_here": "What to do if players have not checked in: ask, pair them, or let them miss the round.",
    },
    "PairAllRounds": {"seed": "Seed of the draws; if left out, it follows from a secret of the log."},
    # Matches of teams
    "TeamMatches": {"matches": "The matches.", "byes": "Teams that have a bye."},
    "TeamMatch": {
        "table": "Number of the table of board 1.",
        "met": "Numbers of the earlier rounds in which they met.",
        "white": "The team that has White at board 1.",
        "black": "The team that has Black at board 1.",
        "result": "Who has won the match: not_played, black, white, jigo, both_win or both_lose.",
        "finished": "Whether all its games have results.",
        "counts": "Whether it counts in the standings, since neither team was taken out of them.",
        "boards": "Its games, from board 1 down.",
    },
    "TeamSide": {"points": "Board points, half points included."},
    "Board": {
        "board": "Number of the board, from 1.",
        "text": "White's score first, as 1-0, ½-½ or 0-1!, with ! by default; ?-? without a result.",
        "result_state": "How sure the result is, from missing to final.",
    },
    "MakeMatch": {
        "white": "Id of the team that has White at board 1.",
        "black": "Id of the team that has Black at board 1.",
    },
    # Round robins and knock-outs
    "Schedule": {
        "system": "System of the tournament.",
        "group": "Name of the group that the schedule is of; empty if there are no groups.",
        "seeds": "Who plays, the strongest seed first, as drawn.",
        "seeds_by_hand": "Seeds that were set before the draw; shown to officers only.",
        "rounds": "Rounds of a round robin; empty in other systems and until round 1 is paired.",
        "matches": "Matches of a knock-out; empty in other systems and until round 1 is paired.",
        "champion": "Who has won the last match that is needed; null before that.",
    },
    "Scheduled": {
        "entry": "Id of the entry; null if teams meet.",
        "team": "Id of the team; null if players meet.",
        "name": "Name of the player or the team.",
    },
    "ScheduledRound": {
        "number": "Number of the round, from 1.",
        "date": "Day on which it is played (ISO 8601); empty if none is set.",
        "games": "Its games, or matches of teams.",
        "free": "Who has no opponent in it.",
    },
    "ScheduledGame": {
        "white": "Who has White; of teams, White at board 1.",
        "black": "Who has Black; of teams, Black at board 1.",
        "white_points": "Board points of the team named white; null if players meet.",
        "black_points": "Board points of the team named black; null if players meet.",
    },
    "Match": {
        "place": "Where it stands, as W2/1: side (W, L, F, T or C), level, number of the match.",
        "one": "The one side; null while it is not known.",
        "other": "The other side; null while it is not known.",
        "winner": "Id of the entry or team that goes on; null while it is not known.",
        "won": "Id of the entry or team whom the result names now; null if it names none.",
        "followed_by": "Places of matches that were drawn on another result of this one.",
        "table": "Number of the table, of teams that of board 1; null if it is not paired.",
        "state": "How far it is: open (not known who), free (no opponent), due, paired or decided.",
    },
    "SetSeeds": {
        "seeds": "Ids of entries or teams, the first seed first.",
        "group": "Name of the group; empty if there are no groups.",
    },
    # The referee's queue
    "Queue": {"games": "Games that wait for a referee, the most pressing first."},
    "Waiting": {
        "why": "Why it waits, the most pressing reason.",
        "before_next_round": "Whether the next round, or the final standings, would rest on the result.",
        "text": "White's score first, as 1-0, ½-½ or 0-1!, with ! by default; ?-? without a result.",
        "reports": "Id of an entry -> what that player reported, White's score first.",
        "claims": "Claims on the game that nobody has decided.",
    },
    "OpenClaim": {"kind": "What the claim is about.", "state": "How far the claim is."},
}
