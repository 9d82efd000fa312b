"""A tournament cloned, archived, deleted; the demonstration removed whole."""

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command

from games.refusals import Refusal
from tests.builders import NOW, a_context, a_tournament, an_account, an_organisation, pair
from tests.tournaments.web.visitor import Visitor
from tournaments.commands import PairRound, carry_out, pair_round
from tournaments.demo.founding import remove_demonstration
from tournaments.demo.making import make_demo
from tournaments.demo.stages import Stage
from tournaments.domain.limits import ChangeLimits
from tournaments.domain.round_stages import UnpublishRound
from tournaments.reading.queries import settings_of
from tournaments.state.limits import Limits
from tournaments.tables.people import Membership, Office, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, TournamentRow

pytestmark = pytest.mark.django_db
EVENT = "/tournaments/open/"


@pytest.fixture
def director():
    return Visitor(an_account("director", Office.DIRECTOR))


def test_a_tournament_is_cloned_with_its_settings_and_without_its_players(director):
    row = a_tournament(players=4, finished=1, rounds=3, bar=1, komi=5.5)
    director.open(f"{EVENT}settings/")
    director.follow("Another like it")
    director.follow("Create a similar tournament")
    page = director.press("Create the tournament", name="Open 2027", begins="2027-05-01")
    assert "has been created with the settings of The Open" in page.text
    clone = TournamentRow.objects.get(slug="open-2027")
    assert (clone.place, clone.begins, clone.published) == (row.place, "2027-05-01", False)
    assert (settings_of(clone), clone.ruleset) == (settings_of(row), row.ruleset)
    assert not clone.entries.exists()


def test_a_clone_has_the_limits_of_now(director):
    row = a_tournament(players=2)
    limits = Limits(komi=7.5, fine=1)
    carry_out(str(row.id), ChangeLimits(limits=limits, reason="voted"), a_context())
    director.open(f"{EVENT}clone/")
    director.press("Create the tournament", name="Next")
    clone = TournamentRow.objects.get(slug="next")
    assert settings_of(clone).komi == 7.5
    assert "fine=1" in clone.ruleset


def test_an_archived_tournament_is_read_and_no_longer_listed(director):
    a_tournament(players=2)
    director.open(f"{EVENT}ending/")
    assert "is archived" in director.press("Archive it").text
    assert "The Open" not in Visitor().open("/").text
    assert Visitor().open(EVENT).status == 200
    assert "Archive (1)" in Visitor().open("/organisations/home/").text
    director.open(f"{EVENT}ending/")
    director.press("Take it out of the archive")
    assert "The Open" in Visitor().open("/").text


def test_what_nobody_has_read_is_deleted_and_its_address_is_free(director):
    row = a_tournament(players=4)
    pair_round(str(row.id), PairRound(round=1, seed=1), a_context())
    director.open(f"{EVENT}ending/")
    assert "The Open has been deleted" in director.press("Delete The Open", reason="a trial").text
    assert not TournamentRow.objects.exists()
    assert not EntryRow.objects.exists()
    assert not PairingRow.objects.exists()
    assert Player.objects.count() == 4
    assert director.open(EVENT).status == 404
    with pytest.raises(Refusal, match="Not found"):
        carry_out(str(row.id), ChangeLimits(limits=Limits(komi=7.5), reason="voted"), a_context())
    call_command("rebuild", "--check")
    assert a_tournament(players=2).slug == "open"
    call_command("rebuild", "--check")


@pytest.mark.parametrize("hidden_again", [False, True])
def test_what_somebody_has_read_is_not_deleted(director, hidden_again):
    row = a_tournament(players=4)
    pair(row, 1)
    if hidden_again:
        carry_out(str(row.id), UnpublishRound(round=1, reason="too early"), a_context())
    page = director.open(f"{EVENT}ending/")
    assert "Delete The Open" not in page.buttons
    director.client.handler.enforce_csrf_checks = False
    director.client.post(f"{EVENT}ending/")
    assert TournamentRow.objects.exists()


def test_over_rest(api):
    row = a_tournament(players=2)
    api.force_authenticate(an_account("director", Office.DIRECTOR))
    address = "/api/v1/tournaments/open/"
    for archived in (True, False):
        told = api.patch(address, {"archived": archived}, headers={"If-Match": "*"})
        assert told.json()["archived"] is archived
    assert api.delete(f"{address}?reason=a+trial").status_code == 204
    assert api.get(address).status_code == 404
    assert not TournamentRow.objects.filter(pk=row.pk).exists()


def test_the_demonstration_is_removed_whole_and_nothing_else():
    theirs = a_tournament(players=2, slug="ours")
    anna = an_account("anna", Office.OWNER)
    make_demo("riverside", Stage.DISPUTE, 1, NOW)
    house = Organisation.objects.get(slug="riverside")
    Membership.objects.create(organisation=house, user=anna, office=Office.OWNER)
    visitor = Visitor(anna)
    page = visitor.open("/organisations/riverside/")
    assert "director, password " in page.text
    visitor.press("Remove the demonstration")
    assert [row.slug for row in TournamentRow.objects.all()] == [theirs.slug]
    assert [house.slug for house in Organisation.objects.all()] == ["home"]
    assert Player.objects.count() == 2
    names = set(get_user_model().objects.values_list("username", flat=True))
    assert names & {"anna", "director", "referee", "player"} == {"anna"}
    assert visitor.open("/").status == 200
    assert make_demo("riverside", Stage.ENTRIES, 1, NOW).made
    call_command("rebuild", "--check")
    call_command("verify")


def test_an_account_of_the_demonstration_that_is_used_elsewhere_stays():
    make_demo("riverside", Stage.ENTRIES, 1, NOW)
    director = get_user_model().objects.get(username="director")
    Membership.objects.create(organisation=an_organisation(), user=director, office=Office.OWNER)
    remove_demonstration(Organisation.objects.get(slug="riverside"), a_context())
    assert Membership.objects.get(office=Office.OWNER).user == director
    assert not get_user_model().objects.filter(username="referee").exists()


def test_a_club_is_never_removed_so(director):
    owner = Visitor(an_account("owner", Office.OWNER))
    assert "Remove the demonstration" not in owner.open("/organisations/home/").buttons
    owner.client.handler.enforce_csrf_checks = False
    owner.client.post("/organisations/home/remove/")
    assert an_organisation().pk == Organisation.objects.get().pk
