"""The data of events of tournaments. Settings mean there what they mean in bodies."""

from games.rest.glossary import EVERYWHERE, Glossary
from tournaments.operations.settings_schema import GLOSSARY

TEAMS = "TournamentTeamFormedData TournamentTeamChangedData"

TOURNAMENT_EVENTS: Glossary = {
    EVERYWHERE: {
        "bound": "A total that no pairing of these players exceeds; 0 if nothing was weighed.",
        "club": "Code of the club, at most 12 characters; empty if there is none.",
        "correction": "Points that are added to the McMahon score.",
        "country": "Country in two letters (ISO 3166-1); empty if it is not known.",
        "details": "All details of the tournament.",
        "entry_id": "Id of the entry.",
        "final": "Whether the registration is final; a provisional one is not paired.",
        "group": "Name of the group; empty if there are no groups.",
        "group_id": "Id of the group.",
        "handicap": "Handicap in stones; 1 is no stone, only a smaller komi.",
        "inputs_digest": "SHA-256 of all that the pairing was computed from, in hexadecimal.",
        "komi": "Komi in points.",
        "members": "Ids of entries.",
        "optimum": "The greatest total that any pairing of these players has; 0 if it is not proved.",
        "partner_id": "Id of the second player in pair go; empty in other tournaments.",
        "player_id": "Id of the player among those of the organisation.",
        "rank": "Rank as a number: 1 dan is 0, 1 kyu is -1.",
        "rating": "EGF rating (GoR) in points: 2100 is 1 dan, 100 a rank.",
        "result": "What came of the game.",
        "round": "Number of the round, from 1.",
        "settings": "All settings of the tournament.",
        "table": "Number of the table, from 1.",
        "team_id": "Id of the team.",
        "third_id": "Id of the third player in rengo of three; empty in other tournaments.",
        "total": "What the pairing is worth in all.",
    },
    "TournamentCreatedV2Data": {
        "tournament_id": "Id of the tournament.",
        "organisation_id": "Id of the organisation.",
        "slug": "Slug of the tournament.",
        "specification": "Version of the format of this log; empty in old logs.",
    },
    "DetailsInLog": {
        "name": "Name of the tournament.",
        "place": "Where it is played; empty if that is not known.",
        "begins": "First day (ISO 8601); empty if it is not known.",
        "ends": "Last day (ISO 8601); empty if it is not known.",
        "time": "Time limits.",
        "time_class": "EGF class by time limits; - for none, empty: it follows from time.",
        "online": "Whether it is played on the Internet.",
        "short_name": "Short name, for files of federations; empty if there is none.",
        "time_zone": "IANA name of the time zone; empty: that of the service.",
        "language": "Language of its pages for readers who have chosen none; empty: the browser's.",
    },
    "TimeSystemInLog": {
        "basic": "Basic time in minutes; 0: not known.",
        "overtime": "Kind of overtime after the basic time.",
        "seconds": "Overtime in seconds: for a move, for moves moves, or added for each move (Fischer).",
        "moves": "Number of moves for which seconds are given in overtime (Canadian).",
    },
    "TournamentLimitsChangedData": {
        "number": "Number of this change of limits, from 1.",
        "limits": "The limits that change.",
    },
    "LimitsInLog": {
        "komi": "Komi of even games, in points; null: unchanged.",
        "handicap_komi": "Komi of handicap games, in points; null: unchanged.",
        "stone_supply": "Prisoner difference beyond which a player can only pass; null: unchanged.",
        "continuations": "How often a stopped game may go on; null: unchanged.",
        "claims_per_player": "How many claims a player may make in a stopped game; null: unchanged.",
        "sequences_per_claim": "How many sequences may be played for such a claim; null: unchanged.",
        "fine": "What an illegal move costs, in points; null: unchanged.",
        "length": "The most turns that a game may have; null: unchanged.",
        "claim_minutes": "How long after a round closes claims may be made, in minutes; null: unchanged.",
    },
    # Who plays
    "TournamentPlayerEnteredData": {
        "number": "Number of the entry, from 1.",
        "absent": "Numbers of the rounds that the player does not play in.",
    },
    "TournamentEntryWithdrawnData": {"voided": "Whether all games are taken out of the standings."},
    "TournamentPlayerPinnedData": {"table": "Number of the table to which the player is pinned; 0: none."},
    TEAMS: {
        "name": "Name of the team.",
        "members": "Ids of entries, those of the boards from board 1 down, then the substitutes.",
    },
    "TournamentTeamFormedData": {"number": "Number of the team, from 1."},
    "TournamentLineUpSetData": {"players": "Ids of entries, one for each board from board 1 down."},
    "TournamentMeetingGroupSetData": {
        "kind": "Whether they must meet, or must not.",
        "of": "Who they are to each other.",
        "rounds": "Numbers of the rounds in which it holds; empty: all of them.",
    },
    "TournamentClubGroupSetData": {"name": "Name of the group.", "clubs": "Codes of the clubs."},
    # Rounds
    "TournamentSeedCommittedData": {
        "secret": "The secret, 64 hexadecimal digits; empty until all that it decides is published.",
    },
    "TournamentSeedsSetData": {"seeds": "Ids of entries or teams, the first seed first."},
    "TournamentRoundPairedData": {
        "pairs": "The pairs.",
        "byes": "Ids of the entries that have a bye.",
        "seed": "Seed of the draws.",
        "seed_of": "Number of the round whose secret the seed is drawn from; 0 if from none.",
        "seed_given": "Whether a director chose the seed.",
        "method": "How it was paired: matching, the name of a scheduled system, import, or hand.",
        "rules": "Name of the pairing rules; empty if nothing was weighed.",
        "order": "Ids of entries or teams in the order that broke last ties, or the seeds of a schedule.",
        "candidates": "From how many pairs the pairing was chosen; 0: from all that there are.",
        "line_ups": "Id of a team -> ids of its entries, from board 1 down.",
    },
    "PairMadeInLog": {
        "white": "Id of the entry that has White.",
        "black": "Id of the entry that has Black.",
        "colours_known": "Whether it is known who has Black.",
        "components": "Criterion of pairing -> what the pair is worth by it.",
        "total": "Sum of components; 0 if nothing was weighed.",
        "place": "Where it stands in a knock-out, as W2/1; empty in other systems.",
    },
    "TournamentPairingProvedData": {"by": "How the optimum was found."},
    "TournamentPairMadeByHandData": {"pair": "The pair."},
    "TournamentPairPinnedData": {"pinned": "Whether the game stays at its table from now on."},
    "TournamentTablesRenumberedData": {"tables": "Id of a game -> its table, of those that moved."},
    "TournamentGameDateSetData": {
        "date": "Day of its own (ISO 8601); empty: it is played with its round.",
        "time": "Time of day, as 19:30, in the tournament's zone; empty if none.",
    },
    "TournamentRoundClosedData": {"claims_until": "Until when claims can be made (ISO 8601, UTC)."},
    # Results
    "ResultInLog": {"winner": "Who won.", "by_default": "Whether it was given by default, without a game."},
    "TournamentResultRecordedData": {"automatic": "Whether it followed from the absence of a player."},
    "TournamentResultClearedData": {"reports_stay": "Whether the players' reports count again."},
    "TournamentResultRuledData": {
        "score": "The final score that was ruled, as in SGF (B+3.5); empty if none was named.",
        "final": "Whether it can no longer be appealed.",
        "appeal_until": "Until when it may be appealed (ISO 8601, UTC); empty if it may not be.",
    },
    **{
        f"{kind.__name__}InLog": {name: said.means for name, said in members.items()}
        for kind, members in GLOSSARY.items()
    },
}
