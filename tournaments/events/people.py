"""What a person is called, in a stream of its own: in the log as a salted commitment, with no name in it."""

from dataclasses import dataclass

from games.log.wire import wire


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """What a person is named and known by; texts are empty where there is nothing."""

    family_name: str
    given_name: str
    native_name: str
    given_first: bool
    egf_pin: str
    ffg_licence: str
    aga_id: str


@wire("person.named.v1")
@dataclass(frozen=True, slots=True, kw_only=True)
class PersonNamed:
    """From now on ``person_id``, a player of entries, is called so; text where that was erased."""

    person_id: str
    named: Names | str
