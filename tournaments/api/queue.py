"""The referee's queue: everything that blocks the next round, or will."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest import answer
from tournaments.api.base import TournamentView
from tournaments.officiating import queue_body
from tournaments.queue import Why
from tournaments.tournament import ResultState


class SideOut(serializers.Serializer[Any]):
    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()


class OpenClaimOut(serializers.Serializer[Any]):
    claim = serializers.CharField()
    kind = serializers.CharField()
    state = serializers.CharField()
    made_at = serializers.DateTimeField()


class WaitingOut(serializers.Serializer[Any]):
    """``blocks``: the next round would be paired on it. ``reports``: entry -> what that player said."""

    game = serializers.UUIDField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    black = SideOut()
    white = SideOut()
    why = serializers.ChoiceField(choices=[why.value for why in Why])
    blocks = serializers.BooleanField()
    result = serializers.CharField()
    text = serializers.CharField()
    result_state = serializers.ChoiceField(choices=[state.value for state in ResultState])
    reports = serializers.DictField(child=serializers.CharField())
    claims = OpenClaimOut(many=True)


class QueueOut(serializers.Serializer[Any]):
    """The most pressing first."""

    tournament = serializers.SlugField()
    games = WaitingOut(many=True)


class Queue(TournamentView):
    access: ClassVar[dict[str, str]] = {"GET": "queue.read"}

    @extend_schema(operation_id="queue", responses=QueueOut)
    def get(self, request: Request, slug: str) -> Response:
        """Games that wait for a referee."""
        body, version = queue_body(self.tournament(slug))
        return answer(QueueOut(body).data, version=version)
