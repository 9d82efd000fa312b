"""A generated tournament, carried out by the service's own commands in one transaction."""

from collections import Counter
from dataclasses import dataclass
from uuid import uuid5

from django.db import transaction

from games.refusals import refuse
from tests.generated.opening import begin
from tests.generated.orders import NAMESPACE, Orders
from tests.generated.plan import Form, Wish, planned
from tests.generated.rounds import play
from tournaments.tables.people import Organisation
from tournaments.tables.rows import TournamentRow

HOUSE = "generated"


@dataclass(frozen=True, slots=True, kw_only=True)
class Generated:
    """``commands`` given, and what was ``refused``, by code: both belong to a living tournament."""

    tournament_id: str
    slug: str
    system: str
    form: Form
    entries: int
    rounds: int
    commands: int
    refused: dict[str, int]


def generate(seed: int, wish: Wish, *, organisation: str = HOUSE) -> Generated:
    """Refuses ``slug_taken`` where this seed's tournament is there already. Same seed, same events."""
    slug = f"{organisation}-{seed}"
    if TournamentRow.objects.filter(slug=slug).exists():
        refuse("slug_taken", slug=slug)
    orders = Orders(planned(seed, wish), slug)
    with transaction.atomic():
        made = {"name": organisation, "id": uuid5(NAMESPACE, organisation)}
        house, _ = Organisation.objects.get_or_create(slug=organisation, defaults=made)
        begin(orders, house)
        play(orders, house)
    return _told(orders)


def _told(orders: Orders) -> Generated:
    state = orders.state
    return Generated(
        tournament_id=orders.id,
        slug=orders.slug,
        system=state.settings.system,
        form=orders.plan.form,
        entries=len(state.entries),
        rounds=len(state.rounds),
        commands=orders.given,
        refused=dict(sorted(Counter(orders.refused).items())),
    )
