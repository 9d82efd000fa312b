"""Why two meet, why a player has the bye, and the proof of a round, for people to read."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.marking import marked
from games.speaking import translate
from tournaments.competition.pairing.words import WANTS, change_words, tables_below_best
from tournaments.proofs.proving import EditProofBody, proof_body
from tournaments.proofs.reasoning import WhyPlayerBody, bye_body, why_body
from tournaments.tables.rows import PairingRow, TournamentRow
from tournaments.web.base import officer, read_page, round_for
from tournaments.web.overview.reading import frame
from tournaments.web.overview.words import other_in_words

NOTHING = marked("none: the order of the players")
NEAREST = 10  # other opponents that the page lists; REST tells all


@read_page
def why_page(request: HttpRequest, slug: str, number: int, game_id: str) -> HttpResponse:
    row, _ = round_for(request, slug, number, "round.read")
    body = why_body(row, number, str(game_id))
    why = {**body, "players": [_with_nearest(player) for player in body["players"]]}
    return render(
        request,
        "nigiri/why.html",
        {**frame(request, row), "number": number, "why": why, "made_of": in_words(body["components"])},
    )


def _with_nearest(player: WhyPlayerBody) -> dict[str, Any]:
    """With the nearest other opponents in words; ``pluses``: some would make the round worth more."""
    nearest = [
        {**other_in_words(other), "wants": translate(WANTS.get(other["decided"], NOTHING))}
        for other in player["instead"][:NEAREST]
    ]
    return {**player, "nearest": nearest, "pluses": any(other["plus"] for other in nearest)}


@read_page
def bye_page(request: HttpRequest, slug: str, number: int, entry_id: str) -> HttpResponse:
    row, _ = round_for(request, slug, number, "round.read")
    body = bye_body(row, number, str(entry_id))
    return render(request, "nigiri/why_bye.html", {**frame(request, row), "number": number, "why": body})


@read_page
def proof_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The proof, the criteria of the pairing, and the effect of edits by hand."""
    row, _ = round_for(request, slug, number, "round.read")
    body = proof_body(row, number, officer=officer(request, row))
    edits = [{**edit, "effect": _effect(edit)} for edit in body["edits"]]
    context = {"number": number, "proof": {**body, "edits": edits}, "criteria": _criteria(row, number)}
    return render(request, "nigiri/proof.html", {**frame(request, row), **context})


def _effect(edit: EditProofBody) -> str:
    """What an edit made worse or better; empty where that cannot be computed."""
    return "" if edit["change_total"] is None else translate(change_words(edit["change"]))


def _criteria(row: TournamentRow, number: int) -> list[dict[str, Any]]:
    """The criteria of the pairing, and the tables that had to fall short of them."""
    pairings = PairingRow.objects.filter(tournament=row, round=number)
    weighed = {pairing.table: pairing.components for pairing in pairings if pairing.components}
    return [
        {"wants": translate(WANTS[name]), "tables": tables}
        for name, tables in tables_below_best(weighed).items()
        if name in WANTS
    ]


def in_words(components: dict[str, int]) -> list[dict[str, Any]]:
    """The criteria that count for something: what they want, and what it is worth here."""
    return [
        {"wants": translate(WANTS.get(name, name)), "worth": cost}
        for name, cost in components.items()
        if cost
    ]
