"""The origin of a round's seed, and whether it follows from the commitment in the log."""

import json
from collections.abc import Mapping
from typing import Literal, TypedDict

from games.log.commitments import OpenedCommitment
from games.marking import marked
from games.speaking import translate
from tournaments.domain.draw_secrets import seed_follows, seed_from_secret
from tournaments.domain.rounds import RoundPaired
from tournaments.proofs.pairing_log import Part

Source = Literal["secret", "director", ""]


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
