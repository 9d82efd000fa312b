"""Texts and pictures of claims, which are outside the log and missing from its export: erasure and counts.

The log has commitments to their digests.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from games.claims import events as e
from games.claims.pictures import APPEAL, CLAIM
from games.claims.rows import ClaimEvidence, ClaimPicture
from games.log.tables import Event
from games.log.wire import kind_of


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceCounts:
    """The numbers of pictures and of texts that players sent with claims and appeals."""

    pictures: int
    words: int

    def __bool__(self) -> bool:
        return bool(self.pictures or self.words)

    def __str__(self) -> str:
        return f"pictures: {self.pictures}, words of players: {self.words}"


def counts_in_log() -> EvidenceCounts:
    """Return how many of them have a digest in the log."""
    found = list(_digests())
    return EvidenceCounts(
        pictures=sum(picture for _, picture in found), words=sum(words for words, _ in found)
    )


def missing_counts() -> EvidenceCounts:
    """Return how many of them are not in this database: erased, or left where the log was copied from."""
    all_, pictures = (
        counts_in_log(),
        ClaimPicture.objects.filter(purpose__in=(CLAIM, APPEAL)).exclude(data=b""),
    )
    here = ClaimEvidence.objects.count()
    return EvidenceCounts(pictures=all_.pictures - pictures.count(), words=all_.words - here)


def _digests() -> Iterator[tuple[bool, bool]]:
    """For each claim and appeal, yield whether it came with a text and whether with a picture."""
    kinds = (kind_of(e.ClaimMade), kind_of(e.RulingAppealed))
    for text in Event.objects.filter(kind__in=kinds).values_list("data", flat=True).iterator():
        said = json.loads(text)
        statement = said.get("statement", said)
        yield bool(statement.get("evidence", said.get("grounds"))), bool(statement.get("picture"))


def erase(claim_ids: Iterable[str]) -> int:
    """Erase the texts of these claims and their appeals, keep the digests, and return how many there were."""
    kept = ClaimEvidence.objects.filter(claim_id__in=list(claim_ids))
    return kept.update(text="", photo="")
