"""Standings, tie-breaks, prizes, ratings and ranks, and what other terms would change in them."""

from games.rest.glossary import Glossary

STANDINGS: Glossary = {
    "Standings TeamStandings": {
        "round": "Number of the last round that is counted; 0: before the first.",
        "at": "Position of the log as of which they stand; null: now.",
        "group": "Name of the group; null: all together.",
    },
    "Standings": {"rows": "One row for each player, from the first place."},
    "Standing": {
        "games": "A cell for each round, as 12+/w3: won as White against row 12, giving three stones.",
    },
    "TeamStandings": {
        "rows": "One row for each team, from the first place.",
        "boards": "How players did at each board.",
    },
    "TeamPlace": {"matches": "A cell for each round, as 3+2½:½: won 2½ to ½ against row 3."},
    "BoardPrize": {
        "board": "Number of the board, from 1.",
        "players": "Those who played at it, the best first.",
    },
    "AtBoard": {
        "team_name": "Name of the team; empty if it no longer exists.",
        "games": "Number of games at this board.",
        "points": "Points at this board, half points included.",
    },
    # What changed, or would change
    "Changes": {
        "since": "Position of the tournament's last event at the beginning.",
        "until": "Position of the tournament's last event at the end.",
        "version": "Version of the tournament at the end.",
        "corrected": "Numbers of rounds that were paired on results which were corrected afterwards.",
    },
    "Changes Preview WhatIf": {"changes": "Who has another place, or other scores."},
    "Changes Preview WhatIf Moves": {
        "round": "Number of the last round that is counted; 0: before the first."
    },
    "PlaceChange Move": {"scores": "Criterion -> its score before and after, of those that changed."},
    "ScoreChange": {"before": "Score before; null if there was none.", "after": "Score after; null if none."},
    "Preview WhatIf": {"results": "Number of games that would have another result."},
    "Preview": {
        "limits": "Limit -> its value before and after, of those that change.",
        "applies": "Whether results would change at once, rather than when a referee rules so.",
        "judged": "Number of games that would be judged again.",
        "games": "Games of which something else would be proved.",
    },
    "GameChange": {
        "before": "Result that the record proves now, as in SGF; empty if none.",
        "after": "Result that it would prove, as in SGF; empty if none.",
        "illegal_turn": "First turn that would be illegal; null if none.",
        "clause": "Clause of the ruleset by which that turn would be illegal; empty if none is.",
        "finding": "What a referee would read; empty if nothing follows.",
        "result": "Result now: not_played, black, white, jigo, both_win or both_lose.",
        "result_after": "Result that would follow: not_played, black, white, jigo, both_win or both_lose.",
    },
    "LimitChange": {
        "before": "Value now: a number, or a word such as unlimited.",
        "after": "Value that it would have: a number, or a word such as unlimited.",
    },
    "Moves": {
        "before": "Names of the criteria now.",
        "criteria": "Names of the criteria that were asked about.",
        "seen": "Send it with the change: it says that you saw who moves.",
        "changes": "Players who would have another place.",
        "team_changes": "Teams that would have another place.",
    },
    "Move TeamMove": {
        "why_before": "What puts it below the row above it now, in words; empty in the first row.",
        "why": "What would put it below the row above it, in words; empty in the first row.",
    },
    # Criteria
    "Tiebreaks": {
        "criteria": "Every criterion.",
        "generic": "General name -> the criterion that it means in a Swiss, and in a McMahon tournament.",
        "not_done": "Name of a criterion that is not available -> why.",
    },
    "Chosen": {"criteria": "The criteria of placing, the first before the next."},
    "Criterion KnownCriterion": {
        "name": "Name of the criterion, for instance SOS.",
        "formula": "How it is computed.",
        "source": "Regulation or program that it is from.",
        "equals": "Program whose values these are; empty if none was compared.",
        "compared": "Published lists against which it was computed again; empty if none.",
        "checked": "How it was checked: V against published results, S in the source, ? our own choice.",
        "unit": "A stored integer divided by this is the score.",
    },
    "KnownCriterion": {"also": "Other names for it."},
    "ChangeCriteria": {"seen": "As the preview gave it; needed once a round is paired."},
    # Prizes
    "Prizes": {
        "round": "Number of the last round that is counted; 0: before the first.",
        "group": "Name of the group; null: all together.",
        "first": "How many places have a prize.",
        "youth": "Age below which a player counts as youth at the end of the year, in years.",
        "prizes": "The prizes.",
    },
    "Prize": {
        "name": "Name of the prize, for programs.",
        "title": "Name of the prize, for people.",
        "rule": "How it is given, in words.",
        "hidden": "Whether it rests on personal data that you may not read.",
        "missing": "What would be needed and is not known, in words; empty if nothing is.",
        "lines": "Who has it.",
    },
    "PrizeLine": {
        "place": "Place for this prize, from 1.",
        "team": "Club, country or team whose players these are; empty if it is a player's.",
        "by": "What decided, in words.",
        "players": "The players who have it.",
    },
    # Ratings
    "Ratings": {
        "class": "Class of the tournament by its time limits (EGF); null: no game is rated.",
        "class_by": "How the class is known: named, by the time limits, or assumed.",
        "system": "Name of the rating system.",
        "weight": "Weight of the class, from 0 to 1.",
        "rows": "The players, the highest rating after the tournament first.",
        "left_out": "Games that are not rated.",
    },
    "Rated RatingChange": {
        "before": "EGF rating (GoR) before the tournament, to three decimals.",
        "after": "EGF rating (GoR) after the tournament, to three decimals.",
        "change": "Change by the games in points, without the bonus, to three decimals.",
    },
    "Rated": {"bonus": "The EGF's bonus in points, which is added to change.", "games": "The rated games."},
    "RatedGame": {
        "opponent": "Id of the opponent's entry.",
        "opponent_name": "Name of the opponent.",
        "opponent_rating": "EGF rating (GoR) of the opponent before the tournament.",
        "colour": "Colour of the player.",
        "con": "Factor con, by the player's rating.",
        "se": "Expected score, from 0 to 1.",
        "sa": "Actual score: 1, 0.5 or 0.",
        "change": "Change by the game in points: weight x con x (sa - se).",
        "bonus": "The EGF's bonus for the game in points, weight included.",
    },
    "LeftOut": {
        "white": "Name of the player who has White.",
        "black": "Name of the player who has Black.",
        "why": "Why the game is not rated.",
    },
    "Ranks": {"ranks": "All ranks, or the one that the rating stands for."},
    "Rank": {
        "value": "The rank as a number: 1 dan is 0, 1 kyu is -1.",
        "egf": "EGF rating in the middle of the rank.",
        "ffg": "FFG rating in the middle of the rank.",
        "aga": "AGA rating in the middle of the rank.",
    },
}
