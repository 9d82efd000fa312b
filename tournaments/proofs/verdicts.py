"""The conclusions of a proof of a round, in marked sentences."""

from collections.abc import Iterator, Mapping

from games.marking import join_marked, marked, marked_many
from tournaments.competition.pairing.proof import Proof
from tournaments.domain.rounds import HAND, IMPORTED
from tournaments.proofs.pair_values import MATCHING
from tournaments.proofs.pairing_log import Part
from tournaments.reading.queries import Name

CHANGED_INPUTS = marked(
    "The inputs are not found as they were: a name that orders equals was erased since, or something that"
    " this program does not know counted then."
)


def reason_unprovable(part: Part) -> str:
    """Return why nothing can be computed; empty if it can."""
    if part.event.method == MATCHING:
        if part.before.settings.teams.boards:
            return marked(
                "Teams were paired, and their players meet board by board: the round has its proof."
            )
        return ""
    if part.event.method == HAND:
        return marked("No one matching has made these pairs: there is no optimum to prove.")
    if part.event.method == IMPORTED:
        return marked(
            "It was paired elsewhere and read from a file, which tells neither seed nor inputs nor optimum."
        )
    return marked("It follows from a schedule, not from weights: there is no optimum to prove.")


def recomputation_failure(fault: Exception) -> str:
    return marked("It cannot be computed again: %(fault)s.", fault=str(fault))


def verdict(proof: Proof, names: Mapping[str, Name]) -> str:
    return join_marked([_value_sentence(proof), *_differences(proof, names)])


def _value_sentence(proof: Proof) -> str:
    if proof.total != proof.optimum:
        return marked(
            "Not optimal: the pairs are worth %(total)s of at most %(optimum)s.",
            total=proof.total,
            optimum=proof.optimum,
        )
    if proof.total < proof.bound:
        return marked(
            "The pairs are worth %(total)s: no pairing that is worth more was found, and none is worth more"
            " than %(bound)s.",
            total=proof.total,
            bound=proof.bound,
        )
    return marked(
        "Optimal: the pairs are worth %(total)s, and no pairing of these players is worth more.",
        total=proof.total,
    )


def _differences(proof: Proof, names: Mapping[str, Name]) -> Iterator[str]:
    """Return the differences between the log and the recomputation."""
    if not proof.same_total:
        yield marked(
            "The log says otherwise: %(total)s of at most %(optimum)s.",
            total=proof.recorded.total,
            optimum=proof.recorded.optimum,
        )
    if not proof.same_bye and proof.bye:
        yield marked("The bye was due to %(name)s.", name=str(names[proof.bye]))
    elif not proof.same_bye:
        yield marked("The bye was due to nobody.")
    if not proof.same_inputs:
        yield CHANGED_INPUTS


def edits_summary(times: int, change: int, value: tuple[str, str] | None) -> str:
    """Return sentences on edits.

    ``change``: of the round's value by all edits; ``value``: current and maximum value.
    """
    if not times:
        return marked("Nothing was changed by hand.")
    changed = marked_many(
        "It was changed by hand once, by %(change)s in all.",
        "It was changed by hand %(n)s times, by %(change)s in all.",
        times,
        change=change,
    )
    if value is None:
        return changed
    total, optimum = value
    now = marked(
        "The round as it stands is worth %(total)s of at most %(optimum)s.", total=total, optimum=optimum
    )
    return join_marked([changed, now])
