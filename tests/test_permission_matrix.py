"""Every route has a row in the permission table, and answers each role as the table says."""

import json
from copy import deepcopy
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver, reverse
from django.urls.resolvers import URLResolver

from games.game import commands as games
from games.log.store import read, read_all
from games.log.tree import signed_checkpoints
from games.receipts.codes import last_code
from tests.builders import (
    NOW,
    a_claim,
    a_club_group,
    a_context,
    a_family,
    a_founder,
    a_listed_player,
    a_ping,
    a_signup,
    a_team_tournament,
    a_tournament,
    a_webhook,
    an_account,
    an_invitation,
    an_organisation,
)
from tests.builders import pair as paired
from tournaments.access.actors import (
    actor_of,
    entry_subject,
    game_subject,
    organisation_subject,
    person_subject,
    round_subject,
    tournament_subject,
)
from tournaments.access.table import MATRIX, NOBODY, SITE, Actor, may
from tournaments.accounts.private_links import token_of as entry_token
from tournaments.fetching import start_fetching
from tournaments.formats.player_lists import ListKind
from tournaments.hall import hall_code
from tournaments.loading import load, stream_of
from tournaments.organisations.invitations import token_of
from tournaments.outbox.rows import Job
from tournaments.registration.registering import key_of
from tournaments.tables.people import Membership, Office, Organisation, Player
from tournaments.tables.rows import EntryRow, PairingRow, RoundRow, TournamentRow

