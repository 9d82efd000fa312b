"""Names and addresses that somebody here has, each with what may be done about it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from allauth.account.models import EmailAddress
from django.contrib.auth import get_user_model

from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow

Row = Mapping[str, Any]


class Clash(Exception):
    """Each sentence of ``found`` says one, and the choice there is."""

    def __init__(self, found: list[str]) -> None:
        super().__init__("\n".join(found))
        self.found = found


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """By names there: who is the person that has this name here, too; and who gets which other name here."""

    same: frozenset[str] = frozenset()
    renamed: Mapping[str, str] = field(default_factory=dict)


def addresses_here() -> set[str]:
    """In small letters, confirmed or not."""
    kept = EmailAddress.objects.values_list("email", flat=True)
    return {address.lower() for address in (*kept, *_here("email")) if address}


def of_accounts(coming: Iterable[Row], choices: Choices) -> Iterator[str]:
    there = {row["username"]: row["email"].lower() for row in coming}
    yield from _of_choices(set(there), choices)
    names, addresses = {name.casefold() for name in _here("username")}, addresses_here()
    for name in sorted(there.keys() - choices.same):
        told = choices.renamed.get(name, name)
        if told.casefold() in names:
            yield f"Somebody here is called {told}: --same {name}, or --rename {name}=ANOTHER."
        elif there[name] in addresses and name not in choices.renamed:
            yield f"Somebody has the address of {name}: --same {name}, or --rename {name}={name} without it."
        names.add(told.casefold())


def _of_choices(there: set[str], choices: Choices) -> Iterator[str]:
    for name in sorted((choices.same | choices.renamed.keys()) - there):
        yield f"Nobody there is called {name}."
    for name in sorted(choices.same - set(_here("username"))):
        yield f"Nobody here is called {name}."


def of_addresses_of_pages(organisations: Iterable[Row], tournaments: Iterable[str]) -> Iterator[str]:
    """These have no choice: one of the two is renamed before."""
    for row in organisations:
        if Organisation.objects.filter(slug=row["slug"]).exists():
            yield f"There is an organisation {row['slug']} here."
    for slug in sorted(
        TournamentRow.objects.filter(slug__in=set(tournaments)).values_list("slug", flat=True)
    ):
        yield f"There is a tournament {slug} here."


def _here(column: str) -> Iterable[str]:
    return get_user_model().objects.values_list(column, flat=True)
