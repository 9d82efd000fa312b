"""Claims on results: made, played out, ruled on, seconded, appealed, in time or late."""

from games.adjudication.kinds import ClaimKind, Statement
from games.claims import commands as claims
from games.claims.deciding import (
    ActInSequence,
    Appeal,
    BeginSequence,
    DecideAppeal,
    Evidence,
    MakeClaim,
    Rule,
    Second,
    WithdrawClaim,
)
from games.claims.events import Remedy
from games.game.loading import load
from rules import Action, Color, Game, Pass, Play
from tests.generated.chances import Chances
from tests.generated.orders import COMMITTEE, OTHER_REFEREE, REFEREE, Orders
from tests.generated.records import as_file, moves
from tournaments.state.tournament import Pair

RESULTS = ("B+3.5", "W+0.5", "B+R", "W+R", "0", "B+")
SIDES = ("b", "w", "desk")
RULED = (
    Remedy(),
    Remedy(result="black", score="B+3.5"),
    Remedy(result="white", score="W+R"),
    Remedy(result="black"),
    Remedy(result="white", by_default=True),
    Remedy(replay=True),
)
UNDECIDED = (Remedy(result="jigo", score="0"), Remedy(result="both_lose"))


def claim(orders: Orders, number: int) -> None:
    """In every second round somebody claims something of one or two games, sooner of those on record."""
    pairs = orders.state.round(number).by_table()
    on_record = [pair for pair in pairs if load(pair.game_id).state.turns]
    among = on_record if on_record and orders.chances.happens(80) else pairs
    for pair in orders.chances.some(among, 2) if orders.chances.happens(50) else ():
        _claim(orders, pair)


def _claim(orders: Orders, pair: Pair) -> None:
    by, game = orders.chances.one(SIDES), load(pair.game_id).state.game
    claim_id = str(orders.new_id(f"claim/{orders.given}"))
    kind = orders.chances.one(tuple(ClaimKind))
    evidence = Evidence(text="I am sure.", sgf=_second_record(orders, pair, game, kind))
    command = MakeClaim(
        claim_id=claim_id, game_id=pair.game_id, statement=_statement(orders, game, kind), evidence=evidence
    )
    if orders.trying(lambda: claims.make_claim(command, by, orders.context(_actor(pair, by)))):
        _play_out(orders, claim_id, game)
        _decide(orders, claim_id, pair, by)


def _actor(pair: Pair, by: str) -> str:
    return {"b": f"entry:{pair.black}", "w": f"entry:{pair.white}"}.get(by, REFEREE)


def _second_record(orders: Orders, pair: Pair, game: Game, kind: ClaimKind) -> bytes:
    if kind is not ClaimKind.RECORDS_DIFFER:
        return b""
    return as_file(game, moves(orders.chances, Game.start(game.ruleset, *_size(game))), pair.komi, 0)


def _size(game: Game) -> tuple[int, int]:
    return game.board.width, game.board.height


def _statement(orders: Orders, game: Game, kind: ClaimKind) -> Statement:
    """Whatever a kind may name is named; what does not fit the game is refused."""
    chances, points = orders.chances, list(game.board)
    result = chances.one(RESULTS) if kind is ClaimKind.WRONG_RESULT else ""
    named = kind in (ClaimKind.STRINGS, ClaimKind.WRONG_RESULT)
    return Statement(
        kind=kind,
        turn=chances.number(1, max(1, game.turn)) if game.turn and chances.happens(80) else None,
        points=tuple(chances.some(points, 3)) if named else (),
        capturable=chances.happens(70),
        color=chances.one(("b", "w")),
        count=chances.number(0, 4),
        result=result,
    )


def _play_out(orders: Orders, claim_id: str, game: Game) -> None:
    if not orders.chances.happens(40):
        return
    turn = orders.chances.number(0, game.turn) if orders.chances.happens(50) else None
    if not _on(orders, claim_id, BeginSequence(turn=turn)):
        return
    for _ in range(orders.chances.number(1, 6)):
        action = _action(orders.chances, list(game.board))
        _on(orders, claim_id, ActInSequence(number=1, action=action))


def _action(chances: Chances, points: list[str]) -> Action:
    color = chances.one((Color.BLACK, Color.WHITE))
    return Pass(color) if chances.happens(20) else Play(color, chances.one(points))


def _decide(orders: Orders, claim_id: str, pair: Pair, by: str) -> None:
    chances = orders.chances
    if chances.happens(10):
        _on(orders, claim_id, WithdrawClaim(reason="never mind"), by, _actor(pair, by))
    if chances.happens(15):
        return  # left open
    remedy = _remedy(orders)
    keeps = not remedy.result and not remedy.replay
    rule = Rule(decision="upheld", reasons="I saw it.", remedy=remedy, keeps_result=keeps)
    if not _on(orders, claim_id, rule):
        return
    second = Second(agrees=chances.happens(70), reasons="I did not see it.")
    if orders.plan.settings.claims.two_person:
        _on(orders, claim_id, second, actor=OTHER_REFEREE)
    if chances.happens(40):
        _appeal(orders, claim_id, pair)


def _appeal(orders: Orders, claim_id: str, pair: Pair) -> None:
    by = orders.chances.one(("b", "w"))
    appeal = Appeal(evidence=Evidence(text="That is not so."))
    if _on(orders, claim_id, appeal, by, _actor(pair, by)) and orders.chances.happens(80):
        changed = orders.chances.happens(50)
        decided = DecideAppeal(
            decision="changed" if changed else "upheld",
            reasons="We have asked both.",
            remedy=_remedy(orders) if changed else Remedy(),
        )
        _on(orders, claim_id, decided, actor=COMMITTEE)


def _remedy(orders: Orders) -> Remedy:
    return orders.chances.one(RULED if orders.plan.decisive else (*RULED, *UNDECIDED))


def _on(orders: Orders, claim_id: str, command: object, by: str = "desk", actor: str = REFEREE) -> bool:
    return orders.trying(lambda: claims.execute(claim_id, command, by, orders.context(actor)))