SGF = b"(;SZ[19];B[dd];W[pp])"
METHODS = ("get", "post", "put", "patch", "delete")
# Pages say their action in their code; here it is said once more, so that none is forgotten.
PAGES = {
    "web:home": ("GET", "site.read"),
    "web:first": ("GET", "site.read"),
    "web:feed": ("GET", "tournament.read"),
    "web:calendar": ("GET", "tournament.read"),
    "web:embed": ("GET", "tournament.read"),
    "web:static-copy": ("GET", "export.read"),
    "web:found": ("GET", "organisation.create"),
    "account_email": ("POST", "account.own"),
    "account_reset_password": ("GET", "site.read"),
    "web:account": ("GET", "account.own"),
    "web:end-session": ("POST", "account.own"),
    "web:end-other-sessions": ("POST", "account.own"),
    "web:notices": ("GET", "account.own"),
    "web:read-notices": ("POST", "account.own"),
    "web:choose-notices": ("POST", "account.own"),
    "web:follow-notice": ("GET", "account.own"),
    "web:make-token": ("POST", "account.own"),
    "web:revoke-token": ("POST", "account.own"),
    "web:password-links": ("GET", "account.recover"),
    "web:dismiss-password-request": ("POST", "account.recover"),
    "web:founders": ("GET", "founder.invite"),
    "web:invite-founder": ("POST", "founder.invite"),
    "web:revoke-founder": ("POST", "founder.invite"),
    "web:invitation": ("GET", "site.read"),
    "web:accept-invitation": ("POST", "account.own"),
    "web:join": ("POST", "site.read"),
    "web:my": ("GET", "site.read"),
    "web:switch-link": ("POST", "site.read"),
    "web:close-link": ("POST", "site.read"),
    "web:open-link": ("GET", "site.read"),
    "web:open-link-as": ("POST", "site.read"),
    "web:organisation": ("GET", "organisation.read"),
    "web:rename": ("GET", "organisation.change"),
    "web:remove-demonstration": ("POST", "organisation.change"),
    "web:clone": ("GET", "tournament.create"),
    "web:archive": ("POST", "tournament.change"),
    "web:restore": ("POST", "tournament.change"),
    "web:ending": ("GET", "tournament.delete"),
    "web:leave": ("POST", "account.own"),
    "web:members": ("GET", "organisation.change"),
    "web:ask-second-factor": ("POST", "organisation.change"),
    "web:invite-member": ("POST", "organisation.change"),
    "web:remove-member": ("POST", "organisation.change"),
    "web:revoke-invitation": ("POST", "organisation.change"),
    "web:register": ("GET", "people.read"),
    "web:new-player": ("GET", "people.change"),
    "web:player": ("GET", "people.change"),
    "web:invite-player": ("POST", "people.change"),
    "web:uninvite-player": ("POST", "people.change"),
    "web:part-player": ("POST", "people.change"),
    "web:import": ("GET", "tournament.create"),
    "web:preview-import": ("POST", "tournament.create"),
    "web:accept-import": ("POST", "tournament.create"),
    "web:merge": ("GET", "tournament.change"),
    "web:preview-merging": ("POST", "tournament.change"),
    "web:accept-merging": ("POST", "tournament.change"),
    "web:webhooks": ("GET", "webhook.read"),
    "web:resume-webhook": ("POST", "webhook.change"),
    "web:pause-webhook": ("POST", "webhook.change"),
    "web:try-webhook": ("POST", "webhook.change"),
    "web:send-missed": ("POST", "webhook.change"),
    "web:lists": ("GET", "people.change"),
    "web:read-list": ("POST", "people.change"),
    "web:fetch-list": ("POST", "people.change"),
    "web:enter": ("GET", "entry.change"),
    "web:entry-names": ("GET", "entry.change"),
    "web:known-names": ("GET", "people.change"),
    "web:enter-new": ("POST", "entry.change"),
    "web:enter-known": ("POST", "entry.change"),
    "web:enter-listed": ("POST", "entry.change"),
    "web:import-table": ("GET", "entry.change"),
    "web:table-template": ("GET", "entry.change"),
    "web:preview-table": ("POST", "entry.change"),
    "web:accept-table": ("POST", "entry.change"),
    "web:signup": ("GET", "signup.make"),
    "web:coming": ("GET", "tournament.read"),
    "web:own-signup": ("GET", "signup.own"),
    "web:change-own-signup": ("POST", "signup.own"),
    "web:withdraw-own-signup": ("POST", "signup.own"),
    "web:signups": ("GET", "signup.read"),
    "web:signup-terms": ("GET", "signup.change"),
    "web:confirm-signups": ("POST", "signup.change"),
    "web:signups-csv": ("GET", "signup.change"),
    "web:forget-signups": ("POST", "signup.change"),
    "web:signup-one": ("GET", "signup.read"),
    "web:refuse-signup": ("POST", "signup.change"),
    "web:signup-to-waiting-list": ("POST", "signup.change"),
    "web:give-place": ("POST", "signup.change"),
    "web:merge-signup": ("POST", "signup.change"),
    "web:fee-paid": ("POST", "signup.fee"),
    "web:fee-due": ("POST", "signup.fee"),
    "web:renew-signup-link": ("POST", "signup.change"),
    "web:copy-of-player": ("GET", "person.copy"),
    "web:limits": ("GET", "limits.read"),
    "web:limits-preview": ("POST", "limits.change"),
    "web:limits-change": ("POST", "limits.change"),
    "web:limits-withdraw-claims": ("POST", "claim.rule"),
    "web:what-if": ("GET", "whatif.read"),
    "web:exports": ("GET", "export.read"),
    "web:receipts": ("GET", "site.read"),
    "log-checkpoint": ("GET", "site.read"),
    "log-key": ("GET", "site.read"),
    "log-consistency": ("GET", "site.read"),
    "log-consistency-last": ("GET", "site.read"),
    "web:check": ("GET", "site.read"),
    "log-proof": ("GET", "round.read"),
    "web:receipt": ("GET", "site.read"),
    "web:tiebreaks": ("GET", "site.read"),
    "web:help": ("GET", "site.read"),
    "web:help-page": ("GET", "site.read"),
    "web:lab": ("GET", "site.read"),
    "web:lab-record": ("POST", "site.read"),
    "web:lab-ruleset": ("GET", "site.read"),
    "web:standings": ("GET", "tournament.read"),
    "web:live": ("GET", "tournament.read"),
    "web:screens": ("GET", "tournament.read"),
    "web:screen-notes": ("POST", "screens.change"),
    "web:screen": ("GET", "tournament.read"),
    "web:schedule": ("GET", "tournament.read"),
    "web:new-tournament": ("GET", "tournament.create"),
    "web:system": ("POST", "tournament.change"),
    "web:settings": ("GET", "tournament.change"),
    "web:score-groups": ("GET", "tournament.change"),
    "web:edit-entry": ("GET", "entry.change"),
    "web:change-entry": ("POST", "entry.change"),
    "web:remove-entry": ("POST", "entry.change"),
    "web:withdraw-entry": ("POST", "entry.change"),
    "web:reinstate-entry": ("POST", "entry.change"),
    "web:change-entries": ("POST", "entry.change"),
    "web:name-player": ("POST", "people.change"),
    "web:replace-player": ("GET", "entry.change"),
    "web:strengths": ("GET", "entry.change"),
    "web:prizes": ("GET", "tournament.read"),
    "web:ratings": ("GET", "tournament.read"),
    "web:placing": ("GET", "tournament.read"),
    "web:change-placing": ("POST", "tournament.change"),
    "web:players": ("GET", "tournament.read"),
    "web:entry": ("GET", "tournament.read"),
    "web:own-privacy": ("GET", "privacy.say"),
    "web:say-privacy": ("POST", "privacy.say"),
    "web:career": ("GET", "organisation.read"),
    "web:note-career": ("POST", "organisation.change"),
    "web:round": ("GET", "round.read"),
    "web:pairs": ("GET", "entry.change"),
    "web:enter-pair": ("POST", "entry.change"),
    "web:teams": ("GET", "tournament.read"),
    "web:form-team": ("POST", "entry.change"),
    "web:team-standings": ("GET", "tournament.read"),
    "web:disband-team": ("POST", "entry.change"),
    "web:team-takes-part": ("POST", "entry.change"),
    "web:pair-all": ("POST", "round.pair"),
    "web:set-seeds": ("POST", "round.pair"),
    "web:replay": ("POST", "round.pair"),
    "web:line-up": ("POST", "entry.change"),
    "web:make-match": ("POST", "round.pair"),
    "web:give-team-bye": ("POST", "round.pair"),
    "web:take-team-bye": ("POST", "round.pair"),
    "web:line-up-by-rating": ("POST", "entry.change"),
    "web:unmake-match": ("POST", "round.pair"),
    "web:game": ("GET", "game.read"),
    "web:live-game": ("GET", "game.read"),
    "web:send-record": ("POST", "game.record"),
    "web:withdraw-record": ("POST", "game.correct"),
    "web:agree-on-dead": ("POST", "game.record"),
    "web:take-back": ("POST", "game.correct"),
    "web:result": ("POST", "result.record"),
    "web:report": ("POST", "result.report"),
    "web:confirm": ("POST", "result.report"),
    "web:story": ("GET", "game.read"),
    "web:new-claim": ("GET", "claim.make"),
    "web:make-claim": ("POST", "claim.make"),
    "web:claim": ("GET", "claim.read"),
    "web:claim-picture": ("GET", "claim.read"),
    "web:erase-picture": ("POST", "claim.make"),
    "web:withdraw-claim": ("POST", "claim.make"),
    "web:begin-sequence": ("POST", "claim.play"),
    "web:act-in-sequence": ("POST", "claim.play"),
    "web:take-back-in-sequence": ("POST", "claim.play"),
    "web:rule": ("POST", "claim.rule"),
    "web:foresee-ruling": ("POST", "claim.rule"),
    "web:correct-ruling": ("POST", "claim.correct"),
    "web:second-ruling": ("POST", "claim.second"),
    "web:appeal": ("POST", "claim.appeal"),
    "web:decide-appeal": ("POST", "claim.decide_appeal"),
    "web:foresee-decision": ("POST", "claim.decide_appeal"),
    "web:chronicle": ("GET", "tournament.story"),
    "web:undo": ("POST", "tournament.change"),
    "web:queue": ("GET", "queue.read"),
    "web:jobs": ("GET", "job.read"),
    "web:job": ("GET", "job.read"),
    "web:cancel-job": ("POST", "job.change"),
    "web:retry-job": ("POST", "job.change"),
    "web:changes": ("GET", "tournament.read"),
    "web:close-round": ("POST", "round.close"),
    "web:reopen-round": ("POST", "round.close"),
    "web:swap": ("POST", "round.pair"),
    "web:unmake": ("POST", "round.pair"),
    "web:desk": ("GET", "entry.check_in"),
    "web:publish-tournament": ("POST", "tournament.change"),
    "web:hide-tournament": ("POST", "tournament.change"),
    "web:check-in": ("POST", "entry.check_in"),
    "web:participation": ("GET", "entry.check_in"),
    "web:set-participation": ("POST", "entry.check_in"),
    "web:pair": ("POST", "round.pair"),
    "web:unpair": ("POST", "round.pair"),
    "web:publish-round": ("POST", "round.pair"),
    "web:make-pair": ("POST", "round.pair"),
    "web:give-bye": ("POST", "round.pair"),
    "web:exchange": ("POST", "round.pair"),
    "web:weigh-exchange": ("POST", "round.pair"),
    "web:pair-with-bye": ("POST", "round.pair"),
    "web:edit-pair": ("GET", "round.pair"),
    "web:terms": ("POST", "round.pair"),
    "web:move-table": ("POST", "round.pair"),
    "web:pin-pair": ("POST", "round.pair"),
    "web:team-group": ("POST", "entry.change"),
    "web:game-date": ("POST", "round.pair"),
    "web:weigh": ("POST", "round.pair"),
    "web:renumber": ("POST", "round.pair"),
    "web:unpublish-round": ("POST", "round.pair"),
    "web:wishes": ("GET", "entry.check_in"),
    "web:set-meeting": ("POST", "entry.change"),
    "web:drop-meeting": ("POST", "entry.change"),
    "web:club-groups": ("GET", "entry.check_in"),
    "web:set-club-group": ("POST", "entry.change"),
    "web:change-club-group": ("POST", "entry.change"),
    "web:drop-club-group": ("POST", "entry.change"),
    "web:ask-bye": ("POST", "entry.check_in"),
    "web:pin-player": ("POST", "entry.change"),
    "web:tie-player": ("POST", "account.own"),
    "web:at-table": ("GET", "tournament.read"),
    "web:sheets": ("GET", "tournament.read"),
    "web:sheet": ("GET", "tournament.read"),
    "web:entry-link": ("GET", "link.give"),
    "web:renew-link": ("POST", "link.give"),
    "web:revoke-link": ("POST", "link.give"),
    "web:say-presence": ("POST", "presence.say"),
    "web:hall-code": ("GET", "entry.check_in"),
    "web:here": ("GET", "tournament.read"),
    "web:say-here": ("POST", "presence.say"),
    "web:own-byes": ("GET", "bye.ask"),
    "web:ask-own-bye": ("POST", "bye.ask"),
    "web:proof": ("GET", "round.read"),
    "web:pairing-why": ("GET", "round.read"),
    "web:bye-why": ("GET", "round.read"),
    "web:take-bye": ("POST", "round.pair"),
}
ELSEWHERE = {("web:new-tournament", "stranger")}  # who directs another house creates tournaments there
OFFICES = ("desk", "referee", "committee", "director", "owner")
ROLES = ("public", "user", "founder", "operator", "player", "link", *OFFICES, "stranger")


