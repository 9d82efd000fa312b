"""A tournament of four from the first login to its standings, typed strictly on the generated client."""

from contextlib import ExitStack
from dataclasses import dataclass
from uuid import UUID, uuid4

import pytest
from nigiri.client import Call, Client, Refused, api
from nigiri.client.models import (
    CreateTournamentRequest,
    EnterPlayerRequest,
    EnterPlayersRequest,
    Job,
    MakeClaimRequest,
    OrganisationBodyRequest,
    Pairing,
    PairRoundRequest,
    PatchedChangeSettingsRequest,
    PlayerBodyRequest,
    PresenceLineRequest,
    RecordResultsRequest,
    RemedyInRequest,
    ReportResultRequest,
    Result,
    ResultLineRequest,
    RuleRequest,
    SendRecordRequest,
    SetPresencesRequest,
    Standings,
    TournamentSettingsRequest,
    WebhookInRequest,
    WinnerEnum,
)

HOUSE, OPEN = "riverside", "open"
SGF = "(;GM[1]FF[4]SZ[19]KM[6.5];B[pd];W[dp];B[dd];W[pp];B[];W[])"


@dataclass(frozen=True)
class Played:
    """What the day came to. ``messages``: their kinds by number, as the service lists deliveries."""

    secret: str
    disputed: UUID
    standings: Standings
    messages: dict[int, str]


def played(url: str, password: str, news: str) -> Played:
    """A day, as its director, two players and a referee. ``news``: where messages are to be posted."""
    with ExitStack() as stack:
        director, white, black = (stack.enter_context(Client(url)) for _ in range(3))
        director.log_in("director", password)
        secret, hook, players = _set_up(director, news)
        pairs = _paired(director, 1)
        first, second = pairs
        _seated(director, players, first, {"white": white, "black": black}, password)
        _disputed(director, white, black, first)
        _in_bulk(director, 1, [ResultLineRequest(game=second.game, result="black")])
        for number in (2, 3):
            lines = [ResultLineRequest(game=one.game, result="white") for one in _paired(director, number)]
            _in_bulk(director, number, lines)
        sent = director.every(api.list_webhook_deliveries(HOUSE, hook, page_size=2))
        return Played(
            secret,
            first.game,
            director.send(api.get_standings(OPEN)),
            {one.sequence or 0: one.kind for one in sent},
        )


def _set_up(director: Client, news: str) -> tuple[str, UUID, dict[str, UUID]]:
    """The webhook's secret and id, and the players' ids by name."""
    director.send(api.create_organisation(body=OrganisationBodyRequest(slug=HOUSE, name="Riverside")))
    settings = TournamentSettingsRequest(rounds=3, komi=6.5, criteria=["MMS", "SOS", "SOSOS"])
    made = CreateTournamentRequest(organisation=HOUSE, slug=OPEN, name="Open", settings=settings)
    created = director.answer(api.create_tournament(body=made))
    assert (created.body.rounds, created.location) == (3, f"/api/v1/tournaments/{OPEN}/")
    changed = PatchedChangeSettingsRequest(settings=TournamentSettingsRequest(komi=7.5), reason="voted")
    director.send(api.change_settings(OPEN, body=changed, if_match=created.etag))
    with pytest.raises(Refused) as refused:  # the version that was read is not the tournament's any more
        director.send(api.change_settings(OPEN, body=changed, if_match=created.etag))
    assert (refused.value.status, refused.value.code) == (412, "version_clash")
    hook = director.send(
        api.add_webhook(
            HOUSE,
            body=WebhookInRequest(url=news, kinds=["result", "dispute", "claim.ruled", "round.published"]),
        )
    )
    players = {}
    for number, rank in enumerate(("2d", "1d", "1k", "2k")):
        person = PlayerBodyRequest(
            family_name=f"Family{number}", given_name="G", rank=rank, rating=2200 - 100 * number
        )
        players[f"Family{number} G"] = director.send(api.add_player(HOUSE, body=person)).id
    lines = [EnterPlayerRequest(player=player) for player in players.values()]
    assert director.send(api.enter_players(OPEN, body=EnterPlayersRequest(players=lines))).stored == len(
        players
    )
    here = [
        PresenceLineRequest(entry=entry.id, here=True) for entry in director.every(api.list_entries(OPEN))
    ]
    director.send(api.set_presences(OPEN, body=SetPresencesRequest(players=here)))
    director.send(api.publish_tournament(OPEN))
    return hook.secret, hook.id, players


def _paired(director: Client, number: int) -> list[Pairing]:
    """The pairs of a round, which everybody may see."""
    now = director.answer(api.get_tournament(OPEN)).etag
    made = director.send(api.pair_round(OPEN, number, body=PairRoundRequest(), if_match=now))
    assert not isinstance(made, Job)  # which it is where a worker pairs
    director.send(api.publish_round(OPEN, number))
    assert director.send(api.get_round(OPEN, number)).games == made.games
    return list(director.every(api.list_pairings(OPEN, number, page_size=1)))


def _seated(
    director: Client, players: dict[str, UUID], game: Pairing, clients: dict[str, Client], password: str
) -> None:
    """Both players of a game accept that they are who sits there."""
    for side, name in (("white", game.white.name), ("black", game.black.name)):
        clients[side].log_in(side, password)
        link = director.send(api.invite_player(HOUSE, players[name])).token
        clients[side].send(api.accept_invitation(link))


def _disputed(director: Client, white: Client, black: Client, game: Pairing) -> None:
    """Both say that they won; White claims, and a referee rules for them."""
    assert white.send(_report(game, "white")).result_state == "reported"
    assert black.send(_report(game, "black")).result_state == "disputed"
    white.send(api.send_record(game.game, body=SendRecordRequest(sgf=SGF), if_match="*"))
    made = white.answer(
        api.make_claim(
            body=MakeClaimRequest(game=game.game, kind="wrong_result", result="W+R", text="Black resigned.")
        )
    )
    ruling = RuleRequest(
        decision="upheld", reasons="Both say so now.", remedy=RemedyInRequest(result="white")
    )
    ruled = director.send(api.rule_on_claim(made.body.id, body=ruling, if_match=made.etag))
    assert ruled.ruling is not None
    assert (ruled.ruling.decision, ruled.stage) == ("upheld", "ruled")
    assert director.send(api.get_claim(made.body.id)).version == ruled.version
    decided = director.send(api.get_pairing(OPEN, game.game))
    assert (decided.result, decided.result_state) == ("white", "decided")


def _report(game: Pairing, result: WinnerEnum) -> Call[Result]:
    return api.report_result(OPEN, game.game, body=ReportResultRequest(result=result))


def _in_bulk(director: Client, number: int, lines: list[ResultLineRequest]) -> None:
    """All of a round's results in one request; one of a game that is not in it is refused, and said to be."""
    body = RecordResultsRequest(results=[*lines, ResultLineRequest(game=uuid4(), result="jigo")], each=True)
    told = director.send(api.record_results(OPEN, number, body=body))
    assert (told.stored, told.refused) == (len(lines), 1)
    assert [(line.verdict, line.code) for line in told.lines[-1:]] == [("refused", "unknown_pairing")]
    stored = {one.game: one.result for one in director.every(api.list_pairings(OPEN, number))}
    assert all(stored[line.game] == line.result for line in lines)
