"""Seeds of a schedule, set by hand."""

from rest_framework import serializers

from games.rest.fields import IdField, TupleField
from games.rest.operations import OPTIONAL, Operation
from tournaments.domain.entries import LONGEST_GROUP
from tournaments.domain.seeds import SetSeeds

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
