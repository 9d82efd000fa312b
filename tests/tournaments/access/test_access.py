"""The permission table, role by role; a new row needs its line here."""

from dataclasses import replace
from itertools import pairwise

import pytest

from tournaments.access.table import (
    LEAST,
    MATRIX,
    NOBODY,
    READING,
    ROLES,
    SITE,
    Actor,
    Office,
    Role,
    Scope,
    Subject,
    least_scope,
    may,
    roles,
)

ANYBODY = set(Role)
ACCOUNTS = ANYBODY - {Role.PUBLIC, Role.LINK}
PLAYERS = {Role.PLAYER, Role.LINK}  # what a player may do, they may do by the link of their entry
RUNNING = {Role.FOUNDER, Role.OPERATOR}  # of the service, not of what is in it
STAFF = {Role.REFEREE, Role.DIRECTOR, Role.OWNER}
DESK = STAFF | {Role.DESK}
READERS = STAFF | {Role.COMMITTEE}
DIRECTORS = {Role.DIRECTOR, Role.OWNER}
# Action -> who may always, and who else may once it is published.
EXPECTED = {
    "site.read": (ANYBODY, set()),
    "account.read": (ACCOUNTS, set()),
    "account.own": (ACCOUNTS, set()),
    "account.recover": (set(), set()),
    "organisation.read": (ANYBODY, set()),
    "organisation.create": (set(), set()),
    "founder.invite": (set(), set()),
    "organisation.change": ({Role.OWNER}, set()),
    "people.read": (READERS, set()),
    "name.read": (READERS | DESK, set()),
    "privacy.say": (PLAYERS, set()),
    "people.change": (DIRECTORS, set()),
    "person.copy": (DIRECTORS | {Role.PLAYER}, {Role.PLAYER}),
    "tournament.create": (DIRECTORS, set()),
    "tournament.delete": (DIRECTORS, set()),
    "tournament.read": (READERS | DESK, ANYBODY),
    "tournament.story": (READERS, set()),
    "tournament.change": (DIRECTORS, set()),
    "limits.read": (READERS | DESK, ANYBODY),
    "limits.change": (DIRECTORS, set()),
    "whatif.read": (STAFF, set()),
    "export.read": (READERS, set()),
    "entry.change": (DIRECTORS, set()),
    "entry.check_in": (DESK, set()),
    "bye.ask": (STAFF, PLAYERS),
    "link.give": (DESK, set()),
    "presence.say": (DESK, PLAYERS),
    "signup.make": (READERS | DESK, ANYBODY),
    "signup.own": (ANYBODY, set()),  # the private link's signature is the right
    "signup.read": (DESK, set()),
    "signup.fee": (DIRECTORS | {Role.DESK}, set()),
    "signup.change": (DIRECTORS, set()),
    "round.read": (READERS | DESK, ANYBODY),
    "round.pair": (DIRECTORS, set()),
    "round.close": (DIRECTORS, set()),
    "screens.change": (DESK, set()),
    "queue.read": (READERS, set()),
    "result.report": (PLAYERS, set()),
    "result.record": (DESK, set()),
    "game.read": (READERS | DESK, ANYBODY),
    "game.record": (STAFF, PLAYERS),
    "game.correct": (STAFF, set()),
    "claim.read": (READERS, PLAYERS),
    "claim.make": (STAFF, PLAYERS),
    "claim.play": (STAFF, PLAYERS),
    "claim.rule": (STAFF, set()),
    "claim.correct": (STAFF, set()),
    "claim.second": (STAFF, set()),
    "claim.appeal": (set(), PLAYERS),
    "claim.decide_appeal": ({Role.COMMITTEE, Role.OWNER}, set()),
    "story.read": (READERS, PLAYERS),
    "job.read": (READERS, set()),
    "job.change": (DIRECTORS, set()),
    "webhook.read": (DIRECTORS, set()),
    "webhook.change": (DIRECTORS, set()),
}
OFFICES = (Role.DESK, Role.REFEREE, Role.COMMITTEE, Role.DIRECTOR, Role.OWNER)


def subject(*, shown=False, tournament_id="t", organisation_id="o"):
    return Subject(
        organisation_id=organisation_id,
        tournament_id=tournament_id,
        players=frozenset({7}),
        entries=frozenset({"mine", "theirs"}),
        shown=shown,
    )


def holder(role, organisation_id="o", tournament_id=None):
    office = Office(role=role, organisation_id=organisation_id, tournament_id=tournament_id)
    return Actor(user_id=1, offices=frozenset({office}))


ACTORS = {
    Role.PUBLIC: NOBODY,
    Role.USER: Actor(user_id=1),
    Role.PLAYER: Actor(user_id=7),
    Role.LINK: Actor(entry="mine"),
    Role.FOUNDER: Actor(user_id=1, offices=frozenset({Office(role=Role.FOUNDER)})),
    Role.OPERATOR: Actor(user_id=1, offices=frozenset({Office(role=Role.OPERATOR)})),
    **{role: holder(role) for role in OFFICES},
}


