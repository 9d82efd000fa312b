"""Groups of clubs that are near to each other."""

from typing import Any, ClassVar
from uuid import UUID, uuid5

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.operations import REASON
from games.rest.views import answer, context_of, writes
from tournaments.api.base import TournamentView
from tournaments.deciding.clubs import (
    LONGEST_CLUB,
    LONGEST_CLUB_GROUP,
    MOST_CLUBS,
    DropClubGroup,
    SetClubGroup,
)
from tournaments.loading import load
from tournaments.operations.fields import NameField
from tournaments.reading.club_groups import club_group_body, club_groups_body
from tournaments.tables.rows import TournamentRow


class ClubGroupOut(serializers.Serializer[Any]):
    """Players of two different ``clubs`` of a group are half from apart: what geography in pairing counts."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    clubs = serializers.ListField(child=serializers.CharField())


class ClubGroupIn(serializers.Serializer[Any]):
    """``clubs``: as players have them, in whatever case. ``reason``: needed once a round is paired."""

    name = NameField(max_length=LONGEST_CLUB_GROUP)
    clubs = serializers.ListField(
        child=NameField(max_length=LONGEST_CLUB), min_length=2, max_length=MOST_CLUBS
    )
    reason = serializers.CharField(max_length=500, required=False, default="", allow_blank=True)


class ClubGroupList(TournamentView):
    """Groups of clubs that are near to each other."""

    access: ClassVar[dict[str, str]] = {"GET": "entry.check_in", "POST": "entry.change"}

    @extend_schema(operation_id="club_groups", responses=ClubGroupOut(many=True))
    def get(self, request: Request, slug: str) -> Response:
        """The groups of clubs, by name."""
        body, version = club_groups_body(self.tournament(slug))
        return answer(body["groups"], version=version)

    @extend_schema(request=ClubGroupIn, responses={201: ClubGroupOut})
    @writes
    def post(self, request: Request, slug: str) -> Response:
        """Make a group of clubs: its players meet each other later than those of clubs far away."""
        row = self.tournament(slug)
        group_id = str(uuid5(context_of(request).command_id, "club-group"))
        self.carry_out(row, _set(group_id, self.body(ClubGroupIn)))
        return _said_group(row, group_id, status=201)


class ClubGroupDetail(TournamentView):
    """One group of clubs."""

    access: ClassVar[dict[str, str]] = {
        "GET": "entry.check_in",
        "PUT": "entry.change",
        "DELETE": "entry.change",
    }

    @extend_schema(operation_id="club_group", responses=ClubGroupOut)
    def get(self, request: Request, slug: str, club_group_id: UUID) -> Response:
        """One group of clubs."""
        return _said_group(self.tournament(slug), str(club_group_id))

    @extend_schema(request=ClubGroupIn, responses=ClubGroupOut)
    @writes
    def put(self, request: Request, slug: str, club_group_id: UUID) -> Response:
        """Change the name or the clubs of a group."""
        row = self.tournament(slug)
        _found(row, str(club_group_id))
        self.carry_out(row, _set(str(club_group_id), self.body(ClubGroupIn)))
        return _said_group(row, str(club_group_id))

    @extend_schema(parameters=[REASON], responses={204: None})
    @writes
    def delete(self, request: Request, slug: str, club_group_id: UUID) -> Response:
        """Let each of the clubs count for itself again."""
        row = self.tournament(slug)
        self.carry_out(row, DropClubGroup(group_id=str(club_group_id), reason=self.reason()))
        return answer(None, status=204)


def _set(group_id: str, given: dict[str, Any]) -> SetClubGroup:
    return SetClubGroup(
        group_id=group_id, name=given["name"], clubs=frozenset(given["clubs"]), reason=given["reason"]
    )


def _found(row: TournamentRow, group_id: str) -> tuple[Any, int]:
    state, version = load(str(row.id))
    group = state.club_groups.get(group_id)
    if group is None:
        raise Http404
    return group, version


def _said_group(row: TournamentRow, group_id: str, status: int = 200) -> Response:
    group, version = _found(row, group_id)
    return answer(club_group_body(group), version=version, status=status)
