"""Events about names of persons, in separate streams: the log has salted commitments, not names."""

from dataclasses import dataclass

from games.log.wire import wire


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The names of a person; a missing name is empty."""

    family_name: str
    given_name: str
    native_name: str
    given_first: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Numbers:
    """The numbers of a person in federations; empty if unknown."""

    egf_pin: str
    ffg_licence: str
    aga_id: str


@wire("person.named.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonNamed:
    """The naming of the player ``person_id``: commitments to names, and to numbers if there are any."""

    person_id: str
    named: Names | str
    numbers: Numbers | str = ""