def allowed(actor, **of):
    """Every action that the actor may do to the subject."""
    return {action for action in MATRIX if may(actor, action, subject(**of))}


def test_every_action_has_an_expectation():
    assert EXPECTED.keys() == MATRIX.keys()
    assert all(len(row) == len(ROLES) for row in MATRIX.values())


def test_permissions_equal_the_expected_matrix():
    may_now = {
        action: tuple(
            {role for role in Role if may(ACTORS[role], action, subject(shown=shown))}
            for shown in (False, True)
        )
        for action in MATRIX
    }
    assert may_now == {action: (always, always | shown) for action, (always, shown) in EXPECTED.items()}


def test_founder_role_grants_nothing_in_an_organisation():
    founder, operator = ACTORS[Role.FOUNDER], ACTORS[Role.OPERATOR]
    assert {role for role in Role if may(ACTORS[role], "organisation.create")} == RUNNING
    assert {role for role in Role if may(ACTORS[role], "founder.invite")} == {Role.OPERATOR}
    assert allowed(founder) == allowed(operator) == allowed(ACTORS[Role.USER])


def test_link_of_an_entry_grants_nothing_on_another():
    assert allowed(Actor(entry="another"), shown=True) == allowed(NOBODY, shown=True)


@pytest.mark.parametrize("shown", [False, True])
@pytest.mark.parametrize("role", OFFICES)
@pytest.mark.parametrize(
    "elsewhere",
    [
        {"organisation_id": "other"},
        {"organisation_id": "other", "tournament_id": "t"},
        {"tournament_id": "other"},
    ],
)
def test_role_in_another_organisation_grants_nothing(role, elsewhere, shown):
    assert allowed(holder(role, **elsewhere), shown=shown) == allowed(ACTORS[Role.USER], shown=shown)


@pytest.mark.parametrize("role", OFFICES)
def test_role_in_one_tournament_is_valid_there_only(role):
    here = holder(role, tournament_id="t")
    assert allowed(here) == allowed(holder(role))
    assert allowed(here, tournament_id=None) == allowed(ACTORS[Role.USER], tournament_id=None)


@pytest.mark.parametrize("role", OFFICES)
def test_role_in_an_organisation_grants_nothing_on_the_service(role):
    assert roles(holder(role), SITE) == {Role.PUBLIC, Role.USER}


def test_players_are_players_of_their_own_subject_only():
    other_game = Subject(organisation_id="o", tournament_id="t", players=frozenset({8, 9}), shown=True)
    assert roles(Actor(user_id=7), subject()) == {Role.PUBLIC, Role.USER, Role.PLAYER}
    assert not may(Actor(user_id=7), "result.report", other_game)
    assert not may(Actor(user_id=7), "game.record", other_game)


def test_visitor_without_account_is_no_player():
    assert roles(NOBODY, Subject(players=frozenset({0}))) == {Role.PUBLIC}


def test_director_who_plays_may_report_as_a_player():
    director = Actor(user_id=7, offices=holder(Role.DIRECTOR).offices)
    assert may(director, "result.report", subject())
    assert may(director, "round.pair", subject())


def test_several_roles_are_combined():
    both = Actor(user_id=1, offices=holder(Role.REFEREE).offices | holder(Role.DIRECTOR, "other").offices)
    assert allowed(both) == allowed(holder(Role.REFEREE))
    assert may(both, "round.pair", subject(organisation_id="other"))


def test_unknown_action_raises_an_error():
    with pytest.raises(KeyError):
        may(NOBODY, "site.burn")


def test_events_contain_account_numbers():
    assert (NOBODY.name, Actor(user_id=3).name) == ("public", "user:3")


def test_scopes_omit_only_existing_actions():
    assert set(LEAST) <= set(MATRIX)
    assert [action for action in LEAST if action.endswith(READING)] == []


def test_unlisted_action_needs_full_scope_unless_it_reads():
    assert (least_scope("webhook.change"), least_scope("webhook.read")) == (Scope.EVERYTHING, Scope.READ)


def test_scope_restricts_permissions_and_adds_none():
    owner = Actor(user_id=1, offices=frozenset({Office(role=Role.OWNER, organisation_id="home")}))
    subject = Subject(organisation_id="home", shown=True)
    allowed = [
        {action for action in MATRIX if may(replace(actor, scope=scope), action, subject)}
        for actor in (owner, Actor(user_id=2))
        for scope in Scope
    ]
    assert all(less <= more for less, more in pairwise(allowed[:4]))
    assert all(less <= more for less, more in pairwise(allowed[4:]))
    assert len(allowed[0]) < len(allowed[1]) < len(allowed[2]) < len(allowed[3])
