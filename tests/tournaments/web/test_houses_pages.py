"""An organisation on pages: founded, renamed, its offices by invitation, its players and their accounts."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.utils import timezone

from games.refusals import Refusal
from tests.builders import a_context, a_founder, a_tournament, an_account, an_invitation, an_organisation
from tests.tournaments.web.visitor import Page, Visitor
from tournaments.access.actors import actor_of
from tournaments.access.table import may
from tournaments.organisations.commands import revoke_office
from tournaments.organisations.invitations import Invite, accept, invite, revoke, token_of
from tournaments.tables.accounts import Invitation
from tournaments.tables.people import Membership, Office, Organisation, Player

pytestmark = pytest.mark.django_db
PASSWORD = "nine-stones-and-a-bowl"
HOUSE = "/organisations/home/"


def fresh(user):
    """The account without what was kept on it."""
    return get_user_model().objects.get(pk=user.pk)


@pytest.fixture
def owner():
    return Visitor(an_account("owner", Office.OWNER))


def link_on(page):
    """The path of the invitation that the page shows."""
    found = re.search(r"http://testserver(/invitations/[^<]+/)<", page.html)
    return found[1]


def test_a_founder_founds_and_owns():
    visitor = Visitor(a_founder(an_account("anna")))
    visitor.open("/")
    visitor.follow("Create an organisation")
    page = visitor.press("Create the organisation", name="Göteborg Go")
    assert "Göteborg Go" in page.text
    assert Organisation.objects.get().slug == "goteborg-go"
    assert Membership.objects.get().office == Office.OWNER


@pytest.mark.parametrize(
    ("setting", "who"),
    [("anybody", "user founder operator"), ("invited", "founder operator"), ("operator", "operator")],
)
def test_who_may_found_is_a_setting(settings, setting, who):
    settings.FOUNDERS = setting
    accounts = {"user": an_account("user"), "founder": a_founder(an_account("founder"))}
    accounts["operator"] = an_account("operator")
    accounts["operator"].is_superuser = True
    allowed = [name for name, user in accounts.items() if may(actor_of(user), "organisation.create")]
    assert allowed == who.split()


def test_the_operator_invites_a_founder_and_takes_it_back():
    operator = an_account("operator")
    operator.is_superuser = True
    operator.save()
    visitor = Visitor(operator)
    visitor.open("/")
    visitor.follow("Who may create organisations")
    path = link_on(visitor.press("Create a link"))
    anna = an_account("anna")
    guest = Visitor(anna)
    guest.open(path)
    assert "Create the organisation" in guest.press("Accept as anna").buttons
    assert may(actor_of(fresh(anna)), "organisation.create")
    visitor.open("/founders/")
    visitor.press("Revoke")
    assert not may(actor_of(fresh(anna)), "organisation.create")


@pytest.mark.parametrize("office", [Office.OWNER, Office.REFEREE])
def test_an_office_by_invitation_with_an_account_there_is(owner, office):
    owner.open(HOUSE)
    owner.follow("Members and roles")
    path = link_on(owner.press("Create the link", office=office.value))
    guest = Visitor(an_account("carl"))
    assert "You are invited" in guest.open(path).text
    guest.press("Accept as carl")
    assert list(Membership.objects.filter(user__username="carl").values_list("office", flat=True)) == [office]
    assert "does not work" in Visitor(an_account("dora")).open(path).text
    assert "already accepted" in guest.open(path).text


def test_whoever_has_no_account_makes_one_there():
    path = f"/invitations/{token_of(an_invitation(an_organisation(), 'referee'))}/"
    guest = Visitor()
    guest.open(path)
    page = guest.press("Create the account and accept", username="carl", password="1")
    assert ("too short" in page.text, 'value="carl"' in page.html) == (True, True)
    assert not get_user_model().objects.filter(username="carl").exists()
    page = guest.press("Create the account and accept", username="carl", password=PASSWORD)
    assert "You are now a referee of Home" in page.text
    assert "Log out" in page.buttons


def test_a_name_that_is_taken_is_said_at_the_field_and_leaves_the_invitation():
    an_account("carl")
    invitation = an_invitation(an_organisation(), "referee")
    guest = Visitor()
    guest.open(f"/invitations/{token_of(invitation)}/")
    page = guest.press("Create the account and accept", username="Carl", password=PASSWORD)
    assert (page.status, "This name is taken" in page.text) == (422, True)
    assert Invitation.objects.get(pk=invitation.pk).used_at is None


@pytest.mark.parametrize("end", ["used", "revoked", "expired", "forged"])
def test_a_link_that_ended_opens_nothing_and_says_why(end):
    invitation, carl = an_invitation(an_organisation(), "referee"), an_account("carl")
    token = token_of(invitation)
    if end == "used":
        Invitation.objects.update(used_at=timezone.now())
    elif end == "revoked":
        assert revoke(invitation, timezone.now())
    elif end == "expired":
        Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    else:
        token = f"{invitation.id.hex}:{token.partition(':')[2][::-1]}"
    client = Visitor(carl).client
    client.handler.enforce_csrf_checks = False
    status = {"used": 409, "forged": 404}.get(end, 410)
    for answer in (client.get(f"/invitations/{token}/"), client.post(f"/invitations/{token}/accept/")):
        assert (answer.status_code, "This link does not work" in answer.content.decode()) == (status, True)
    assert not Membership.objects.filter(user=carl).exists()


def test_a_link_has_the_address_that_others_reach(owner, settings):
    owner.client.defaults["SERVER_NAME"] = "localhost"
    owner.open(f"{HOUSE}members/")
    assert "Only this machine can open that link" in owner.press("Create the link", office="desk").text
    settings.ADDRESS = "http://192.168.1.7:8000"
    page = owner.open(f"{HOUSE}members/")
    assert "http://192.168.1.7:8000/invitations/" in page.text
    assert "Only this machine" not in page.text


def test_links_of_an_owner_who_was_dismissed_lead_nowhere(owner):
    house = an_organisation()
    other = an_account("other", Office.OWNER)
    made = invite(Invite(made_by=other.pk, organisation=house, office=Office.OWNER), a_context())
    revoke_office(Membership.objects.get(user=other), a_context())
    with pytest.raises(Refusal) as refused:
        accept(made, other.pk, timezone.now())
    assert refused.value.code == "invitation_revoked"


def test_offices_are_removed_and_laid_down_and_the_last_owner_stays(owner):
    carl = an_account("carl", Office.REFEREE)
    page = owner.open(f"{HOUSE}members/")
    assert "carl" in page.text
    Visitor(carl).open(HOUSE)
    guest = Visitor(carl)
    assert "You are a referee: you rule on claims" in guest.open(HOUSE).text
    assert "no longer a referee" in guest.press("Resign").text
    owner.open(HOUSE)
    assert "keeps at least one owner" in owner.press("Resign").text
    owner.open(f"{HOUSE}members/")
    assert "keeps at least one owner" in owner.press("Remove").text
    assert Membership.objects.get().office == Office.OWNER


def test_owner_who_removes_their_own_role_leaves_the_members_page(owner):
    an_account("second", Office.OWNER)
    an_account("carl", Office.REFEREE)
    owner.client.handler.enforce_csrf_checks = False
    for name, page in (("carl", f"{HOUSE}members/"), ("owner", HOUSE)):
        held = Membership.objects.get(user__username=name)
        assert owner.client.post(f"{HOUSE}members/{held.pk}/remove/")["Location"] == page
    assert Membership.objects.get().user.username == "second"


def test_nobody_lays_down_what_others_hold():
    held = Membership.objects.create(
        organisation=an_organisation(), user=an_account("owner"), office=Office.OWNER
    )
    client = Visitor(an_account("carl")).client
    client.handler.enforce_csrf_checks = False
    client.post(f"{HOUSE}leave/{held.pk}/")
    assert Membership.objects.count() == 1


def test_the_register_is_searched_opened_and_corrected(owner):
    a_tournament(players=3)
    owner.open(HOUSE)
    page = owner.follow("Players")
    assert "Player0002" in page.text
    page = owner.press("Search", q="player0001")
    assert ("Player0001" in page.text, "Player0002" in page.text) == (True, False)
    owner.follow("Player0001")
    page = owner.press("Save", family_name="Berg", rank="x")
    assert (page.status, 'value="Berg"' in page.html) == (422, True)
    assert "A rank from 30k to 9d" in page.text
    owner.press("Save", family_name="Berg", rank="2d", rating="", woman="yes", birth_year="2001")
    player = Player.objects.get(family_name="Berg")
    assert (player.rank, player.rating, player.woman, player.birth_year) == (1, 2200, True, 2001)


def test_a_player_is_added_once_unless_it_is_somebody_else(owner):
    owner.open(f"{HOUSE}players/new/")
    new = {"family_name": "Berg", "given_name": "Ida", "rank": "3k", "country": "no"}
    assert "Berg Ida was added." in owner.press("Add", **new).text
    page = owner.press("Add", **new)
    assert (page.status, "A player of this name exists." in page.text) == (422, True)
    assert Player.objects.get().country == "NO"
    owner.press("Add", **new, another="on")
    assert Player.objects.count() == 2


def test_owners_read_what_the_log_tells_of_offices(owner):
    house, bert = an_organisation(), an_account("bert")
    accept(an_invitation(house, Office.REFEREE), bert.pk, timezone.now())
    revoke_office(Membership.objects.get(user=bert), a_context(actor="user:999"))
    lines = owner.open(f"{HOUSE}members/").text.partition("Role history")[2]
    first = lines.index("bert is no longer a referee."), lines.index("user:999")
    then = lines.index("bert became a referee."), lines.index("inviter")
    assert first < then
    assert "Role history" not in Visitor(bert).open(HOUSE).text


def test_pages_of_people_are_in_the_language_of_the_reader(owner):
    a_tournament(players=2)
    player = Player.objects.first()
    for page, german in (
        ("players/", ("Spieler", "Rang", "Land", "Konto", "Suchen")),
        ("members/", ("Amt", "Ein Turnierleiter", "überall")),
        ("players/?q=nobody", ("Niemand dieses Namens wurde gefunden.", "Hinzufügen")),
        (
            f"players/{player.pk}/",
            ("Familienname", "Wie 12k oder 3d.", "Alle Spieler", "Kein Konto meldet Ergebnisse"),
        ),
    ):
        answer = owner.client.get(f"{HOUSE}{page}", HTTP_ACCEPT_LANGUAGE="de")
        assert answer.status_code == 200
        text = Page(answer).text
        assert [words for words in german if words not in text] == []
