"""What is asked of pairings before they are made: groups that meet or do not, byes, tables."""

from typing import Any, ClassVar
from uuid import UUID, uuid5

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.operations import REASON
from games.rest.views import answer, context_of, writes
from tournaments.access.actors import entry_subject, tournament_subject
from tournaments.api.base import TournamentView
from tournaments.competition.history import MeetingKind, MeetingOf
from tournaments.deciding.meetings import MOST_MEMBERS, DropMeetingGroup, SetMeetingGroup
from tournaments.deciding.wishes import AskForBye, PinPlayer
from tournaments.loading import load
from tournaments.reading.queries import entry_names, tournament_by_slug
from tournaments.reading.wishes import entry_body, group_body, wishes_body
from tournaments.tables.rows import EntryRow, TournamentRow


class MeetingMemberOut(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()


class MeetingOut(serializers.Serializer[Any]):
    """Any two ``members`` must, or must not, meet in ``rounds``; none named: in every round."""

    id = serializers.UUIDField()
    rule = serializers.ChoiceField([kind.value for kind in MeetingKind])
    of = serializers.ChoiceField([of.value for of in MeetingOf])
    members = MeetingMemberOut(many=True)
    rounds = serializers.ListField(child=serializers.IntegerField())


class WishOut(MeetingMemberOut):
    """``byes_asked``: rounds whose bye the player would like. ``table``: where his games are; 0: anywhere."""

    byes_asked = serializers.ListField(child=serializers.IntegerField())
    table = serializers.IntegerField()


class PinnedOut(serializers.Serializer[Any]):
    game = serializers.UUIDField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()


class WishesOut(serializers.Serializer[Any]):
    """``tables``: players, ``games``: single games that are pinned to one; ``tables_unused``: a setting."""

    tournament = serializers.SlugField()
    meetings = MeetingOut(many=True)
    byes = WishOut(many=True)
    tables = WishOut(many=True)
    games = PinnedOut(many=True)
    tables_unused = serializers.ListField(child=serializers.IntegerField())


class MeetingIn(serializers.Serializer[Any]):
    """``members``: entries; ``of``: who they are to each other. ``reason``: needed once a round is paired."""

    rule = serializers.ChoiceField([kind.value for kind in MeetingKind])
    of = serializers.ChoiceField([of.value for of in MeetingOf], required=False, default=MeetingOf.BY_HAND)
    members = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=MOST_MEMBERS)
    rounds = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=40), required=False, default=list, max_length=40
    )
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class TableWishIn(serializers.Serializer[Any]):
    """``reason``: needed once a round is paired."""

    table = serializers.IntegerField(min_value=1, max_value=10_000)
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class Wishes(TournamentView):
    """All that is asked of pairings."""

    access: ClassVar[dict[str, str]] = {"GET": "entry.check_in"}

    @extend_schema(operation_id="wishes", responses=WishesOut)
    def get(self, request: Request, slug: str) -> Response:
        """Groups that must or must not meet, byes asked for, players pinned to a table."""
        body, version = wishes_body(self.tournament(slug))
        return answer(body, version=version)


