"""Rows rebuilt tournament by tournament."""

import pytest
from django.core.management import call_command

from games.claims.rows import ClaimRow
from games.game.rows import GameRow
from games.log import rebuilding, store
from games.log.projections import projection_models
from games.log.tables import ProjectionPosition
from tests.builders import a_tournament, do
from tests.generated import Wish, generate
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.tournament import DeleteTournament
from tournaments.state.limits import Limits
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

pytestmark = pytest.mark.django_db
SPOILED = {
    TournamentRow: {"name": "Spoiled"},
    EntryRow: {"rating": 17},
    RoundRow: {"total": 17},
    PairingRow: {"komi": 17.5},
    GameRow: {"turns": 1_000_017},
}


@pytest.fixture(scope="module")
def made(lasting_db):
    """Two tournaments with games, records and a claim."""
    return [generate(seed, Wish()).tournament_id for seed in (17, 21)]


def contents():
    known = rebuilding.contexts()
    return {model: [rebuilding._contents(model, one) for one in known] for model in projection_models()}


def spoil(tournament_id):
    """Alter a row of each table, delete one, add one that no event made."""
    for model, columns in SPOILED.items():
        chosen = rebuilding._rows(model, tournament_id).order_by("pk").first()
        model._default_manager.filter(pk=chosen.pk).update(**columns)
    GameRow.objects.filter(context=tournament_id).order_by("-pk").first().delete()
    added = GameRow.objects.filter(context=tournament_id).first()
    added.pk = "00000000-0000-0000-0000-000000000017"
    added.save()


def test_repairs_spoiled_rows(made):
    before = contents()
    for tournament_id in made:
        spoil(tournament_id)
    ClaimRow.objects.filter(context=made[1]).update(stage="open", kind="x")
    assert contents() != before
    tables = {table.name: table for table in rebuilding.rebuild()}
    assert tables["tournaments.TournamentRow"].differing == 2
    assert contents() == before
    assert all(table.same for table in rebuilding.rebuild(check=True))


def test_rebuilds_one_tournament_and_leaves_others(made):
    before = contents()
    for tournament_id in made:
        spoil(tournament_id)
    slug = TournamentRow.objects.get(pk=made[0]).slug
    call_command("rebuild", "--tournament", slug)
    assert all(table.same for table in rebuilding.rebuild_contexts([made[0]], check=True))
    assert not all(table.same for table in rebuilding.rebuild_contexts([made[1]], check=True))
    call_command("rebuild", "--tournament", made[1])
    assert contents() == before


def test_check_changes_nothing(made):
    spoil(made[0])
    before = contents()
    with pytest.raises(SystemExit, match="1"):
        call_command("rebuild", "--check")
    assert contents() == before


def test_deletes_rows_unknown_to_the_log(made):
    row = TournamentRow.objects.get(pk=made[0])
    row.pk, row.slug = "00000000-0000-0000-0000-000000000017", "stray"
    row.save()
    game = GameRow.objects.first()
    game.pk, game.context = "00000000-0000-0000-0000-000000000018", "no tournament"
    game.save()
    rebuilding.rebuild()
    assert not TournamentRow.objects.filter(slug="stray").exists()
    assert not GameRow.objects.filter(context="no tournament").exists()


def test_rebuilds_everything_from_empty_tables(made):
    before = contents()
    for model in projection_models():
        model._base_manager.all()._raw_delete("default")
    ProjectionPosition.objects.all().delete()
    rebuilding.rebuild()
    assert contents() == before
    assert ProjectionPosition.objects.get().position == store.head()


def test_deleted_tournament_does_not_take_the_address_of_another(db):
    deleted = a_tournament(players=2, slug="open")
    do(deleted, ChangeLimits(limits=Limits(komi=7.5), reason="test"))
    do(deleted, DeleteTournament())
    a_tournament(players=2, slug="open")
    assert all(table.same for table in rebuilding.rebuild(check=True))
    rebuilding.rebuild()
    assert TournamentRow.objects.get(slug="open").pk != deleted.pk
