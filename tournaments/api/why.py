"""Why two meet, why somebody has the bye, and whether the published pairing was the best there is."""

from dataclasses import asdict
from typing import Any, ClassVar
from uuid import UUID

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.views import answer
from tournaments.api.base import TournamentView, View
from tournaments.competition.pairing import RULES
from tournaments.competition.pairing.words import WANTS
from tournaments.proofs.proving import proof_body
from tournaments.proofs.reasoning import bye_body, why_body


class InsteadOut(serializers.Serializer[Any]):
    """Another opponent. ``change``: of the whole pairing, if the two met, and ``left`` whom the player meets.

    ``decided``: the criterion that loses most; "level": none, the order of players did; "byes": the opponent
    is due the bye. ``club_group``: the one that the clubs of both are in. Totals are exact, hence text.
    """

    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()
    components = serializers.DictField(child=serializers.IntegerField())
    total = serializers.CharField()
    change = serializers.DictField(child=serializers.IntegerField())
    change_total = serializers.CharField()
    decided = serializers.CharField()
    left = serializers.CharField()
    bye = serializers.BooleanField()
    club_group = serializers.CharField()


class WhyPlayerOut(serializers.Serializer[Any]):
    """``instead``: every other opponent, the nearest first; ``decided`` is what the nearest lost by."""

    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()
    decided = serializers.CharField()
    says = serializers.CharField()
    instead = InsteadOut(many=True)


class WhyOut(serializers.Serializer[Any]):
    """The reasons of one pair; where a director made it ``by_hand``, the others are those who waited too.

    ``club_group``: the group of clubs, as they were then, that has the clubs of both; or empty.
    """

    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    game = serializers.UUIDField()
    by_hand = serializers.BooleanField()
    components = serializers.DictField(child=serializers.IntegerField())
    total = serializers.CharField()
    club_group = serializers.CharField()
    players = WhyPlayerOut(many=True)
    says = serializers.CharField()


class ByeClaimOut(serializers.Serializer[Any]):
    """The least has the bye: fewest ``byes``, having ``asked``, least ``weight``, last ``place``."""

    entrant = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()
    byes = serializers.IntegerField()
    asked = serializers.BooleanField()
    weight = serializers.ListField(child=serializers.IntegerField())
    place = serializers.IntegerField()


class ByeWhyOut(serializers.Serializer[Any]):
    """``given_by``: "rule", or "hand" for a director. ``claims``: of all who could have it, in order."""

    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    entry = serializers.UUIDField()
    name = serializers.CharField()
    key = serializers.CharField()
    given_by = serializers.ChoiceField(["rule", "hand"])
    decided = serializers.CharField()
    claims = ByeClaimOut(many=True)
    says = serializers.CharField()


class ToldFoundOut(serializers.Serializer[Any]):
    """What the log says, and what is found when it is computed again; null where that cannot be done."""

    told = serializers.CharField()
    found = serializers.CharField(allow_null=True)


class ByesToldFoundOut(serializers.Serializer[Any]):
    told = serializers.ListField(child=serializers.CharField())
    found = serializers.ListField(child=serializers.CharField())


class PartProofOut(serializers.Serializer[Any]):
    """One matching of the round, computed again from the log as of ``position``."""

    method = serializers.CharField()
    group = serializers.CharField()
    at = serializers.DateTimeField()
    position = serializers.IntegerField()
    by = serializers.CharField()
    games = serializers.IntegerField()
    rules = serializers.CharField()
    seed = serializers.IntegerField()
    provable = serializers.BooleanField()
    optimal = serializers.BooleanField(allow_null=True)
    total = ToldFoundOut()
    optimum = ToldFoundOut()
    inputs_digest = ToldFoundOut()
    byes = ByesToldFoundOut()
    components = serializers.DictField(child=serializers.CharField())
    says = serializers.CharField()


class EditProofOut(serializers.Serializer[Any]):
    """An edit by hand and what it cost: below 0 the round is worth less since. Reasons are for officers."""

    kind = serializers.CharField()
    at = serializers.DateTimeField()
    by = serializers.CharField()
    reason = serializers.CharField()
    says = serializers.CharField()
    change = serializers.DictField(child=serializers.IntegerField())
    change_total = serializers.CharField(allow_null=True)


class StandsOut(serializers.Serializer[Any]):
    """The round as it stands, and the most that the same players could reach."""

    total = serializers.CharField()
    optimum = serializers.CharField()
    gap = serializers.CharField()


class ProofOut(serializers.Serializer[Any]):
    tournament = serializers.SlugField()
    round = serializers.IntegerField()
    published = serializers.BooleanField()
    parts = PartProofOut(many=True)
    edits = EditProofOut(many=True)
    stands = StandsOut(allow_null=True)
    says = serializers.CharField()


class PairWhy(TournamentView):
    """The reasons of a pair."""

    access: ClassVar[dict[str, str]] = {"GET": "round.read"}

    @extend_schema(operation_id="pairing_why", responses=WhyOut)
    def get(self, request: Request, slug: str, number: int, game_id: UUID) -> Response:
        """Why these two meet: the criteria, and what every other opponent of each would have cost."""
        row, _ = self.round(slug, number)
        return answer(why_body(row, number, str(game_id)), version=row.version)


class ByeWhy(TournamentView):
    """The reasons of a bye."""

    access: ClassVar[dict[str, str]] = {"GET": "round.read"}

    @extend_schema(operation_id="bye_why", responses=ByeWhyOut)
    def get(self, request: Request, slug: str, number: int, entry_id: UUID) -> Response:
        """Why this player has the bye, and who would be next."""
        row, _ = self.round(slug, number)
        return answer(bye_body(row, number, str(entry_id)), version=row.version)


class RoundProof(TournamentView):
    """The pairing of a round, computed again from the log."""

    access: ClassVar[dict[str, str]] = {"GET": "round.read"}

    @extend_schema(operation_id="round_proof", responses=ProofOut)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Whether the published pairing was optimal, and what each edit by hand cost."""
        row, _ = self.round(slug, number)
        return answer(proof_body(row, number, officer=self.officer(row)), version=row.version)


class RuleSetOut(serializers.Serializer[Any]):
    """Switches by which rule sets differ; ``draw_limit`` null: no limit."""

    name = serializers.CharField()
    groups_count_absent = serializers.BooleanField()
    draw_limit = serializers.IntegerField(allow_null=True)
    strong_waive_geography = serializers.BooleanField()
    no_club_is_none = serializers.BooleanField()


class PairingCriterionOut(serializers.Serializer[Any]):
    name = serializers.CharField()
    wants = serializers.CharField()


class PairingRulesOut(serializers.Serializer[Any]):
    rules = RuleSetOut(many=True)
    criteria = PairingCriterionOut(many=True)


class PairingRulesView(View):
    """The versions of the rules of pairing."""

    access: ClassVar[dict[str, str]] = {"GET": "site.read"}

    @extend_schema(operation_id="pairing_rules", responses=PairingRulesOut)
    def get(self, request: Request) -> Response:
        """Every rule set that a round can be paired by, how they differ, and what the criteria want."""
        self.allow()
        criteria = [{"name": name, "wants": wants} for name, wants in WANTS.items() if name != "byes"]
        return answer({"rules": [asdict(rules) for rules in RULES.values()], "criteria": criteria})