class MeetingList(TournamentView):
    """Groups of whom any two must, or must not, meet."""

    access: ClassVar[dict[str, str]] = {"GET": "entry.check_in", "POST": "entry.change"}

    @extend_schema(operation_id="meetings", responses=MeetingOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The groups that must or must not meet."""
        body, version = wishes_body(self.tournament(slug))
        return answer(body["meetings"], version=version)

    @extend_schema(request=MeetingIn, responses={201: MeetingOut})
    @writes
    def post(self, request: Request, slug: str) -> Response:
        """Make a group that must, or must not, meet."""
        row = self.tournament(slug)
        group_id = str(uuid5(context_of(request).command_id, "meeting"))
        self.carry_out(row, _set(group_id, self.body(MeetingIn)))
        return _said_group(row, group_id, status=201)


class MeetingDetail(TournamentView):
    """One of these groups."""

    access: ClassVar[dict[str, str]] = {
        "GET": "entry.check_in",
        "PUT": "entry.change",
        "DELETE": "entry.change",
    }

    @extend_schema(operation_id="meeting", responses=MeetingOut)
    def get(self, request: Request, slug: str, group_id: UUID) -> Response:
        """One group that must or must not meet."""
        return _said_group(self.tournament(slug), str(group_id))

    @extend_schema(request=MeetingIn, responses=MeetingOut)
    @writes
    def put(self, request: Request, slug: str, group_id: UUID) -> Response:
        """Change who must, or must not, meet, and in which rounds."""
        row = self.tournament(slug)
        _group(row, str(group_id))
        self.carry_out(row, _set(str(group_id), self.body(MeetingIn)))
        return _said_group(row, str(group_id))

    @extend_schema(parameters=[REASON], responses={204: None})
    @writes
    def delete(self, request: Request, slug: str, group_id: UUID) -> Response:
        """Let a group meet, or not, as it comes."""
        row = self.tournament(slug)
        self.carry_out(row, DropMeetingGroup(group_id=str(group_id), reason=self.reason()))
        return answer(None, status=204)


def _set(group_id: str, given: dict[str, Any]) -> SetMeetingGroup:
    return SetMeetingGroup(
        group_id=group_id,
        kind=MeetingKind(given["rule"]),
        of=MeetingOf(given["of"]),
        members=frozenset(map(str, given["members"])),
        rounds=frozenset(given["rounds"]),
        reason=given["reason"],
    )


def _group(row: TournamentRow, group_id: str) -> tuple[Any, int]:
    state, version = load(str(row.id))
    group = state.meetings.get(group_id)
    if group is None:
        raise Http404
    return group, version


def _said_group(row: TournamentRow, group_id: str, status: int = 200) -> Response:
    group, version = _group(row, group_id)
    return answer(group_body(group, entry_names(row)), version=version, status=status)


class EntryBye(TournamentView):
    """The player asks for the bye of a round (PUT), or does not any more (DELETE)."""

    access: ClassVar[dict[str, str]] = {"PUT": "bye.ask", "DELETE": "bye.ask"}

    @extend_schema(operation_id="bye_ask", request=None, responses=WishOut)
    @writes
    def put(self, request: Request, slug: str, entry_id: UUID, number: int) -> Response:
        """Ask for the bye of a round: with an odd number it goes to who had fewest and asks for it."""
        return self._ask(slug, str(entry_id), number, wanted=True)

    @extend_schema(operation_id="bye_ask_no_more", responses={200: WishOut})
    @writes
    def delete(self, request: Request, slug: str, entry_id: UUID, number: int) -> Response:
        """Ask for the bye of a round no more."""
        return self._ask(slug, str(entry_id), number, wanted=False)

    def _ask(self, slug: str, entry_id: str, number: int, *, wanted: bool) -> Response:
        row = tournament_by_slug(slug)
        entry = EntryRow.objects.filter(tournament=row, pk=entry_id).first()
        subject = entry_subject(row, entry) if entry else tournament_subject(row)
        self.allow(subject, seen=self._sees(tournament_subject(row)))
        self.carry_out(row, AskForBye(entry_id=entry_id, round=number, wanted=wanted))
        return _said_entry(row, entry_id)


class EntryTable(TournamentView):
    """The player's games are at one table (PUT), or anywhere (DELETE)."""

    access: ClassVar[dict[str, str]] = {"PUT": "entry.change", "DELETE": "entry.change"}

    @extend_schema(operation_id="player_pin", request=TableWishIn, responses=WishOut)
    @writes
    def put(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Pin a player to a table."""
        row = self.tournament(slug)
        self.carry_out(row, PinPlayer(entry_id=str(entry_id), **self.body(TableWishIn)))
        return _said_entry(row, str(entry_id))

    @extend_schema(operation_id="player_unpin", parameters=[REASON], responses={200: WishOut})
    @writes
    def delete(self, request: Request, slug: str, entry_id: UUID) -> Response:
        """Let a player sit at any table again."""
        row = self.tournament(slug)
        self.carry_out(row, PinPlayer(entry_id=str(entry_id), table=0, reason=self.reason()))
        return _said_entry(row, str(entry_id))


def _said_entry(row: TournamentRow, entry_id: str) -> Response:
    state, version = load(str(row.id))
    return answer(entry_body(state.entries[entry_id], entry_names(row)), version=version)
