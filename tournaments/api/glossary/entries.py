"""Entries of a tournament, teams, and who must or must not meet."""

from games.rest.glossary import Glossary

ENTRIES: Glossary = {
    "Entry EntryDetail Course": {
        "id": "Id of the entry, which stands for the player in this tournament.",
        "number": "Number of the entry, from 1, in the order in which they were made.",
        "checked_in": "Whether the player has checked in.",
    },
    "EntryDetail Course": {"games_left": "Games without a result."},
    "GameLeft": {"published": "Whether the pairings of its round are published."},
    "EnterPlayer": {
        "rank": "Rank from 30k to 9d; if left out, the player's.",
        "rating": "EGF rating (GoR); if left out, the player's.",
    },
    "EnterPlayers": {"players": "Those to be entered, each as a single one would be."},
    "ReplacePlayer": {
        "player": "Id of the player who takes over the entry.",
        "rank": "Rank from 30k to 9d; if left out, the player's.",
        "rating": "EGF rating (GoR); if left out, the player's.",
    },
    "ChangeEntries SetPresenceOfMany SetStrengths": {"entries": "Ids of the entries."},
    "ChangeEntries": {
        "rank_by_rating": "Whether each rank becomes the one that the rating stands for.",
        "rank_steps": "By how many ranks each then goes up; below 0, down.",
        "final": "Whether the registrations are final; null: as they are.",
        "group": "Name of the group for all of them; null: as they are.",
    },
    "SetPresenceOfMany": {"here": "Whether they are in the hall; null: as they are."},
    "SetPresenceOfMany PresenceLine": {"present": "Numbers of the rounds that they play in after all."},
    "SetPresences": {"players": "One line for each player."},
    "SetStrengths": {
        "seen": "Version of the list that was previewed.",
        "ranks": "Whether to take the ranks as well as the ratings.",
    },
    "Many": {"changed": "Ids of the entries that are not as they were before."},
    # One player's way through the tournament
    "Course": {
        "page": "Path of the page that shows the same.",
        "criterion": "Name of the first criterion of the standings, which points are of.",
        "of": "Number of players in the same standings.",
        "games": "What the player did in each round.",
        "rating_change": "What the tournament does to the rating; null if no game is rated.",
    },
    "CourseGame": {
        "paired": "Whether the player had a game, a bye, or neither.",
        "game": "Id of the game; null without one.",
        "table": "Number of the table, from 1; null without a game.",
        "opponent": "Whom the player met; null without a game.",
        "colour": "Colour of the player; empty without a game.",
        "handicap": "Handicap in stones; 0 without a game.",
        "result": "White's score first, as 1-0, ½-½ or 0-1!, with ! by default; empty without a game.",
        "outcome": "What it was for the player; both may have won, or lost.",
        "points": "Score by the first criterion after the round; null while the round has no results.",
        "place": "Place after the round, from 1; null while the round has no results.",
    },
    # Teams
    "Teams": {"boards": "Boards of a team; 0: players play for themselves.", "teams": "The teams."},
    "Team": {
        "id": "Id of the team.",
        "number": "Number of the team, from 1.",
        "rank": "Mean rank of the players at its boards.",
        "rating": "Mean EGF rating (GoR) of the players at its boards.",
        "members": "Players, those of the boards from board 1 down, then the substitutes.",
        "line_ups": "Line-ups of rounds that were set or paired.",
        "voided": "Whether all have withdrawn and its matches are left out of the standings.",
    },
    "Team FormTeam ChangeTeam TeamName TeamSide TeamPlace TeamMove": {"name": "Name of the team."},
    "FormTeam ChangeTeam": {
        "members": "Ids of entries, those of the boards from board 1 down, then the substitutes.",
    },
    "Member": {"board": "Number of the board, from 1; 0: a substitute."},
    "LineUp SetLineUp": {"players": "Ids of entries, one for each board from board 1 down."},
    # Constraints
    "Meeting": {"id": "Id of the group.", "members": "Players, any two of whom it is about."},
    "Meeting SetMeetingGroup": {
        "rule": "Whether they must meet, or must not.",
        "of": "Who they are to each other.",
        "rounds": "Numbers of the rounds in which it holds; empty: all of them.",
    },
    "SetMeetingGroup": {"members": "Ids of entries, any two of whom it is about."},
    "ClubGroup": {"id": "Id of the group."},
    "ClubGroup SetClubGroup": {
        "name": "Name of the group.",
        "clubs": "Codes of the clubs, as players have them, in whatever case.",
    },
    "Wishes": {
        "meetings": "Groups that must or must not meet.",
        "byes": "Players who ask for the bye of a round.",
        "tables": "Players who are pinned to a table.",
        "games": "Games that are pinned to their table.",
        "tables_unused": "Numbers that no table has.",
    },
    "Wish": {
        "byes_asked": "Numbers of the rounds whose bye the player asks for.",
        "table": "Number of the table to which the player is pinned; 0: none.",
    },
    "PinPlayer MoveTable": {"table": "Number of the table, from 1."},
}
