"""The answers of a registration form, and their faults by field."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from json import dumps
from typing import Any, NoReturn

from games.refusals import refuse
from tournaments.registration.terms import REQUIRED
from tournaments.tables.rows import TournamentRow
from tournaments.tables.signups import Signup, SignupTerms

FIRST_YEAR = 1900
ALWAYS = ("family_name", "given_name", "category", "hidden")
COLUMNS = {"rounds": "absent"}
"""Question -> column, where their names differ."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answers:
    """The answers of a registration form.

    ``rank``: 1 dan = 0; ``grade``: a professional's, "3P". ``hidden``: not on the public list.
    """

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


def digest_of(answers: Answers) -> str:
    """Return a digest that is equal for equal answers."""
    return sha256(dumps(asdict(answers), sort_keys=True).encode()).hexdigest()


def answers_of(signup: Signup) -> Answers:
    values = {name: getattr(signup, name) for name in Answers.__dataclass_fields__}
    return Answers(**{**values, "absent": tuple(signup.absent), "byes": tuple(signup.byes)})


def columns_of(answers: Answers, terms: SignupTerms) -> dict[str, Any]:
    """Return columns of ``Signup``, without answers that the terms do not ask for."""
    values = asdict(answers)
    asked = {COLUMNS.get(name, name) for name in terms.asks}
    kept = asked | set(ALWAYS) | ({"grade"} if "rank" in asked else set())
    empty = asdict(Answers(family_name=""))
    columns = {name: value if name in kept else empty[name] for name, value in values.items()}
    return columns | {"absent": sorted(columns["absent"]), "byes": sorted(columns["byes"])}


def check(answers: Answers, terms: SignupTerms, row: TournamentRow, year: int) -> None:
    """Check the answers. Raises Refusal ``invalid_registration`` with the faults."""
    if faults := dict(faults_of(answers, terms, row, year)):
        refuse_answers(faults)


def refuse_answers(faults: Mapping[str, str]) -> NoReturn:
    """Refuse answers. ``faults``: field -> sentence."""
    errors = [{"place": name, "code": "invalid", "message": words} for name, words in faults.items()]
    refuse("invalid_registration", errors=errors)


def faults_of(
    answers: Answers, terms: SignupTerms, row: TournamentRow, year: int
) -> Iterator[tuple[str, str]]:
    if not answers.family_name.strip():
        yield "family_name", "Write your name."
    for name, how in terms.asks.items():
        if how == REQUIRED and getattr(answers, name) in ("", None):
            yield name, "Fill this in: it is needed here."
    if terms.categories and answers.category not in terms.categories:
        yield "category", "Choose one of the list."
    if answers.birth_year is not None and not FIRST_YEAR <= answers.birth_year <= year:
        yield "birth_year", f"A year from {FIRST_YEAR} to {year}."
    for name in ("absent", "byes"):
        if any(not 1 <= number <= row.rounds for number in getattr(answers, name)):
            yield name, f"Rounds 1 to {row.rounds}."
    if both := set(answers.absent) & set(answers.byes):
        yield "byes", f"You do not play in round {min(both)}: a bye is for those who are there."
    if len(set(answers.absent)) == row.rounds:
        yield "absent", "You would play in no round at all."
