"""Why a round is paired as it is: rules, proofs, reasons, what edits by hand cost."""

from games.rest.glossary import Glossary

PAIRING: Glossary = {
    "PairingRules": {
        "rules": "Every version of the pairing rules.",
        "criteria": "What pairs are weighed by.",
    },
    "PairingCriterion": {"name": "Name of the criterion.", "wants": "What it aims at, in words."},
    "RuleSet": {
        "name": "Name of the version, for instance house-2.",
        "groups_count_absent": "Whether group sizes and places count absent players.",
        "draw_limit": "For how many score groups apart drawing up and down counts; null: for any.",
        "strong_waive_geography": "Whether strong players are paired without regard to club and country.",
        "no_club_is_none": "Whether two players of no known club, or country, count as of different ones.",
        "names_as_written": "Whether names that break last ties keep their case and spaces.",
        "last_ties_by_number": "Whether last ties are broken by the numbers of entries, not by names.",
    },
    # The proof of a round
    "Proof": {
        "published": "Whether the pairings of the round are published.",
        "parts": "The matchings that the round was made of.",
        "edits": "The edits by hand that followed.",
        "stands": "What the round is worth as it stands; null if that cannot be computed.",
        "says": "All of it in words.",
    },
    "PartProof": {
        "group": "Name of the group that was paired; empty if there are none, or all were.",
        "method": "How it was paired: matching, the name of a scheduled system, import, or hand.",
        "at": "When it was paired (ISO 8601, UTC).",
        "position": "Position in the log of the event that paired it.",
        "by": "Who paired it, for officers: user:N is an account by its number; else empty.",
        "games": "Number of games.",
        "rules": "Name of the pairing rules; empty if nothing was weighed.",
        "seed": "Seed of the draws.",
        "drawn": "Where the seed is from.",
        "provable": "Whether the pairing could be computed again.",
        "optimal": "Whether no other pairing has a greater total; null if that cannot be computed.",
        "total": "What the pairing is worth in all.",
        "optimum": "The greatest total of any pairing of these players.",
        "inputs_digest": "SHA-256 of all that the pairing was computed from.",
        "byes": "Names of those who have a bye.",
        "components": "Criterion of pairing -> what the pairing is worth by it, exact, hence text.",
    },
    "ToldFound": {
        "told": "What the log says.",
        "found": "What is found when it is computed again; null if that cannot be done.",
    },
    "ByesToldFound": {"told": "Names in the log.", "found": "Names when it is computed again."},
    "SeedProof": {
        "source": "A secret of the log, the director's choice, or unknown (empty).",
        "secret_of": "Number of the round whose secret it is drawn from; 0 if from none.",
        "found": "Seed that the secret and the results lead to; null if nobody has the secret.",
        "follows": "Whether the seed follows from the secret; null if that cannot be checked.",
        "opening": "What opens the commitment, once the round is published; else null.",
        "says": "All of it in words; empty if there is nothing to say.",
    },
    "Opening": {
        "salted": "The commitment that stands in the log, in hexadecimal.",
        "salt": "The salt.",
        "value": "The secret.",
    },
    "EditProof": {
        "kind": "Kind of the event, for instance tournament.colours-swapped.v1.",
        "by": "Who made the edit, for officers: user:N is an account by its number; else empty.",
        "reason": "The reason that was typed, for officers; else empty.",
        "says": "The edit in words.",
        "change_total": "Sum of change, as text; null if the edit cannot be weighed.",
    },
    "EditProof Weighed": {
        "change": "Criterion of pairing -> what it changes; below 0 the round is worth less."
    },
    "Stands": {
        "optimum": "A total that no pairing of these players exceeds, exact, hence text.",
        "total": "What the round is worth in all, exact, hence text.",
        "gap": "By how much total is less than optimum, exact, hence text.",
    },
    # Why two meet, and who has the bye
    "Why": {
        "club_group": "Name of the group that has the clubs of both; empty if none has.",
        "players": "The two players, and whom each might have met instead.",
    },
    "WhyPlayer": {
        "decided": "Criterion by which the nearest other opponent lost most; empty if there was none.",
        "says": "The same in words; empty if there is nothing to say.",
        "instead": "Every other opponent, the nearest first.",
    },
    "Instead": {
        "components": "Criterion of pairing -> what the pair with this opponent would be worth by it.",
        "change": "Criterion -> what the whole pairing would change by, if the two met.",
        "decided": "Criterion that would lose most; level if none does, byes if the opponent is due the bye.",
        "left": "Name of the one whom the player would leave; empty if there is none.",
        "bye": "Whether the opponent is due the bye.",
        "club_group": "Name of the group that has the clubs of both; empty if none has.",
    },
    "ByeWhy": {
        "given_by": "Whether the rule gave it, or a director by hand.",
        "decided": "What decided between the first and the second claim; empty if nothing did.",
        "claims": "All who could have had the bye, the one due it first.",
    },
    "ByeClaim": {
        "entrant": "Id of the entry.",
        "byes": "Number of byes that the player has had.",
        "asked": "Whether the player asked for this bye.",
        "weight": "What the system counts for the player; the least has the bye.",
        "place": "Order by the tie-breaks, from 0; of equals the last has the bye.",
    },
    # What edits would cost
    "EditsIn": {"edits": "Edits, weighed one after the other."},
    "EditIn": {"do": "What to do; which other members it needs, the description says."},
    "Cost": {
        "edits": "What each edit would change.",
        "change": "Criterion of pairing -> what all edits together would change.",
    },
    "Weighed": {
        "refused": "Code of the problem for which the edit would be refused; empty if it would not.",
        "says": "The edit in words; empty if it would be refused.",
        "change_total": "Sum of change, as text; null if the edit cannot be weighed.",
        "warns": "What the weights do not say, in sentences.",
    },
}
