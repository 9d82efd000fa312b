"""Where the seed of a round is from, and whether it follows from what the log had committed to."""

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
    """As ``names.jsonl`` of a bundle has it."""

    salted: str
    salt: str
    value: str


class SeedProofBody(TypedDict):
    """Where the seed is from, and whether it follows.

    ``source``: "secret", of round ``secret_of``; "director", who chose it; or "", not told. ``found``: what
    secret and results lead to, null where nobody has the secret.
    ``opening`` is told once the round is published: ``value`` and ``salt`` open the commitment ``salted``.
    """

    source: Source
    secret_of: int
    found: int | None
    follows: bool | None
    opening: OpeningBody | None
    says: str


def seed_body(part: Part, secrets: Mapping[int, OpenedCommitment]) -> SeedProofBody:
    """``secrets``: openings that are told, by round."""
    event, opening = part.event, secrets.get(part.event.seed_of)
    fits = seed_follows(event, part.before)
    return {
        "source": _source(event),
        "secret_of": event.seed_of,
        "found": seed_from_secret(part.before, event.seed_of, event.group) if event.seed_of else None,
        "follows": fits,
        "opening": _opening(opening) if opening else None,
        "says": translate(_says(event, fits=fits)),
    }


def _source(event: RoundPaired) -> Source:
    return "secret" if event.seed_of else "director" if event.seed_given else ""


def _opening(opening: OpenedCommitment) -> OpeningBody:
    return {"salted": opening.commitment, "salt": opening.salt, "value": json.loads(opening.said)}


def _says(event: RoundPaired, *, fits: bool | None) -> str:
    if event.seed_given:
        return marked("The seed was chosen by hand.")
    if not event.seed_of:
        return ""
    if fits is None:
        return marked(
            "The secret that the seed was drawn from is lost: whether it follows cannot be checked."
        )
    if fits:
        return marked(
            "The seed follows from a secret that was sealed before, and from the results of earlier rounds."
        )
    return marked("The seed does not follow from the secret that was sealed before.")
