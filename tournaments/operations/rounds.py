"""A round: paired, unpaired, published, closed, its tables numbered anew."""

from rest_framework import serializers

from games.rest.fields import EnumField, IdField, TupleField
from games.rest.operations import OPTIONAL, Operation, at_the_time
from tournaments.commands import NotHere, PairAllRounds, PairRound
from tournaments.competition.pairing import RULES
from tournaments.domain.entries import LONGEST_GROUP
from tournaments.domain.round_stages import CloseRound, PublishRound, ReopenRound, UnpublishRound
from tournaments.domain.rounds import UnpairRound
from tournaments.domain.seeds import SetSeeds
from tournaments.domain.tables import RenumberTables
from tournaments.operations.pairs import ONCE_PUBLISHED

PAIR_ROUND = Operation(
    id="pair_round",
    title="Pair everyone who waits for a game.",
    command=PairRound,
    right="round.pair",
    match=True,
    reason="while results of earlier rounds are missing",
    fields={
        "rules": serializers.ChoiceField(choices=tuple(RULES), required=False),
        "seed": serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False),
        "group": serializers.CharField(max_length=LONGEST_GROUP, allow_blank=True, required=False),
        "not_here": EnumField(NotHere, required=False, default=NotHere.ASK),
    },
    notes=(
        "``seed`` chooses the draws, and the round's proof tells that somebody did. Without one the seed "
        "follows from a secret that the log committed to before, and from the results of earlier rounds: "
        "pairing again is no other draw.\n\n"
        "``group``: of an event with groups, the one that is paired; all of them if absent.\n\n"
        "``not_here``: what becomes of players who are not checked in, once somebody is. ``ask``, if nothing "
        "is said: nothing is paired, and 409 ``not_checked_in`` names them. ``pair``: they are paired. "
        "``absent``: they miss the round.\n\n"
        "``reason``: why the round is paired while results of earlier ones are missing; without it, 409 "
        "``results_missing`` names their games. A round robin is drawn without results."
    ),
)
PAIR_ALL_ROUNDS = Operation(
    id="pair_all_rounds",
    title="Draw and publish every round of a round robin at once.",
    command=PairAllRounds,
    right="round.pair",
    match=True,
    fields={"seed": serializers.IntegerField(min_value=0, max_value=2**31 - 1, required=False)},
)
UNPAIR_ROUND = Operation(
    id="unpair_round",
    title="Undo the pairing of a whole round.",
    command=UnpairRound,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
)
PUBLISH_ROUND = Operation(
    id="publish_round",
    title="Publish the pairings of a round, with what edits by hand cost.",
    command=PublishRound,
    right="round.pair",
)
UNPUBLISH_ROUND = Operation(
    id="unpublish_round",
    title="Hide the pairings of a round to edit them, while it has no results.",
    command=UnpublishRound,
    right="round.pair",
    reason="always",
)
CLOSE_ROUND = Operation(
    id="close_round",
    title="Close a round: the time for claims begins.",
    command=CloseRound,
    right="round.close",
    derived={"at": at_the_time},
)
REOPEN_ROUND = Operation(
    id="reopen_round",
    title="Reopen a closed round.",
    command=ReopenRound,
    right="round.close",
    reason="always",
)
RENUMBER_TABLES = Operation(
    id="renumber_tables",
    reason_in_body=True,
    title="Renumber the tables: the strongest game first, past pinned games and unused numbers.",
    command=RenumberTables,
    right="round.pair",
    match=True,
    reason=ONCE_PUBLISHED,
)


MOST_SEEDS = 1000

SET_SEEDS = Operation(
    id="set_seeds",
    title="Set the seeds of a round robin or a knock-out before it is drawn.",
    command=SetSeeds,
    right="round.pair",
    match=True,
    reason=OPTIONAL,
    fields={
        "seeds": TupleField(child=IdField(), max_length=MOST_SEEDS, allow_empty=True),
        "group": serializers.CharField(
            max_length=LONGEST_GROUP, allow_blank=True, required=False, default=""
        ),
    },
    notes="``seeds``: entries, or teams, from the first; whoever is not named follows as the settings say.",
)
