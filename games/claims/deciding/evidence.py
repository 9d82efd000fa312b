"""What comes with a claim or an appeal. It is kept beside the log, which has its digests. Pure."""

from dataclasses import dataclass
from hashlib import sha256

from games.refusals import refuse

LONGEST_TEXT = 4000
LONGEST_PHOTO = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """Words, where a picture is, a picture as it was redrawn, another record as SGF."""

    text: str = ""
    photo: str = ""
    picture: bytes = b""
    sgf: bytes = b""

    @property
    def digest(self) -> str:
        """Of the words and the reference; "" for neither."""
        words = f"{self.photo}\n{self.text}"
        return sha256(words.encode()).hexdigest() if self.text or self.photo else ""

    @property
    def picture_digest(self) -> str:
        """Of the picture; "" for none."""
        return sha256(self.picture).hexdigest() if self.picture else ""

    @property
    def record(self) -> str:
        """The digest of the other record; "" for none."""
        return sha256(self.sgf).hexdigest() if self.sgf else ""


def check_evidence(evidence: Evidence) -> None:
    for name, text, most in (("text", evidence.text, LONGEST_TEXT), ("photo", evidence.photo, LONGEST_PHOTO)):
        if len(text) > most:
            refuse("too_large", what=name, limit=most)
