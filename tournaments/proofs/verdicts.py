"""The conclusions of a proof of a round, in marked sentences."""

from collections.abc import Iterator, Mapping

from games.marking import join_marked, marked, marked_many
from tournaments.competition.pairing.proof import Proof
from tournaments.domain.rounds import HAND, IMPORTED
from tournaments.proofs.pair_values import MATCHING
from tournaments.proofs.pairing_log import Part
from tournaments.reading.queries import Name

CHANGED_INPUTS = marked(
    "The pairing was computed from other data then: a name that decides the order of equal players may have"
    " been erased since, or something counted that this version of the program does not know."
)


def reason_unprovable(part: Part) -> str:
    """Return why nothing can be computed; empty if it can."""
    if part.event.method == MATCHING:
        if part.before.settings.teams.boards:
            return marked(
                "Teams were paired, and their players meet board by board. See the proof of the whole round."
            )
        return ""
    if part.event.method == HAND:
        return marked("These pairs were made by hand, so there is no best pairing to compare them with.")
    if part.event.method == IMPORTED:
        return marked("The round was paired in another program, and its file does not say how.")
    return marked("The pairs follow from a schedule, so there is no best pairing to look for.")


def recomputation_failure(fault: Exception) -> str:
    return marked("The pairing cannot be computed again: %(fault)s.", fault=str(fault))


def verdict(proof: Proof, names: Mapping[str, Name]) -> str:
    return join_marked([_quality_sentence(proof), *_differences(proof, names)])


def _quality_sentence(proof: Proof) -> str:
    if proof.total != proof.optimum:
        return marked("Another pairing of these players fits the pairing rules better.")
    if proof.total < proof.bound:
        return marked("No better pairing was found, but it is not proved that there is none.")
    return marked("No other pairing of these players fits the pairing rules better.")


def _differences(proof: Proof, names: Mapping[str, Name]) -> Iterator[str]:
    """Return the differences between the log and the recomputation."""
    if not proof.same_total:
        yield marked("The log states other totals than those computed now.")
    if not proof.same_bye and proof.bye:
        yield marked("The bye was due to %(name)s.", name=str(names[proof.bye]))
    elif not proof.same_bye:
        yield marked("Nobody was due a bye.")
    if not proof.same_inputs:
        yield CHANGED_INPUTS


def edits_summary(times: int, value: tuple[str, str] | None) -> str:
    """Return sentences on edits. ``value``: current and maximum value of the round."""
    if not times:
        return marked("Nothing was changed by hand.")
    changed = marked_many(
        "The pairing was changed by hand once.", "The pairing was changed by hand %(n)s times.", times
    )
    if value is None:
        return changed
    total, optimum = value
    if total == optimum:
        return join_marked([changed, marked("It still fits the pairing rules as well as possible.")])
    return join_marked([changed, marked("Now another pairing would fit the pairing rules better.")])
