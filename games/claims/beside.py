"""What claims have beside the log, and an export of the log has not: counted, here and missing."""

import json
from collections.abc import Iterator
from dataclasses import dataclass

from games.claims import events as e
from games.claims.pictures import APPEAL, CLAIM
from games.claims.rows import ClaimEvidence, ClaimPicture
from games.log.tables import Event
from games.log.wire import kind_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Beside:
    """Pictures, and words of players, that came with claims and appeals."""

    pictures: int
    words: int

    def __bool__(self) -> bool:
        return bool(self.pictures or self.words)

    def __str__(self) -> str:
        return f"pictures: {self.pictures}, words of players: {self.words}"


def named() -> Beside:
    """Of how many the log has a digest."""
    found = list(_digests())
    return Beside(pictures=sum(picture for _, picture in found), words=sum(words for words, _ in found))


def missing() -> Beside:
    """How many of them are not here: erased, or kept beside the log that this one was copied from."""
    all_, pictures = named(), ClaimPicture.objects.filter(purpose__in=(CLAIM, APPEAL)).exclude(data=b"")
    here = ClaimEvidence.objects.count()
    return Beside(pictures=all_.pictures - pictures.count(), words=all_.words - here)


def _digests() -> Iterator[tuple[bool, bool]]:
    """For every claim and appeal whether words, and whether a picture, came with it."""
    kinds = (kind_of(e.ClaimMade), kind_of(e.RulingAppealed))
    for text in Event.objects.filter(kind__in=kinds).values_list("data", flat=True).iterator():
        said = json.loads(text)
        statement = said.get("statement", said)
        yield bool(statement.get("evidence", said.get("grounds"))), bool(statement.get("picture"))
