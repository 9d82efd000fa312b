"""The demonstration and tournaments that other programs published, checked as bundles."""

import pytest

from tests.builders import NOW, a_context, an_organisation
from tests.tournaments.competition.standings.builders import WALLISTS, cup_16x4, wallist
from tests.tournaments.formats.gotha_file import published, written
from tests.verifier.checking import bundle_of, sentences
from tournaments.checking.games import UNSETTLED
from tournaments.commands import carry_out
from tournaments.demo.making import make_demo
from tournaments.demo.stages import Stage
from tournaments.domain.tournament import Publish
from tournaments.formats import read_opengotha
from tournaments.interchange.importing import import_tournament
from tournaments.tables.rows import TournamentRow

FILES = {
    **{name: lambda name=name: written(wallist(name)[0]) for name in WALLISTS},
    "cup_16x4": lambda: written(cup_16x4()[0]),
    "swiss_35x10": lambda: published("opengotha_swiss_35x10"),
    "mcmahon_71x5": lambda: published("pairgoth_mcmahon_71x5"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("stage", [Stage.DISPUTE, Stage.FINISHED])
def test_the_demonstration_is_well(stage, tmp_path):
    """In a dispute a result contradicts its record until a referee rules on the claim."""
    found = sentences(bundle_of(make_demo("riverside", stage, 1, NOW).tournament, tmp_path))
    assert len(found) == (stage is Stage.DISPUTE)
    assert all(one.endswith(UNSETTLED) for one in found)


@pytest.mark.django_db
@pytest.mark.parametrize("name", FILES)
def test_what_others_published_is_well(name, tmp_path):
    told = import_tournament(read_opengotha(bytes(FILES[name]())), an_organisation(), "known", a_context())
    carry_out(told.tournament_id, Publish(), a_context())
    row = TournamentRow.objects.get(pk=told.tournament_id)
    assert sentences(bundle_of(row.slug, tmp_path)) == []