def named_patterns(resolver=None, namespace=""):
    """(qualified name, pattern) of every address of ours."""
    for pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(pattern, URLResolver):
            inner = ":".join(part for part in (namespace, pattern.namespace) if part)
            yield from named_patterns(pattern, inner)
        elif pattern.lookup_str.startswith(("tournaments.", "games.")):
            yield f"{namespace}:{pattern.name}" if namespace else pattern.name, pattern


def rest_routes():
    """(name, METHOD, right, handler) of every REST route."""
    for name, pattern in named_patterns():
        view = getattr(pattern.callback, "cls", None)
        if view is not None:
            taken = pattern.callback.initkwargs.get("http_method_names", METHODS)
            for method, handler in handlers(pattern.callback).items():
                if method in taken:
                    found = getattr(view, handler)
                    yield name, method.upper(), found.right, found


def handlers(view):
    """The names of the handlers of a REST view by method; those of a view set are its actions."""
    named = getattr(view, "actions", None) or {method: method for method in METHODS}
    return {method: name for method, name in named.items() if method in METHODS and hasattr(view.cls, name)}


def test_every_method_of_every_rest_route_has_a_row():
    routes = list(rest_routes())
    assert len(routes) > 50
    missing = [(name, method) for name, method, action, _ in routes if action not in MATRIX]
    assert missing == []


