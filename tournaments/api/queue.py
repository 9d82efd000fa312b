"""The referee's queue: what is to be decided, before the next round is paired or later."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.views import answer
from tournaments.api.base import TournamentView
from tournaments.reading.officiating import queue_body
from tournaments.reading.queue import Why
from tournaments.state.tournament import ResultState


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
    """``reports``: entry -> what that player said.

    ``before_next_round``: the next round is not paired yet, and would be paired on this result as it stands;
    of the last round, the final standings would rest on it. A director may pair all the same.
    """

    game = serializers.UUIDField()
    round = serializers.IntegerField()
    table = serializers.IntegerField()
    black = SideOut()
    white = SideOut()
    why = serializers.ChoiceField(choices=[why.value for why in Why])
    before_next_round = serializers.BooleanField()
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
