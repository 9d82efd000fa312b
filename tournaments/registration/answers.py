"""What somebody who registers says of themselves, and every fault in it, each by its field."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from json import dumps
from typing import Any

from games.refusals import refuse
from tournaments.registration.terms import REQUIRED
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import Signup, SignupTerms

FIRST_YEAR = 1900
ALWAYS = ("family_name", "given_name", "category", "hidden")
COLUMNS = {"rounds": "absent"}
"""What is asked for -> where it is kept, where that has another name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """``rank``: 1 dan = 0; ``grade``: a professional's, "3P". ``hidden``: not on the public list."""

    family_name: str
    given_name: str = ""
    rank: int | None = None
    grade: str = ""
    country: str = ""
    club: str = ""
    egf_pin: str = ""
    ffg_licence: str = ""
    aga_id: str = ""
    birth_year: int | None = None
    email: str = ""
    category: str = ""
    absent: tuple[int, ...] = ()
    byes: tuple[int, ...] = ()
    hidden: bool = False


def digest_of(told: Told) -> str:
    """Two that say the same have the same."""
    return sha256(dumps(asdict(told), sort_keys=True).encode()).hexdigest()


def told_of(signup: Signup) -> Told:
    values = {name: getattr(signup, name) for name in Told.__dataclass_fields__}
    return Told(**{**values, "absent": tuple(signup.absent), "byes": tuple(signup.byes)})


def columns_of(told: Told, terms: SignupTerms) -> dict[str, Any]:
    """Columns of ``Signup``; what the terms do not ask for is not kept."""
    values = asdict(told)
    asked = {COLUMNS.get(name, name) for name in terms.asks}
    kept = asked | set(ALWAYS) | ({"grade"} if "rank" in asked else set())
    empty = asdict(Told(family_name=""))
    told_columns = {name: value if name in kept else empty[name] for name, value in values.items()}
    return told_columns | {"absent": sorted(told_columns["absent"]), "byes": sorted(told_columns["byes"])}


def check(told: Told, terms: SignupTerms, row: TournamentRow, year: int) -> None:
    """Raises Refusal ``invalid_registration`` with ``faults``: field -> sentence."""
    if faults := dict(faults_of(told, terms, row, year)):
        refuse("invalid_registration", faults=faults)


def faults_of(told: Told, terms: SignupTerms, row: TournamentRow, year: int) -> Iterator[tuple[str, str]]:
    if not told.family_name.strip():
        yield "family_name", "Write your name."
    for name, how in terms.asks.items():
        if how == REQUIRED and getattr(told, name) in ("", None):
            yield name, "Fill this in: it is needed here."
    if terms.categories and told.category not in terms.categories:
        yield "category", "Choose one of the list."
    if told.birth_year is not None and not FIRST_YEAR <= told.birth_year <= year:
        yield "birth_year", f"A year from {FIRST_YEAR} to {year}."
    for name in ("absent", "byes"):
        if any(not 1 <= number <= row.rounds for number in getattr(told, name)):
            yield name, f"Rounds 1 to {row.rounds}."
    if both := set(told.absent) & set(told.byes):
        yield "byes", f"You do not play in round {min(both)}: a bye is for those who are there."
    if len(set(told.absent)) == row.rounds:
        yield "absent", "You would play in no round at all."