QUESTIONS = {  # a POST that changes nothing
    ("rules-replay", "POST"),
    ("api:what-if", "POST"),
    ("api:round-pairing-cost", "POST"),
}


def test_every_write_can_be_repeated_and_is_marked_as_one():
    asked = set()
    for name, method, _, handler in rest_routes():
        if getattr(handler, "is_question", False):
            asked.add((name, method))
        written = method != "GET" and (name, method) not in QUESTIONS
        assert getattr(handler, "is_write", False) == written, (name, method)
    assert asked == QUESTIONS


def test_every_page_has_a_row():
    pages = {name for name, pattern in named_patterns() if not hasattr(pattern.callback, "cls")}
    assert pages == set(PAGES)
    assert {action for _, action in PAGES.values()} <= set(MATRIX)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """A tournament with a paired round, and somebody of every role.

    `known` are path parameters that lead to something, `subjects` what each action is about there.
    """

    published: bool
    organisation: Organisation
    pairing: PairingRow
    teams: TournamentRow
    known: dict
    subjects: dict
    accounts: dict
    founding: UUID
    link: str

    def actor(self, role):
        """In this tournament; ``link``: the one of an entry that plays in it, on a browser that opened it."""
        if role == "link":
            return Actor(entry=self.pairing.white_id)
        return actor_of(self.accounts[role]) if role != "public" else NOBODY

    def address(self, name, pattern):
        found = {part: self.known[part] for part in pattern.pattern.converters}
        if name.endswith("revoke-founder"):
            found["invitation_id"] = self.founding
        if name.startswith(("web:open-link", "web:tie-player")):
            found["token"] = self.link
        if "team_id" in found:
            found["slug"] = self.teams.slug
        elif pattern.pattern._route.startswith("organisations/<slug"):
            found["slug"] = self.organisation.slug
        return reverse(name, kwargs=found)


