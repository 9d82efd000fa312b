"""Tournaments in the database for tests: by the same commands that directors give.

``row = a_tournament(players=8)`` has entries and nothing paired; ``pair(row, 1)``, ``finish(row, 1)`` go on.
"""

from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db.models import F
from django.test import Client
from django.utils import timezone

from games.adjudication.kinds import ClaimKind
from games.claims import commands as claim_commands
from games.claims import commands as claims
from games.claims.deciding import BeginSequence, Evidence
from games.log import folding, rebuilding
from games.log.digests import timestamp
from games.log.idempotency import KeptAnswer, seal
from games.log.unit_of_work import Context
from tests.games.claims.claim_builders import claiming
from tournaments.commands import NotHere, PairRound, carry_out, pair_round
from tournaments.competition.history import Entrant, History, MeetingKind, MeetingOf, Result, Winner
from tournaments.competition.settings import Settings, TeamSettings
from tournaments.domain.clubs import SetClubGroup
from tournaments.domain.declarations import News
from tournaments.domain.meetings import SetMeetingGroup
from tournaments.domain.results import RecordResult
from tournaments.domain.round_stages import PublishRound
from tournaments.domain.teams import FormTeam
from tournaments.domain.tournament import Publish
from tournaments.formats import Details, Imported, Overtime, Person, TimeSystem
from tournaments.interchange.importing import import_tournament
from tournaments.loading import load
from tournaments.organisations.invitations import Invite, accept, invite
from tournaments.outbox.rows import Endpoint, Job
from tournaments.persons.lists.folding import fold_name
from tournaments.persons.lists.rows import ListedPlayer, PlayerList
from tournaments.registration.registering import Register, register
from tournaments.registration.terms import SetTerms, set_terms
from tournaments.tables.people import Membership, Office, Organisation
from tournaments.tables.rows import EntryRow, TournamentRow
from tournaments.webhooks.messages import ping_message, with_full_url
from tournaments.webhooks.news import MESSAGE, PING
from tournaments.webhooks.sending import new_secret

NOW = datetime(2026, 11, 21, 9, 30, tzinfo=UTC)
CLUBS = ("Rive", "Hill", "Lake", "Port")


def answers_kept():
    """How many of the answers to keyed requests can be given again."""
    nothing = len(seal(bytes(32), b"", None))
    return sum(len(bytes(kept.sealed)) > nothing for kept in KeptAnswer.objects.all())


def a_context(expected=None, actor="tester", command_id=None):
    return Context(actor=actor, command_id=command_id or uuid4(), at=NOW, expected=expected)


def an_organisation(slug="home"):
    return Organisation.objects.get_or_create(slug=slug, defaults={"name": slug.title()})[0]


def an_account(name, office=None, organisation=None, tournament_id=None):
    """A user; with an office in the organisation (all of its tournaments unless one is named)."""
    user, _ = get_user_model().objects.get_or_create(username=name)
    if office is not None:
        Membership.objects.create(
            user=user,
            office=Office(office),
            organisation=organisation or an_organisation(),
            tournament_id=tournament_id,
        )
    return user


def logged_in(name="dora", office="director"):
    """The browser of an account with an office."""
    client = Client()
    client.force_login(an_account(name, office))
    return client


def differing_rows():
    """The tables whose rows a rebuild would write otherwise."""
    folding.clear_cache()
    return [table.name for table in rebuilding.rebuild(check=True) if not table.same]


def a_founder(user):
    """The user, who has said yes to an invitation to found organisations."""
    accept(an_invitation(), user.pk, timezone.now())
    return user


def an_invitation(organisation=None, office=None, player=None, tournament_id=None, at=None):
    """To an office of the organisation, to be a player's account, or to found."""
    maker = an_account("inviter")
    command = Invite(
        made_by=maker.pk,
        organisation=organisation,
        office=office and Office(office),
        player=player,
        tournament_id=tournament_id,
    )
    return invite(command, replace(a_context(), at=at or timezone.now()))


def family_name(place):
    """Alphabetical in the order of places: Player0000, Player0001, ..."""
    return f"Player{place:04}"


