"""Make the demonstration by a director's commands, in one transaction."""

import random
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID, uuid5

from django.db import transaction

from games.log import store
from games.log.unit_of_work import Context
from rules import RULESETS
from tournaments.commands import NotHere, PairRound, create, pair_round
from tournaments.competition.facts import PlayerFacts
from tournaments.competition.settings import HandicapSettings, Settings
from tournaments.demo.accounts import logins
from tournaments.demo.demo_commands import ACCOUNT_PLACE, DemoCommands
from tournaments.demo.people import InventedPlayer
from tournaments.demo.results import Results
from tournaments.demo.stages import ROUNDS, Stage, current_stage
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.offices import Way
from tournaments.domain.presence import CheckIn, SetPresence
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.tournament import CreateTournament, Publish
from tournaments.loading import stream_of
from tournaments.organisations.offices import OPERATOR, grant
from tournaments.state.tournament import Details
from tournaments.tables.people import Club, Membership, Office, Organisation, Player
from tournaments.tables.rows import TournamentRow

NAMESPACE = UUID("6d1f0f5e-6e69-5769-a269-64656d6f0001")
CLUB_NAME = "Riverside Go Club"
RULESET = str(RULESETS["tromp-taylor-agreement"].replace(komi=7.5))
LATE_PLAYERS = (17, 18, 20)  # not checked in yet when entries are open
MISSES_ROUND_2 = 9
SETTINGS = Settings(
    rounds=ROUNDS,
    floor=-15,
    bar=2,
    komi=7.5,
    criteria=("MMS", "SOSM", "SOSOSM"),
    handicap=HandicapSettings(correction=2, ceiling=5),  # as many stones as there are games with
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Demo:
    """The demonstration. ``made`` False: it existed before, and nothing was changed."""

    tournament: str
    stage: Stage
    logins: list[dict[str, str]]
    url: str
    made: bool


def make_demo(organisation: str, stage: Stage, seed: int, at: datetime) -> Demo:
    """Return the demonstration of an organisation (by slug), made if missing. Raises AccountTaken."""
    if known := find_demo(organisation):
        return known
    slug = slug_of(organisation)
    with transaction.atomic():
        _make(organisation, slug, stage, seed, at)
    return _describe(organisation, stage, made=True)


def find_demo(organisation: str) -> Demo | None:
    """Return the current demonstration of an organisation; None if there is none."""
    row = TournamentRow.objects.filter(slug=slug_of(organisation)).first()
    return _describe(organisation, current_stage(row), made=False) if row else None


def slug_of(organisation: str) -> str:
    return f"{organisation}-open"


def _describe(organisation: str, stage: Stage, *, made: bool) -> Demo:
    slug = slug_of(organisation)
    url = f"/tournaments/{slug}/"
    return Demo(tournament=slug, stage=stage, logins=logins(organisation), url=url, made=made)


def _make(organisation: str, slug: str, stage: Stage, seed: int, at: datetime) -> None:
    club, _ = Organisation.objects.get_or_create(
        slug=organisation, defaults={"name": CLUB_NAME, "demonstration": True}
    )
    maker = Maker(organisation=club, id=_unused_id(slug, seed), seed=seed, at=at)
    maker.create(slug)
    maker.enter(late=stage is Stage.ENTRIES)
    for number in range(1, stage.paired_round_count + 1):
        maker.pair(number)
        if number <= stage.played_round_count:
            maker.results.finish(number)
    if stage in (Stage.ROUND_3, Stage.DISPUTE):
        maker.results.finish_some(stage.paired_round_count)
    if stage is Stage.DISPUTE:
        maker.results.dispute(stage.paired_round_count)


def _unused_id(slug: str, seed: int) -> UUID:
    """Return the same id in every new folder; another one after a removal, whose events stay."""
    names = (f"{slug}/{seed}", *(f"{slug}/{seed}/{again}" for again in range(2, 10_000)))
    ids = (uuid5(NAMESPACE, name) for name in names)
    return next(id_ for id_ in ids if not store.version(stream_of(str(id_))))


class Maker(DemoCommands):
    """The maker of the tournament, its entries and its pairings."""

    def __init__(self, *, organisation: Organisation, id: UUID, seed: int, at: datetime) -> None:  # noqa: A002
        super().__init__(id=id, seed=seed, at=at)
        self.organisation = organisation
        self.results = Results(self, random.Random(seed))

    def create(self, slug: str) -> None:
        day = self.at.date()
        details = Details(
            name="Riverside Open",
            place="Riverside",
            begins=day.isoformat(),
            ends=(day + timedelta(days=1)).isoformat(),
        )
        command = CreateTournament(
            tournament_id=str(self.id),
            organisation_id=str(self.organisation.id),
            slug=slug,
            details=details,
            ruleset=RULESET,
            settings=SETTINGS,
        )
        create(command, self.context(self.director.pk))
        self.do(Publish())
        for user, office, at_once in (
            (self.director, "director", None),
            (self.referee, "referee", self.id),
            (self.committee, "committee", None),
        ):
            given = Membership(
                organisation=self.organisation, user=user, office=Office(office), tournament_id=at_once
            )
            by = Context(actor=OPERATOR, command_id=uuid5(self.id, f"office/{office}"), at=self.at)
            grant(given, Way.DEMONSTRATION, by)

    def enter(self, *, late: bool) -> None:
        """Enter all players. ``late``: some have not checked in."""
        for place, person in enumerate(self.people):
            self._enter(place, person)
            if not (late and place in LATE_PLAYERS):
                self.do(CheckIn(entry_id=self.entry(person)))
        self.do(SetPresence(entry_id=self.entry(self.people[MISSES_ROUND_2]), round=2, present=False))

    def _enter(self, place: int, person: InventedPlayer) -> None:
        Club.objects.get_or_create(
            organisation=self.organisation, code=person.club, defaults={"country": person.country}
        )
        facts = PlayerFacts.facts_of(person)
        player = Player.objects.create(
            id=uuid5(self.id, f"player/{person.family}"),
            organisation=self.organisation,
            family_name=person.family,
            given_name=person.given,
            user=self.player if place == ACCOUNT_PLACE else None,
            **facts,
        )
        self.do(EnterPlayer(entry_id=self.entry(person), player_id=str(player.id), **facts))

    def pair(self, number: int) -> None:
        command = PairRound(round=number, seed=self.seed + number, not_here=NotHere.PAIR)
        pair_round(str(self.id), command, self.context(self.director.pk))
        self.do(PublishRound(round=number))