def subject_of(action, row, pairing, waiting):
    """What an action is about, in a tournament with a game of its first round and an entry that has none."""
    about = action.split(".")[0]
    if action in ("organisation.create", "founder.invite", "account.recover"):
        return SITE
    if about in ("bye", "presence", "privacy", "person"):
        one = Player.objects.get(pk=waiting.player_id)
        return person_subject(one) if about == "person" else entry_subject(row, waiting)
    if about in ("organisation", "people", "webhook") or action == "tournament.create":
        return organisation_subject(Organisation.objects.get(pk=row.organisation_id))
    if action in ("round.read", "round.pair"):
        return round_subject(row, published=True)
    if about in ("game", "result", "claim", "story"):
        return game_subject(row, pairing, RoundRow(published=True))
    return tournament_subject(row)


@pytest.fixture(scope="module", params=[True, False], ids=["published", "hidden"])
def house(request, lasting_db):
    with transaction.atomic():
        house = a_house(published=request.param)
        games.receive_record(str(house.pairing.game_id), SGF, a_context())
        yield house
        transaction.set_rollback(True)


def a_house(*, published, mark=""):
    """``mark`` tells one house from others in the same database; its accounts it shares with them."""
    organisation = an_organisation(f"home{mark}")
    row = a_tournament(players=5, slug=f"open{mark}", organisation=organisation, published=published)
    paired(row, 1)
    teams = a_team_tournament(teams=2, slug=f"teams{mark}", organisation=organisation, published=published)
    paired(teams, 1)
    accounts = {role: an_account(role) for role in ROLES if role not in ("public", "link")}
    accounts["operator"].is_superuser = True
    accounts["operator"].save()
    a_founder(accounts["founder"])
    for office in OFFICES:
        Membership.objects.create(organisation=organisation, user=accounts[office], office=Office(office))
    elsewhere = an_organisation(f"elsewhere{mark}")
    for office in Office:
        Membership.objects.create(organisation=elsewhere, user=accounts["stranger"], office=office)
    pairing = PairingRow.objects.filter(tournament=row).first()
    Player.objects.filter(pk=pairing.black.player_id).update(user=accounts["player"])
    paired_games = PairingRow.objects.filter(tournament=row)
    busy = [entry for game in paired_games for entry in (game.white_id, game.black_id)]
    waiting = EntryRow.objects.filter(tournament=row).exclude(pk__in=busy).get()
    Player.objects.filter(pk=waiting.player_id).update(career_since=NOW)
    row = TournamentRow.objects.get(pk=row.pk)
    return House(
        published=published,
        organisation=organisation,
        pairing=pairing,
        teams=teams,
        known=known_in(organisation, row, pairing, waiting, teams),
        subjects={action: subject_of(action, row, pairing, waiting) for action in MATRIX},
        accounts=accounts,
        founding=an_invitation().id,
        link=entry_token(pairing.white),
    )


