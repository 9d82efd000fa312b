"""A tournament of 24 with a dispute, by a client that openapi-python-client made of the OpenAPI document.

Its arguments: the service's address, the password of both accounts, the address for the webhook's messages.
"""

import csv
import io
import json
import sys
from uuid import uuid4

from nigiri_client import AuthenticatedClient, Client
from nigiri_client.api.claims import appeal_ruling, decide_appeal, rule_on_claim
from nigiri_client.api.entries import change_entry, enter_players, get_entry, get_entry_link, list_entries
from nigiri_client.api.games import get_game, make_claim, report_result
from nigiri_client.api.invitations import accept_invitation, invite_officer
from nigiri_client.api.login import log_in
from nigiri_client.api.organisations import create_organisation
from nigiri_client.api.players import add_player
from nigiri_client.api.rounds import change_round, list_pairings, pair_round
from nigiri_client.api.standings import list_standings
from nigiri_client.api.tournaments import change_tournament, create_tournament, get_tournament
from nigiri_client.api.webhooks import add_webhook
from nigiri_client.models import (
    AppealRequest,
    ChangeEntryRequest,
    ChangeRoundRequest,
    ChangeTournamentRequest,
    ClaimTypeEnum,
    CreateTournamentRequest,
    DecideAppealDecisionEnum,
    DecideAppealRequest,
    EnterPlayerLineRequest,
    EnterPlayersRequest,
    InvitationInRequest,
    LoginInRequest,
    MakeClaimFormRequest,
    NewsTypeEnum,
    OfficeEnum,
    OrganisationBodyRequest,
    PairRoundRequest,
    PlayerBodyRequest,
    Problem,
    RemedyInRequest,
    RemedyResultEnum,
    ReportResultRequest,
    RuleDecisionEnum,
    RuleRequest,
    TournamentSettingsRequest,
    WebhookInRequest,
    WinnerEnum,
)
from nigiri_client.types import File

URL, PASSWORD, HOOK = sys.argv[1:]
CLUB, SLUG, PLAYERS = "riverside", "open", 24
SGF = b"(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dp];B[dd];W[pp];B[];W[])"


def good(response):
    """What was answered and its ETag; raises the problem of a refusal."""
    assert not isinstance(response.parsed, Problem), response.parsed
    assert response.parsed is not None, response
    return response.parsed, response.headers.get("ETag")


def client(token, prefix="Bearer"):
    return AuthenticatedClient(base_url=URL, token=token, prefix=prefix, raise_on_unexpected_status=True)


def account(name):
    body = LoginInRequest(username=name, password=PASSWORD)
    token, _ = good(log_in.sync_detailed(client=Client(base_url=URL), body=body))
    return client(token.token)


def set_up(director):
    """The secret of the webhook."""
    organisation = OrganisationBodyRequest(slug=CLUB, name="Riverside")
    good(create_organisation.sync_detailed(client=director, body=organisation, idempotency_key=str(uuid4())))
    settings = TournamentSettingsRequest(rounds=2, komi=6.5, criteria=["MMS", "SOS", "SOSOS"])
    tournament = CreateTournamentRequest(organisation=CLUB, slug=SLUG, name="Open", settings=settings)
    good(create_tournament.sync_detailed(client=director, body=tournament))
    hook = WebhookInRequest(url=HOOK, types=list(NewsTypeEnum), tournament=SLUG)
    made, _ = good(add_webhook.sync_detailed(CLUB, client=director, body=hook))
    lines = []
    for number in range(PLAYERS):
        body = PlayerBodyRequest(family_name=f"Family{number:02}", given_name="G", rank="2k", rating=1900)
        player, _ = good(add_player.sync_detailed(CLUB, client=director, body=body))
        lines.append(EnterPlayerLineRequest(player=player.id))
    entered, _ = good(enter_players.sync_detailed(SLUG, client=director, body=EnterPlayersRequest(lines)))
    assert entered.stored == PLAYERS
    published = ChangeTournamentRequest(published=True)
    good(change_tournament.sync_detailed(SLUG, client=director, body=published, if_match="*"))
    return made.secret


