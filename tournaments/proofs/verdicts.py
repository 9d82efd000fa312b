"""The conclusions of a proof of a round, in marked sentences."""

import json
from collections.abc import Iterator, Mapping
from typing import Literal, TypedDict

from games.log.commitments import OpenedCommitment
from games.marking import join_marked, marked, marked_many
from games.speaking import translate
from tournaments.competition.pairing.proof import Proof
from tournaments.domain.draw_secrets import seed_follows, seed_from_secret
from tournaments.domain.rounds import HAND, IMPORTED, RoundPaired
from tournaments.proofs.pair_values import MATCHING
from tournaments.proofs.pairing_log import Part
from tournaments.reading.queries import Name

Source = Literal["secret", "director", ""]
CHANGED_INPUTS = marked(
    "The pairing was computed from other data then: a name that decides the order of equal players may have"
    " been erased since, or something counted that this version of the program does not know."
)


class OpeningBody(TypedDict):
    """An opening in the form of a bundle's ``names.jsonl``."""

    salted: str
    salt: str
    value: str


class SeedProofBody(TypedDict):
    """The origin of the seed, and whether it follows.

    ``source``: "secret", of round ``secret_of``; "director", who chose it; or "", unknown. ``found``: the
    seed that follows from secret and results, null if the secret is unknown. ``opening`` is public once the
    round is published: ``value`` and ``salt`` open the commitment ``salted``.
    """

    source: Source
    secret_of: int
    found: int | None
    follows: bool | None
    opening: OpeningBody | None
    says: str


def seed_body(part: Part, secrets: Mapping[int, OpenedCommitment]) -> SeedProofBody:
    """Return the seed's proof. ``secrets``: openings that the reader may see, by round."""
    event, opening = part.event, secrets.get(part.event.seed_of)
    fits = seed_follows(event, part.before)
    return {
        "source": _source(event),
        "secret_of": event.seed_of,
        "found": seed_from_secret(part.before, event.seed_of, event.group) if event.seed_of else None,
        "follows": fits,
        "opening": _opening(opening) if opening else None,
        "says": translate(_explain(event, fits=fits)),
    }


def _source(event: RoundPaired) -> Source:
    return "secret" if event.seed_of else "director" if event.seed_given else ""


def _opening(opening: OpenedCommitment) -> OpeningBody:
    return {"salted": opening.commitment, "salt": opening.salt, "value": json.loads(opening.said)}


def _explain(event: RoundPaired, *, fits: bool | None) -> str:
    if event.seed_given:
        return marked("The seed was chosen by hand.")
    if not event.seed_of:
        return ""
    if fits is None:
        return marked("The secret behind the seed is lost, so the seed cannot be checked.")
    if fits:
        return marked(
            "The seed is derived from a secret sealed in advance and from the results of earlier rounds."
        )
    return marked("The seed does not match the secret that was sealed in advance.")


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