def an_entrant(place, **changes):
    """The strongest first, a rank weaker at every second place, never below 20 kyu."""
    rank = max(4 - place // 2, -20)
    values = {"rank": rank, "rating": 2100 + 100 * rank, "country": "NL", "club": CLUBS[place % len(CLUBS)]}
    return Entrant(id=family_name(place).upper(), order=place, **{**values, **changes})


def imported(entrants, games=(), byes=None, short_name="Open", warnings=(), persons=None, **settings):
    """What a reader of exchange files returns."""
    told = {entrant.id: Person(name=entrant.id.title(), first_name="") for entrant in entrants}
    return Imported(
        history=History(
            settings=Settings(**({"rounds": 5} | settings)),
            entrants={entrant.id: entrant for entrant in entrants},
            games=tuple(games),
            byes=byes or {},
        ),
        details=Details(
            name=f"The {short_name}",
            short_name=short_name,
            location="Riverside",
            director="",
            begins=date(2026, 11, 21),
            ends=date(2026, 11, 22),
            time=TimeSystem(basic=60, overtime=Overtime.NONE),
            persons=told | (persons or {}),
        ),
        warnings=warnings,
    )


def a_tournament(players=8, *, slug="open", organisation=None, published=True, finished=0, **settings):
    """A tournament of 5 rounds with entries; its first ``finished`` rounds are paired and played."""
    entrants = [an_entrant(place) for place in range(players)]
    house = organisation or an_organisation()
    summary = import_tournament(imported(entrants, **settings), house, slug, a_context())
    if published:
        carry_out(summary.tournament_id, Publish(), a_context())
    row = TournamentRow.objects.get(pk=summary.tournament_id)
    for number in range(1, finished + 1):
        pair(row, number)
        finish(row, number)
    return TournamentRow.objects.get(pk=summary.tournament_id)


def a_team_tournament(teams=2, boards=2, substitutes=0, *, slug="teams", published=True, **settings):
    """Teams "Team 1", "Team 2" ... of as many entries each, in the order of names; nothing is paired."""
    size = boards + substitutes
    chosen = {"system": "swiss", "criteria": ("NBW",), "teams": TeamSettings(boards=boards), **settings}
    row = a_tournament(teams * size, slug=slug, published=published, **chosen)
    entries = list(load(str(row.id))[0].entries)
    for number in range(teams):
        members = tuple(entries[number * size : (number + 1) * size])
        form = FormTeam(team_id=str(uuid4()), name=f"Team {number + 1}", members=members)
        carry_out(str(row.id), form, a_context())
    return TournamentRow.objects.get(pk=row.pk)


def pair(row, number, *, seed=0):
    """Pair a round and show it."""
    command = PairRound(round=number, seed=seed, not_here=NotHere.PAIR, reason="the hall closes")
    pair_round(str(row.id), command, a_context())
    carry_out(str(row.id), PublishRound(round=number), a_context())


def finish(row, number, winner=Winner.BLACK):
    """Every game of the round has this result."""
    for game_id in state_of(row).round(number).pairs:
        do(row, RecordResult(game_id=game_id, result=Result(winner=winner)))


def do(row, command, **context):
    """What a command on the tournament of a row recorded."""
    return carry_out(str(row.id), command, a_context(**context))


def state_of(row):
    """The folded state of the tournament of a row."""
    return load(str(row.id))[0]


def a_family(row):
    """The id of a group of two entries who must not meet."""
    group_id, members = str(uuid4()), EntryRow.objects.filter(tournament=row).values_list("id", flat=True)[:2]
    command = SetMeetingGroup(
        group_id=group_id,
        kind=MeetingKind.MUST_NOT,
        of=MeetingOf.FAMILY,
        members=frozenset(members),
        reason="brothers",
    )
    carry_out(str(row.id), command, a_context())
    return group_id


def a_club_group(row, *clubs, name="West"):
    """The id of a group of clubs."""
    group_id, named = str(uuid4()), frozenset(clubs or CLUBS[:2])
    command = SetClubGroup(group_id=group_id, name=name, clubs=named, reason="one town")
    carry_out(str(row.id), command, a_context())
    return group_id


def a_listed_player(organisation=None, kind="egd", number="10213786", name="Vos Anna", rank=2):
    """A row of a federation's list, which is made."""
    listing, _ = PlayerList.objects.get_or_create(
        organisation=organisation or an_organisation(), kind=kind, defaults={"read_at": NOW, "version": 1}
    )
    family, _, given = name.partition(" ")
    return ListedPlayer.objects.create(
        id=uuid4(),
        listing=listing,
        number=number,
        family_name=family,
        given_name=given,
        country="NL",
        club="Leid",
        rank=rank,
        rating=None if rank is None else 2112 + 100 * rank,
        folded=f" {fold_name(name)}",
        version=1,
    )


def claim_of(claim_id):
    """Return the state of a claim after all of its events."""
    claim, _ = claim_commands.load(claim_id)
    return claim


def a_claim(game_id, by="desk", picture=b"", sgf=b"", text="", **statement):
    """The id of a claim on the game, by default on a repetition, with a sequence that has not begun."""
    claim_id = str(uuid4())
    said = {"kind": ClaimKind.REPETITION, **statement}
    brought = Evidence(picture=picture, sgf=sgf, text=text)
    claims.make_claim(claiming(claim_id, str(game_id), said, brought), by, a_context())
    claims.execute(claim_id, BeginSequence(), "desk", a_context())
    return claim_id


def a_webhook(organisation=None, url="https://hooks.example/news", kinds=tuple(News), **columns):
    """An endpoint of the organisation, for news of every kind unless told otherwise."""
    return Endpoint.objects.create(
        organisation=organisation or an_organisation(),
        url=url,
        kinds=list(kinds),
        **{"secret": new_secret(), "created_at": NOW, **columns},
    )


def a_message(endpoint, at=NOW, kind=MESSAGE):
    """A message that waits for the endpoint; unlike a ping it is tried again."""
    Endpoint.objects.filter(pk=endpoint.pk).update(last_sequence=F("last_sequence") + 1)
    sequence = Endpoint.objects.values_list("last_sequence", flat=True).get(pk=endpoint.pk)
    body = with_full_url(ping_message(endpoint, timestamp(at)), "https://nigiri.example")
    params = {**body, "sequence": sequence}
    return Job.objects.create(
        id=uuid4(), kind=kind, endpoint=endpoint, sequence=sequence, params=params, asked_at=at, due_at=at
    )


def a_ping(endpoint, at=NOW):
    """A test that waits for the endpoint."""
    return a_message(endpoint, at, PING)


def messages():
    """All messages to webhooks."""
    return Job.objects.exclude(endpoint=None)


def open_registration(row, **changes):
    """Players may enter themselves, with the usual fields; ``changes`` by column of the terms."""
    command = SetTerms(**{"is_open": True, "consent": "I agree that my name is published.", **changes})
    return set_terms(row, command, a_context())


def a_signup(row, name="Vos Anna", **told):
    """Somebody who registered on terms that publish who comes."""
    open_registration(row, shown="everybody")
    family, _, given = name.partition(" ")
    said = {"rank": 0, "country": "NL", "club": "Rive", **told}
    command = Register(signup_id=str(uuid4()), family_name=family, given_name=given, consent=1, **said)
    return register(row, command, a_context(actor="public"))