def known_in(organisation, row, pairing, waiting, teams):
    job = Job.objects.create(
        id=uuid4(), kind="pair_round", tournament_id=row.id, params={"round": 1}, actor="tester", asked_at=NOW
    )
    start_fetching(organisation, ListKind.AGA, a_context())
    invitation = an_invitation(organisation, "desk")
    signup = a_signup(row)
    delivery = a_ping(a_webhook(organisation))
    return {
        "slug": row.slug,
        "number": 1,
        "printed": "standings",
        "entry_id": waiting.id,
        "game_id": str(pairing.game_id),
        "player_id": waiting.player_id,
        "office_id": Membership.objects.get(organisation=organisation, office="referee").id,
        "job_id": job.id,
        "token": token_of(invitation),
        "invitation_id": invitation.id,
        "signup_id": signup.id,
        "signup_key": key_of(signup),
        "webhook_id": delivery.endpoint_id,
        "delivery_id": delivery.id,
        "claim_id": a_claim(pairing.game_id, picture=b"as if it were one", sgf=SGF),
        "purpose": "claim",
        "hall": hall_code(row),
        "group_id": a_family(row),
        "club_group_id": a_club_group(row),
        "version": 1,
        "table": pairing.table,
        "form": "json",
        "session_id": 1,
        "notice_id": uuid4(),
        "device_id": uuid4(),
        "key": "none",
        "request_id": 1,
        "team_id": next(iter(load(str(teams.id))[0].teams)),
        "listed_id": a_listed_player(organisation).id,
        "name": "arg",
        "kind": "aga",
        "of": "pairings",
        "page": "director",
        "code": last_code(read_all()),
        "event": next(
            one.position for one in read(stream_of(str(row.id))) if one.kind == "tournament.round-paired.v1"
        ),
        "place": "0/000.p/1",
        "old": 1,
        "new": signed_checkpoints.sign_checkpoint(NOW).size,
    }


QUERIES = {"api:jobs": "?tournament=open"}  # of one tournament; without, of those whose officer one is


def body_of(name, found):
    return {
        "api:tournaments": {"organisation": found.organisation.slug, "slug": "another", "name": "Another"},
        "game-claims": {"type": "wrong_result", "result": "B+R"},
        "claim-withdraw": {"reason": []},  # with one that fits, all but the claim's maker are refused
    }.get(name, {})


def client_of(found, role):
    client = Client()
    if role == "link":
        client.defaults["HTTP_AUTHORIZATION"] = f"Link {found.link}"  # REST; pages go by the cookie
        client.get(reverse("web:open-link", args=(found.link,)))
    elif role != "public":
        client.force_login(found.accounts[role])
    return client


def tried(client, method, address, body):
    """The answer's status; whatever it did is undone."""
    kind = "application/xml" if "/import/" in address or address.endswith("/merge/") else "application/json"
    with transaction.atomic():
        response = client.generic(method, address, body, kind, headers={"If-Match": "*"})
        transaction.set_rollback(True)
    return response.status_code


def roles_to_try(house):
    """For each action the roles whose answer differs from that of a neighbour in the table, and the extremes.

    Whether the table is right for every role is tested where it is defined; here, whether each route asks it.
    The owner tries whatever is published, on both databases.
    """
    to_try = {}
    for action, subject in house.subjects.items():
        allowed = [may(house.actor(role), action, subject) for role in ROLES]
        changes = [place for place in range(1, len(ROLES)) if allowed[place] != allowed[place - 1]]
        places = {0, len(ROLES) - 1} | {near for place in changes for near in (place - 1, place)}
        to_try[action] = {ROLES[place] for place in places} | ({"owner"} if house.published else set())
    return to_try


def by_roles(test):
    """For every role, and on both databases for one that may do nearly everything."""
    roles = [pytest.param(role, marks=pytest.mark.both) if role == "owner" else role for role in ROLES]
    return pytest.mark.django_db(pytest.mark.parametrize("role", roles)(test))


