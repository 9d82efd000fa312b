"""How a generated tournament begins: it is created, players enter, teams are formed, wishes are told."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from tests.generated.field import Invented
from tests.generated.orders import Orders
from tests.generated.plan import Form
from tournaments.commands import create
from tournaments.competition.facts import EntryFacts
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.domain.clubs import SetClubGroup
from tournaments.domain.entries import EnterPlayer
from tournaments.domain.meetings import SetMeetingGroup
from tournaments.domain.presence import CheckIn
from tournaments.domain.schedule import is_scheduled
from tournaments.domain.seeds import SetSeeds, seedable_sides
from tournaments.domain.tables import PinPlayer
from tournaments.domain.teams import FormTeam
from tournaments.domain.tournament import CreateTournament, Publish
from tournaments.state.tournament import Details
from tournaments.tables.people import Organisation, Player

if TYPE_CHECKING:
    from uuid import UUID

TABLES = range(1, 8)


def begin(orders: Orders, house: Organisation) -> None:
    """The tournament with all who are there from the first round."""
    plan = orders.plan
    create(
        CreateTournament(
            tournament_id=orders.id,
            organisation_id=str(house.id),
            slug=orders.slug,
            details=Details(name=f"Generated {plan.seed}", begins=plan.begins.date().isoformat()),
            ruleset=plan.ruleset,
            settings=plan.settings,
        ),
        orders.context(),
    )
    orders.do(Publish())
    enter(orders, house, 1)
    if plan.teams:
        _form_teams(orders)
    if not plan.quiet:
        _wish(orders)
        _seed(orders)


def enter(orders: Orders, house: Organisation, round_: int) -> None:
    """Everybody who comes before this round."""
    size = 2 if orders.plan.form is Form.PAIRS else 1
    people = orders.plan.people
    for first in range(0, len(people) - size + 1, size):
        if people[first].late == round_:
            _enter(orders, house, people[first : first + size])


def entry_id(orders: Orders, person: Invented) -> str:
    return str(orders.new_id(f"entry/{person.number}"))


def _enter(orders: Orders, house: Organisation, side: Sequence[Invented]) -> None:
    players = [str(_player(orders, house, person)) for person in side]
    first, partner = side[0], players[1] if len(players) > 1 else ""
    command = EnterPlayer(
        entry_id=entry_id(orders, first),
        player_id=players[0],
        partner_id=partner,
        absent=first.absent,
        **EntryFacts.facts_of(first),
    )
    if orders.may(command) and orders.chances.happens(70):
        orders.do(CheckIn(entry_id=command.entry_id))


def _player(orders: Orders, house: Organisation, person: Invented) -> "UUID":
    id_ = orders.new_id(f"player/{person.number}")
    Player.objects.create(
        id=id_,
        organisation=house,
        family_name=person.family,
        given_name=person.given,
        native_name=person.native,
        birth_year=person.birth_year,
        woman=person.woman,
        rank=person.rank,
        rating=person.rating,
        country=person.country,
        club=person.club,
    )
    return id_


def _form_teams(orders: Orders) -> None:
    """Of as many members each; who is left over sits out as a substitute of the first."""
    entries, teams = list(orders.state.entries), orders.plan.teams
    size = len(entries) // teams
    over = entries[size * teams :]
    for number in range(teams):
        members = entries[number * size : (number + 1) * size] + (over if number == 0 else [])
        form = FormTeam(
            team_id=str(orders.new_id(f"team/{number}")), name=f"Team {number + 1}", members=tuple(members)
        )
        orders.do(form)


def _wish(orders: Orders) -> None:
    """Who may not meet, whose clubs are of one town, who keeps a table."""
    chances, entries = orders.chances, list(orders.state.entries)
    if chances.happens(8) and len(entries) > 4:
        kind = chances.one(tuple(MeetingKind))
        group = SetMeetingGroup(
            group_id=str(orders.new_id("meeting")),
            kind=kind,
            of=MeetingOf.BY_HAND,
            members=frozenset(chances.random.sample(entries, 2)),
            rounds=frozenset(chances.some(range(1, orders.plan.settings.rounds + 1), 2)),
            reason="asked for",
        )
        orders.may(group)
    if chances.happens(20):
        clubs = frozenset({"Rive", "Hill"})
        orders.may(
            SetClubGroup(group_id=str(orders.new_id("clubs")), name="West", clubs=clubs, reason="one town")
        )
    if chances.happens(5):
        orders.may(PinPlayer(entry_id=chances.one(entries), table=chances.one(TABLES), reason="wheelchair"))


def _seed(orders: Orders) -> None:
    state = orders.state
    group = next(iter(state.entries.values())).group if not orders.plan.teams else ""
    if is_scheduled(state) and orders.chances.happens(30):
        seeds = tuple(orders.chances.some(seedable_sides(state, group), 4))
        orders.may(SetSeeds(seeds=seeds, group=group, reason="last year's places"))
