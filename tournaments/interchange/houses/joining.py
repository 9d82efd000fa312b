"""One house's backup into this database: all of it, or nothing."""

# ruff: noqa: SLF001 - _meta is Django's public face in all but spelling
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import IntegrityError, models, transaction

from games.archive import numbers, rows, sealing
from games.archive.parts import LOG, Manifest, Reader
from games.archive.restoring import check_all, of_log
from games.log import exchange, projections, store
from games.log.canonical import parse
from games.log.joined import LogJoined
from games.log.progress import Progress
from tournaments.interchange.houses import clashes
from tournaments.interchange.houses.clashes import Choices, Clash
from tournaments.interchange.houses.tables import ADDRESS, COMES, OF_ACCOUNTS, USER

Row = dict[str, Any]
OPERATOR = ("is_superuser", "is_staff")


def join(source: Path, identity: Path | None, choices: Choices, actor: str, at: datetime) -> Manifest:
    """Raises Clash, and Damaged and NoKey as ``restore`` does; then nothing is stored."""
    with sealing.opened(source, identity) as file:
        archive = Reader(file)
        check_all(archive)
        with _clashing(), transaction.atomic():
            store.take_turn()
            house = _House(archive, choices)
            house.refuse_clashes()
            house.store_rows()
            house.store_log(actor, at)
        return archive.manifest


@contextmanager
def _clashing() -> Iterator[None]:
    try:
        yield
    except IntegrityError as error:
        raise Clash([f"Something of it is here already: {str(error).strip()}."]) from error


class _House:
    def __init__(self, archive: Reader, choices: Choices) -> None:
        self.archive, self.choices = archive, choices
        self.tables = {model._meta.label: (name, model) for name, model in rows.tables().items()}
        self.numbers: dict[Any, dict[Any, Any]] = {}  # of each table that numbers its rows: there -> here
        self.addresses = clashes.addresses_here()

    def read(self, label: str) -> Iterator[Row]:
        name, model = self.tables[label]
        return rows.read(model, name, self.archive.lines(name))

    @cached_property
    def same(self) -> dict[int, int]:
        """Accounts there whose people have one here."""
        here = dict(get_user_model().objects.values_list("username", "pk"))
        known = (row for row in self.read(USER) if row["username"] in self.choices.same)
        return {row["id"]: here[row["username"]] for row in known}

    def refuse_clashes(self) -> None:
        created = (line for line in self.archive.lines(LOG) if b'"kind":"tournament.created.' in line)
        slugs = [parse(line)["data"]["slug"] for line in created]
        found = [
            *clashes.of_accounts(self.read(USER), self.choices),
            *clashes.of_addresses_of_pages(self.read("tournaments.Organisation"), slugs),
        ]
        if found:
            raise Clash(found)

    def store_rows(self) -> None:
        for label in COMES:
            _, model = self.tables[label]
            coming = (self._told(label, model, row) for row in self.read(label) if self._comes(label, row))
            if isinstance(model._meta.pk, models.AutoField):
                kept = dict(self.same) if label == USER else {}
                self.numbers[model] = kept | {row[_key(model)]: _numbered(model, row) for row in coming}
            else:
                rows.insert(model, coming)

    def _comes(self, label: str, row: Row) -> bool:
        if label == ADDRESS and row["email"].lower() in self.addresses:
            return False
        owner = row["id"] if label == USER else row["user_id"] if label in OF_ACCOUNTS else None
        return owner not in self.same

    def _told(self, label: str, model: rows.Model, row: Row) -> Row:
        """The row with the numbers and names of this database."""
        told = {column.attname: self._number(column, row[column.attname]) for column in rows.columns(model)}
        if label == USER:
            told |= dict.fromkeys(OPERATOR, False)
            told["username"] = self.choices.renamed.get(row["username"], row["username"])
            told["email"] = "" if row["email"].lower() in self.addresses else row["email"]
        if "career_by" in row:
            told["career_by"] = self.accounts.get(row["career_by"], row["career_by"])
        return told

    def _number(self, column: rows.Column, value: Any) -> Any:
        return self.numbers.get(column.related_model, {}).get(value, value) if column.is_relation else value

    @cached_property
    def accounts(self) -> dict[str, str]:
        """How its events name each account -> how ours do."""
        ids = self.numbers[get_user_model()]
        return {f"{numbers.ACCOUNT}{there}": f"{numbers.ACCOUNT}{here}" for there, here in ids.items()}

    def store_log(self, actor: str, at: datetime) -> None:
        """Behind an event that says who its accounts are, in a stream that there is once for each log."""
        said = self.archive.manifest
        joined = LogJoined(events=said.events, digest=said.log_digest, accounts=self.accounts)
        stored = store.append(
            f"log:{said.log_digest}", expected=0, events=[joined], actor=actor, command_id=uuid4(), at=at
        )
        projections.apply(stored)
        with Progress("events stored", said.events) as report, of_log():
            exchange.load(self.archive.lines(LOG), report, joining=stored[0].position)


def _key(model: rows.Model) -> str:
    return str(model._meta.pk.attname)


def _numbered(model: rows.Model, row: Row) -> Any:
    """The number that the database gave; no default, signal or date of today touches the rest."""
    values = {name: value for name, value in row.items() if name != _key(model)}
    made = model(**values)
    made.save_base(raw=True, force_insert=True)
    return made.pk
