"""The reasons of a bye, the proof of a round, and the rules of pairing."""

from typing import TypedDict
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.rest.bodies import body_from
from games.rest.operated import reads
from games.rest.views import respond_with_etag
from tournaments.api.base import TournamentView, View
from tournaments.competition.pairing import RULES
from tournaments.competition.pairing.words import WANTS
from tournaments.proofs.proving import ProofBody, proof_body
from tournaments.proofs.reasoning import ByeWhyBody, bye_body


class ByeWhy(TournamentView):
    """The reasons of a bye."""

    @reads("get_bye_reasons", "round.read", ByeWhyBody)
    def get(self, request: Request, slug: str, number: int, entry_id: UUID) -> Response:
        """Get why a player has the bye, and who would be next."""
        row, _ = self.round(slug, number)
        return respond_with_etag(bye_body(row, number, str(entry_id)), version=row.version)


class RoundProof(TournamentView):
    """The pairing of a round, computed again from the log."""

    @reads("get_round_proof", "round.read", ProofBody)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Check whether the pairing of a round was optimal, and what each edit by hand cost."""
        row, _ = self.round(slug, number)
        return respond_with_etag(proof_body(row, number, officer=self.officer(row)), version=row.version)


class RuleSetBody(TypedDict):
    """Switches by which rule sets differ; ``draw_limit`` null: no limit."""

    name: str
    groups_count_absent: bool
    draw_limit: int | None
    strong_waive_geography: bool
    no_club_is_none: bool
    names_as_written: bool
    last_ties_by_number: bool
    defaults_balance_colours: bool
    default_win_is_bye: bool
    repeats_add_up: bool
    halves_count: bool
    must_not_is_absolute: bool


class PairingCriterionBody(TypedDict):
    name: str
    wants: str


class PairingRulesBody(TypedDict):
    rules: list[RuleSetBody]
    criteria: list[PairingCriterionBody]


class PairingRulesView(View):
    """The versions of the rules of pairing."""

    @reads("get_pairing_rules", "site.read", PairingRulesBody)
    def get(self, request: Request) -> Response:
        """Get every version of the pairing rules, and what their criteria aim at."""
        self.allow()
        body: PairingRulesBody = {
            "rules": [body_from(RuleSetBody, rules) for rules in RULES.values()],
            "criteria": [{"name": name, "wants": wants} for name, wants in WANTS.items() if name != "byes"],
        }
        return respond_with_etag(body)