@by_roles
def test_every_rest_route_answers_each_role_as_the_table_says(house, role):
    client, actor = client_of(house, role), house.actor(role)
    patterns, to_try = dict(named_patterns()), roles_to_try(house)
    wrong = []
    for name, method, action, _ in rest_routes():
        if role not in to_try[action]:
            continue
        address = house.address(name, patterns[name]) + QUERIES.get(name, "")
        allowed = may(actor, action, house.subjects[action])
        status = tried(client, method, address, json.dumps(body_of(name, house)))
        refused = status in (401, 403, 404)
        if allowed == refused or status >= 500:
            wrong.append((name, method, action, status, "allowed" if allowed else "refused"))
    assert wrong == []


@by_roles
def test_every_page_answers_each_role_as_the_table_says(house, role):
    """Refused: a hidden page, a forbidden one, or the way to the login."""
    client, actor = client_of(house, role), house.actor(role)
    patterns, to_try = dict(named_patterns()), roles_to_try(house)
    cookies = deepcopy(client.cookies)
    wrong = []
    for name, (method, action) in PAGES.items():
        if role not in to_try[action]:
            continue
        address = house.address(name, patterns[name])
        allowed = may(actor, action, house.subjects[action]) or (name, role) in ELSEWHERE
        client.cookies = deepcopy(cookies)  # a page that opens a link is no help for the next
        with transaction.atomic():
            response = client.generic(method, address, "next=/", "application/x-www-form-urlencoded")
            transaction.set_rollback(True)
        login = response.status_code == 302 and response["Location"].startswith(reverse("account_login"))
        refused = login or response.status_code in (403, 404)
        if allowed == refused or response.status_code >= 500:
            wrong.append((name, method, action, response.status_code, "allowed" if allowed else "refused"))
    assert wrong == []


OF_THE_REQUEST = ("api:jobs", "api:tournaments")  # whose body or parameters say what is asked for
FAULTY_REQUESTS = (
    ("", "{}", {}),
    ("?nonsense=1", "{}", {}),
    ("", '{"nonsense": 1}', {}),
    ("?dry_run=x", "{", {}),
    ("", "{}", {"Idempotency-Key": "a" * 201}),
    ("", "{}", {"If-Match": "none"}),
    ("", "{}", {"Idempotency-Key": "once", "If-Match": "none"}),
)


@pytest.mark.django_db
@pytest.mark.parametrize("role", ["public", "player"])
def test_rights_come_before_faults_of_the_request(house, role):
    """A stranger learns nothing about the form of a request that they may not send."""
    client, actor = client_of(house, role), house.actor(role)
    patterns = dict(named_patterns())
    wrong = []
    for name, method, action, _ in rest_routes():
        if may(actor, action, house.subjects[action]) or (role == "player" and name in OF_THE_REQUEST):
            continue
        for query, body, headers in FAULTY_REQUESTS:
            with transaction.atomic():
                address = house.address(name, patterns[name]) + query
                response = client.generic(method, address, body, "application/json", headers=headers)
                transaction.set_rollback(True)
            if response.status_code not in (401, 403, 404):
                wrong.append((name, method, query, body, headers, response.status_code))
    assert sorted({(one[0], one[1], str(one[4])[:20], one[5]) for one in wrong}) == []


@pytest.mark.django_db
def test_every_rest_route_refuses_an_unknown_parameter(house):
    """``dry_run`` is one where the document does not name it."""
    actor, patterns, wrong = house.actor("owner"), dict(named_patterns()), []
    client = client_of(house, "owner")
    for name, method, action, handler in rest_routes():
        if not may(actor, action, house.subjects[action]):
            continue
        unknown = ["nonsense"] if getattr(handler, "takes_dry_run", False) else ["nonsense", "dry_run"]
        address = house.address(name, patterns[name]) + "?" + "&".join(f"{one}=true" for one in unknown)
        with transaction.atomic():
            answer = client.generic(method, address, "{}", "application/json", headers={"If-Match": "*"})
            transaction.set_rollback(True)
        faults = [(one["place"], one["code"]) for one in answer.json().get("errors", ())]
        if faults != [(f"query:{one}", "unknown_parameter") for one in unknown] or answer.status_code != 422:
            wrong.append((name, method, answer.status_code, faults))
    assert wrong == []
