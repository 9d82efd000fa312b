"""Names of persons, in a stream of their own: salted commitments in the log, with no name in it."""

from dataclasses import dataclass

from games.log.wire import wire


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """Texts are empty where there is nothing."""

    family_name: str
    given_name: str
    native_name: str
    given_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """As federations know somebody; empty where they do not."""

    egf_pin: str
    ffg_licence: str
    aga_id: str


@wire("person.named.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonNamed:
    """From now on the player ``person_id`` is called so, and has these numbers, if any: commitments."""

    person_id: str
    named: Names | str
    numbers: Numbers | str = ""
