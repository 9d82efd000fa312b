"""Evidence that comes with a claim or an appeal, stored outside the log, which has its digests. Pure."""

from dataclasses import dataclass
from hashlib import sha256

from games.refusals import refuse

LONGEST_TEXT = 4000
LONGEST_PHOTO = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A text, a reference to a picture, a re-encoded picture, and another record as SGF."""

    text: str = ""
    photo: str = ""
    picture: bytes = b""
    sgf: bytes = b""

    @property
    def digest(self) -> str:
        """The digest of the text and the reference; "" if there are neither."""
        words = f"{self.photo}\n{self.text}"
        return sha256(words.encode()).hexdigest() if self.text or self.photo else ""

    @property
    def picture_digest(self) -> str:
        """The digest of the picture; "" if there is none."""
        return sha256(self.picture).hexdigest() if self.picture else ""

    @property
    def record(self) -> str:
        """The digest of the other record; "" if there is none."""
        return sha256(self.sgf).hexdigest() if self.sgf else ""


def check_evidence(evidence: Evidence) -> None:
    for name, text, most in (("text", evidence.text, LONGEST_TEXT), ("photo", evidence.photo, LONGEST_PHOTO)):
        if len(text) > most:
            refuse("too_large", what=name, limit=most)
