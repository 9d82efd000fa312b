"""Projections made anew tournament by tournament, while others write."""

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from games.claims.rows import ClaimRow
from games.game.rows import GameRow
from games.log import many_parts, parts, rebuilding, store
from games.log.projections import projection_models
from games.log.tables import ProjectionPosition, RebuiltPart
from tests.builders import a_context
from tournaments.commands import carry_out
from tournaments.deciding.setting_up import Unpublish
from tournaments.generating import Wish, generate
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

pytestmark = pytest.mark.django_db
SPOILED = {
    TournamentRow: {"name": "Spoiled"},
    EntryRow: {"rating": 17},
    RoundRow: {"total": 17},
    PairingRow: {"komi": 17.5},
    GameRow: {"turns": 1_000_017},
}


@pytest.fixture
def made(transactional_db):
    """Two tournaments with games, records and a claim."""
    return [generate(seed, Wish()).tournament_id for seed in (17, 21)]


def fingerprints():
    return {model._meta.label: one for model, one in rebuilding.fingerprints().items()}


def spoil(tournament_id):
    """A row of each table altered, one deleted, one added that no event made."""
    for model, columns in SPOILED.items():
        of = {parts._owner(model).name: tournament_id}
        chosen = model._default_manager.filter(**of).order_by("pk").first()
        model._default_manager.filter(pk=chosen.pk).update(**columns)
    GameRow.objects.filter(context=tournament_id).order_by("-pk").first().delete()
    added = GameRow.objects.filter(context=tournament_id).first()
    added.pk = "00000000-0000-0000-0000-000000000017"
    added.save()


def test_every_projection_says_of_what_a_row_is():
    assert all(parts._owner(model) for model in projection_models())


def test_the_rows_are_those_of_a_whole_rebuilding(made):
    before = fingerprints()
    assert many_parts.rebuild_parts() == []
    for tournament_id in made:
        spoil(tournament_id)
    ClaimRow.objects.filter(context=made[1]).update(stage="open", kind="x")
    assert fingerprints() != before
    differing = many_parts.rebuild_parts()
    assert {part.context for part in differing} == {*made}
    assert fingerprints() == before
    assert all(table.same for table in rebuilding.rebuild(check=True))


def test_one_is_made_anew_and_the_others_are_left_alone(made):
    before = fingerprints()
    for tournament_id in made:
        spoil(tournament_id)
    slug = TournamentRow.objects.get(pk=made[0]).slug
    call_command("rebuild", "--tournament", slug)
    assert [part.context for part in many_parts.rebuild_parts(check=True)] == [made[1]]
    call_command("rebuild", "--tournament", made[1])
    assert fingerprints() == before


def test_with_check_nothing_is_changed(made):
    spoil(made[0])
    before = fingerprints()
    with pytest.raises(SystemExit, match="1"):
        call_command("rebuild", "--jobs", "1", "--check")
    assert fingerprints() == before
    assert not RebuiltPart.objects.exists()


def test_rows_of_what_the_log_does_not_know_go(made):
    row = TournamentRow.objects.get(pk=made[0])
    row.pk, row.slug = "00000000-0000-0000-0000-000000000017", "stray"
    row.save()
    many_parts.rebuild_parts()
    assert not TournamentRow.objects.filter(slug="stray").exists()


def test_all_is_made_where_nothing_is_left(made):
    before = fingerprints()
    with transaction.atomic():
        rebuilding.empty()
    many_parts.rebuild_parts()
    assert fingerprints() == before
    assert ProjectionPosition.objects.get().position == store.head()


def test_what_was_done_before_a_death_is_not_done_again(made, monkeypatch):
    rebuild, done = parts.rebuild_together, []
    monkeypatch.setattr(many_parts, "MOST", 1)

    def dying(contexts, **how):
        if done:
            raise KeyboardInterrupt
        done.extend(contexts)
        return rebuild(contexts, **how)

    monkeypatch.setattr(parts, "rebuild_together", dying)
    with pytest.raises(KeyboardInterrupt):
        many_parts.rebuild_parts()
    assert [one.context for one in RebuiltPart.objects.all()] == done
    again, shown = [], []

    def noting(contexts, **how):
        again.extend(contexts)
        return rebuild(contexts, **how)

    monkeypatch.setattr(parts, "rebuild_together", noting)
    many_parts.rebuild_parts(report=shown.append)
    assert sorted([*done, *again]) == sorted(made)
    assert shown == [1, 2]
    assert not RebuiltPart.objects.exists()


@pytest.mark.parametrize(
    ("sizes", "groups"),
    [
        ([1, 1, 1, 1, 1], [[0, 1, 2], [3, 4]]),
        ([500, 500, 1], [[0, 1], [2]]),
        ([1, 5000, 1], [[0], [1], [2]]),
        ([], []),
    ],
)
def test_small_ones_are_made_together_and_large_ones_alone(monkeypatch, sizes, groups):
    monkeypatch.setattr(many_parts, "MOST", 3)
    monkeypatch.setattr(parts, "sizes", lambda: dict(enumerate(sizes)))
    assert list(many_parts._groups(range(len(sizes)))) == groups


def test_what_is_written_meanwhile_is_in_the_rows(made, monkeypatch):
    """Between the replay and the writers' turn one tournament moves on: that one is made once more."""
    heads, replay, asked, replayed = parts._heads, parts._replay, [], []

    def moving(contexts):
        asked.append(contexts)
        if len(asked) == 2:
            with_real_tables(lambda: carry_out(made[0], Unpublish(), a_context()))
        return heads(contexts)

    def noting(heads):
        replayed.append(list(heads))
        return replay(heads)

    monkeypatch.setattr(parts, "_heads", moving)
    monkeypatch.setattr(parts, "_replay", noting)
    assert [part.differing for part in parts.rebuild_together(made)] == [(), ()]
    assert replayed == [made, [made[0]]]
    assert not TournamentRow.objects.get(pk=made[0]).published
    monkeypatch.undo()
    assert all(table.same for table in rebuilding.rebuild(check=True))


def with_real_tables(write):
    """As another process would: by a connection that has no temporary tables."""
    models = projection_models()
    for model in models:
        rename(model, "", "_aside")
    write()
    for model in models:
        rename(model, "_aside", "")


def rename(model, old, new):
    table = model._meta.db_table
    schema = "pg_temp." if connection.vendor == "postgresql" else "temp."
    with connection.cursor() as cursor:
        cursor.execute(f'ALTER TABLE {schema}"{table}{old}" RENAME TO "{table}{new}"')


def test_one_that_was_made_by_itself_is_made_again_with_all(made):
    parts.rebuild_part(made[0])
    spoil(made[0])
    assert [part.context for part in many_parts.rebuild_parts()] == [made[0]]


def test_temporary_tables_are_gone_afterwards(made):
    parts.rebuild_part(made[0])
    with transaction.atomic():
        TournamentRow.objects.filter(pk=made[0]).update(name="New")
    assert TournamentRow.objects.get(pk=made[0]).name == "New"
    call_command("rebuild")


@pytest.mark.postgresql
def test_two_processes_make_what_one_makes(made):
    before = fingerprints()
    for tournament_id in made:
        spoil(tournament_id)
    assert len(many_parts.rebuild_parts(jobs=2)) == 2
    assert fingerprints() == before
