"""Names that mean one thing in every body about tournaments but those that say otherwise."""

from games.rest.glossary import EVERYWHERE, Glossary

SIDES = (
    "AtBoard BoardSide ByeClaim ByeWhy Instead Member Move NamedEntry Opponent PlaceChange "
    "PrizeWinner Rated Side WhyPlayer Wish"
)
"""What names one player of a tournament."""

COMMON: Glossary = {
    EVERYWHERE: {
        "absent": "Numbers of the rounds that the player does not play in.",
        "aga_id": "Member number of the American Go Association; empty if there is none.",
        "automatic": "Whether it is by default because a player was absent when the round was paired.",
        "begins": "First day (ISO 8601); empty if it is not known.",
        "birth_year": "Year of birth; null if it is not known.",
        "black": "Who has Black.",
        "by_default": "Whether the result was given by default, without the game being played.",
        "by_hand": "Whether a director made the pair by hand.",
        "category": "Category that the player chose, one of the terms'; empty if they chose none.",
        "change_total": "Sum of change, exact, hence text.",
        "club": "Code of the club, at most 12 characters; empty if there is none.",
        "colours_known": "Whether it is known who has Black; if not, white is named first and means nothing.",
        "components": "Criterion of pairing -> what the pair is worth by it.",
        "contradicted": "Whether the record proves another result than the one that stands.",
        "correction": "Points that are added to the McMahon score.",
        "country": "Country in two letters (ISO 3166-1); empty if it is not known.",
        "created_at": "When it was made (ISO 8601, UTC).",
        "criteria": "Names of the criteria of placing, the first before the next.",
        "draw_seed": "Seed of the criterion DRAW, which draws lots last.",
        "egf_pin": "Player number (PIN) of the European Go Federation; empty if there is none.",
        "email": "E-mail address; empty if there is none.",
        "ends": "Last day (ISO 8601); empty if it is not known.",
        "entry": "Id of the entry, which stands for the player in this tournament.",
        "family_name": "Family name.",
        "ffg_licence": "Licence number of the French Go Federation; empty if there is none.",
        "final": "Whether the registration is final; a provisional one is not paired.",
        "given_name": "Given name; empty if there is none.",
        "group": "Name of the group that plays for itself; empty if the tournament has no groups.",
        "groups": "Names of all groups; an empty name alone if there are none.",
        "key": "The name in capitals without spaces, as exchange files have it.",
        "komi": "Komi in points.",
        "made_at": "When it was made (ISO 8601, UTC).",
        "native": "The name in another script; empty if there is none.",
        "partner": "Id of the second player in pair go; null or left out in other tournaments.",
        "place_before": "Place before; null if they had none.",
        "player": "Id of the player among those of the organisation.",
        "rank": "Rank from 30k to 9d.",
        "rank_after": "Rank that the rating afterwards stands for.",
        "rating": "EGF rating (GoR) in points: 2100 is 1 dan, 100 a rank.",
        "reason": "Why it is done; kept in the log. Whether it is needed, the operation says.",
        "result_state": "How sure the result is, from missing to final.",
        "round": "Number of the round, from 1.",
        "scores": "Criterion -> score, in the order of the criteria.",
        "short_name": "Short name, for files of federations; empty if there is none.",
        "slug": "Name in addresses: letters, digits, hyphens and underscores.",
        "table": "Number of the table, from 1.",
        "team": "Id of the team.",
        "team_criteria": "Names of the criteria that place teams; empty if players play for themselves.",
        "third": "Id of the third player in rengo of three; null or left out in other tournaments.",
        "tournament": "Slug of the tournament.",
        "tournament_id": "Id of the tournament; null: not one tournament alone.",
        "voided": "Whether all games were taken out of the standings on withdrawing.",
        "white": "Who has White.",
        "why": "What puts it below the row above it, in words; empty in the first row.",
        "withdrawn": "Whether the player has withdrawn.",
    },
    f"{SIDES} Candidate Career Coming Course Entry EntryDetail KnownPlayer Planned Standing": {
        "name": "Name of the player; of a hidden player, what stands in for it."
    },
    "Move PlaceChange Standing TeamMove TeamPlace": {
        "place": "Place, from 1; those with equal scores share one.",
    },
    "Board Pairing Result ScheduledGame Waiting": {
        "result": "Who won: not_played, black, white, jigo, both_win or both_lose.",
    },
    "Instead Pairing Result Why": {"total": "Sum of components, exact, hence text."},
    "ExportWarnings Merging Summary": {"warnings": "What was lost, altered or assumed, in sentences."},
    "Fault Planned": {"line": "Line of the file, from 1."},
    "ByeWhy PartProof Why": {"says": "The reasons in words."},
}
