"""Names of players as a reader sees them: in full, or as initials or a number if the player is hidden.

Hiding is stored with the person, not in events. Only ``name_for_reader`` applies it; callers that show a
club or another detail check ``Name.hidden``.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypedDict

from django.utils.translation import gettext

from games.rest.bodies import IdText
from tournaments.competition.history import Winner
from tournaments.reading.readers import Reader
from tournaments.tables.people import Hiding, key_of

PERSON = ("family_name", "given_name", "native_name", "given_first", "hidden", "user_id")
"""Columns of ``Player`` that a ``Person`` is made of."""


class Name:
    """A player as lists show them: family and given name, and the key of exchange files.

    ``given_first``: the given name is first. ``native``: in another script. ``hidden``: it is a substitute
    for a name that the reader may not see, nor the player's club.
    """

    __slots__ = ("family", "given", "given_first", "hidden", "known", "native")

    def __init__(
        self,
        family: str = "(unknown)",
        given: str = "",
        *,
        known: bool = True,
        native: str = "",
        given_first: bool = False,
        hidden: bool = False,
    ) -> None:
        self.family, self.given, self.known = family, given, known
        self.native, self.given_first, self.hidden = native, given_first, hidden

    def __str__(self) -> str:
        return (f"{self.given} {self.family}" if self.given_first else f"{self.family} {self.given}").strip()

    @property
    def key(self) -> str:
        return key_of(self.family, self.given)

    def join(self, partner: "Name") -> "Name":
        """Return the joint name of two players of one side."""
        return Name(
            f"{self} & {partner}",
            known=self.known and partner.known,
            native=" & ".join(filter(None, (self.native, partner.native))),
            hidden=self.hidden or partner.hidden,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """A person of the register. ``user_id``: the player's account, which may read the name."""

    name: Name
    hidden: str = Hiding.NO
    user_id: int | None = None


def person_of(
    family: str, given: str, native: str, given_first: Any, hidden: str, user_id: int | None
) -> Person:
    """Return the person from the columns of ``PERSON``."""
    name = Name(family, given, native=native, given_first=bool(given_first))
    return Person(name=name, hidden=hidden, user_id=user_id)


def name_for_reader(person: Person | None, number: int, entry_id: str, reader: Reader) -> Name:
    """Return the name that the reader may see; "(player 7)" by entry number if names were not exported."""
    if person is None:
        return Name(f"(player {number})", known=False)
    if not person.hidden or reader.may_read_name(person.user_id, entry_id):
        return person.name
    return Name(_substitute_name(person, number), hidden=True)


def _substitute_name(person: Person, number: int) -> str:
    if person.hidden == Hiding.INITIALS:
        words = str(person.name).split()
        return " ".join(f"{word[0].upper()}." for word in words)
    return gettext("Player %(number)d") % {"number": number}


WinnerText = Annotated[str, ("enum", tuple(winner.value for winner in Winner))]
"""The result of a game as rows store it."""


class SideBody(TypedDict):
    entry: IdText
    name: str
    key: str


def side_body(entry_id: str, names: Mapping[str, Name]) -> SideBody:
    """Return entry, name and key of a side. ``names`` by entry id."""
    return {"entry": entry_id, "name": str(names[entry_id]), "key": names[entry_id].key}
