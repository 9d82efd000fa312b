"""Game records in the Smart Game Format: a reader that locates every fault by its byte, and a writer."""

from games.sgf.faults import (
    ASSUMPTIONS,
    END_GUESSES,
    GUESSES,
    HANDICAP_GUESSES,
    KOMI_GUESSES,
    FaultCode,
    Note,
    NoteCode,
    SgfFault,
)
from games.sgf.limits import LIMITS, Limits
from games.sgf.reading import read
from games.sgf.record import By, Claim, Collection, Comment, Info, Move, Record
from games.sgf.writing import write

__all__ = [
    "ASSUMPTIONS",
    "END_GUESSES",
    "GUESSES",
    "HANDICAP_GUESSES",
    "KOMI_GUESSES",
    "LIMITS",
    "By",
    "Claim",
    "Collection",
    "Comment",
    "FaultCode",
    "Info",
    "Limits",
    "Move",
    "Note",
    "NoteCode",
    "Record",
    "SgfFault",
    "read",
    "write",
]