def appoint(director, referee):
    body = InvitationInRequest(office=OfficeEnum.REFEREE, tournament=SLUG)
    invitation, _ = good(invite_officer.sync_detailed(CLUB, client=director, body=body))
    good(accept_invitation.sync_detailed(invitation.token, client=referee))


def edit(director):
    """List the entries, and change one with the ETag of the list; an older one is refused."""
    page, etag = good(list_entries.sync_detailed(SLUG, client=director, page_size=5, q="Family07"))
    [entry] = page.results
    body = ChangeEntryRequest(rank="1d", reason="graded yesterday")
    good(change_entry.sync_detailed(SLUG, entry.id, client=director, body=body, if_match=etag))
    changed, _ = good(get_entry.sync_detailed(SLUG, entry.id, client=director))
    stale = change_entry.sync_detailed(SLUG, entry.id, client=director, body=body, if_match=etag)
    return [changed.rank, stale.parsed.status, str(stale.parsed.code)]


def pair(director):
    _, etag = good(get_tournament.sync_detailed(SLUG, client=director))
    good(pair_round.sync_detailed(SLUG, 1, client=director, body=PairRoundRequest(), if_match=etag))
    published = ChangeRoundRequest(published=True)
    good(change_round.sync_detailed(SLUG, 1, client=director, body=published))
    page, _ = good(list_pairings.sync_detailed(SLUG, 1, client=director, page_size=100))
    return page.results


def by_link(director, side):
    link, _ = good(get_entry_link.sync_detailed(SLUG, side.entry, client=director))
    return client(link.token, "Link")


def report(player, game, result):
    body = ReportResultRequest(result=result)
    return good(report_result.sync_detailed(game.id, client=player, body=body))[0]


def dispute(director, referee, game):
    """Both say that they won; White claims with the record, a referee rules, Black appeals."""
    white, black = by_link(director, game.white), by_link(director, game.black)
    report(white, game, WinnerEnum.WHITE)
    said = [report(black, game, WinnerEnum.BLACK).state]
    body = MakeClaimFormRequest(
        type_=ClaimTypeEnum.WRONG_RESULT, result="W+R", text="Black resigned.",
        sgf=File(payload=io.BytesIO(SGF), file_name="game.sgf", mime_type="application/x-go-sgf"),
    )  # fmt: skip
    claim, etag = good(make_claim.sync_detailed(game.id, client=white, body=body))
    assert claim.finding.says
    remedy = RemedyInRequest(result=RemedyResultEnum.WHITE)
    ruling = RuleRequest(decision=RuleDecisionEnum.UPHELD, reasons="White won.", remedy=remedy)
    ruled, _ = good(rule_on_claim.sync_detailed(claim.id, client=referee, body=ruling, if_match=etag))
    said.append(ruled.ruling.decision)
    appeal = AppealRequest(text="I did not resign.")
    appealed, etag = good(appeal_ruling.sync_detailed(claim.id, client=black, body=appeal))
    said.append(appealed.state)
    decision = DecideAppealRequest(decision=DecideAppealDecisionEnum.UPHELD, reasons="The record shows it.")
    good(decide_appeal.sync_detailed(claim.id, client=director, body=decision, if_match=etag))
    after, _ = good(get_game.sync_detailed(game.id, client=director))
    return [str(word) for word in (*said, after.result)]


def standings(director):
    """The names in order of places, as JSON and as CSV."""
    table, _ = good(list_standings.sync_detailed(SLUG, client=director))
    text = director.get_httpx_client().get(f"/api/v1/tournaments/{SLUG}/standings.csv").text
    return [row.name for row in table.results], [row["name"] for row in csv.DictReader(io.StringIO(text))]


def main():
    director, referee = account("director"), account("referee")
    secret = set_up(director)
    appoint(director, referee)
    edited = edit(director)
    first, *others = pair(director)
    for game in others:
        for side in (game.white, game.black):
            report(by_link(director, side), game, WinnerEnum.BLACK)
    decided = dispute(director, referee, first)
    by_json, by_csv = standings(director)
    told = {"secret": secret, "edited": edited, "decided": decided, "standings": by_json, "csv": by_csv}
    sys.stdout.write(json.dumps(told))


main()
