"""Random days of all users: refusals change nothing, and past states can be shown again.

Each day is drawn from a seed. At its end the log, folded to any earlier position, tells what was shown then.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest
from django.utils import timezone

from games.claims.bodies import claim_body
from games.claims.claim import fold
from games.claims.commands import load, stream_of
from games.claims.rows import ClaimRow
from games.log import folding, rebuilding, store
from games.log.verification import verify
from tests.sizes import size
from tests.tournaments.stories.hall import ANY, OPEN, Hall

pytestmark = pytest.mark.django_db
STEPS, LIKELY, CREATED = 160, 0.9, 201
OFFICIALS = ["referee", "colleague", "committee"]
RESULTS = ["black", "white", "jigo", "both_lose"]
RULED = [("black", "B+F"), ("white", "W+2.5"), ("jigo", "0"), ("both_lose", "")]
ROUNDS = [["anna bert", "cleo dirk"], ["cleo anna", "dirk bert"], ["anna dirk", "bert cleo"]]
POINTS = ["A1", "B1", "A2", "B2", "C2", "B3"]
HAPPENED = {
    *("claim.made", "claim.sequence-begun", "claim.sequence-acted", "claim.ruled", "claim.appealed"),
    *("claim.appeal-decided", "tournament.result-reported", "tournament.result-ruled"),
}
KINDS = {
    "wrong_result": lambda draw: {"result": draw.choice(["B+R", "W+2.5", "0", "Void"])},
    "strings": lambda draw: {"points": [draw.choice(POINTS)], "capturable": draw.random() < 0.5},
    "illegal_move": lambda draw: {"turn": draw.randint(1, 4)},
    "repetition": lambda _: {},
    "conduct": lambda draw: {"colour": draw.choice(["black", "white"])},
}


@dataclass(slots=True)
class ReadableData:
    """The readable data at a position of the log: standings, and every claim by its version then."""

    position: int
    standings: list
    claims: dict = field(default_factory=dict)


class Day:
    """Four players, three rounds, five officials. ``answers``: how often a status was the answer."""

    def __init__(self, seed, ruleset, **claims):
        self.draw = random.Random(seed)
        self.hall = Hall(ruleset, 3, claims={"per_player": 5, **claims})
        self.everybody = list(self.hall.tokens)
        self.clients = {name: self.hall.of(name) for name in self.everybody}
        self.games, self.rounds = [], 0
        self.answers, self.shown = Counter(), []
        self.begin_round()

    def begin_round(self):
        """Pair and publish the next round, regardless of the state of the previous one."""
        self.rounds += 1
        address = f"{OPEN}rounds/{self.rounds}/"
        for pair in ROUNDS[self.rounds - 1]:
            black, white = pair.split()
            seats = {"black": self.hall.entries[black], "white": self.hall.entries[white]}
            self.games.append((self.hall.post("director", f"{address}pairs/", seats)["id"], [black, white]))
        self.hall.patch("director", address, {"published": True})

    def spend(self, steps):
        deeds = [deed for deed, weight in self.deeds().items() for _ in range(weight)]
        for step in range(steps):
            if step in (steps // 3, 2 * steps // 3):
                self.begin_round()
            before = store.head()
            status = self.draw.choice(deeds)()
            self.answers[status] += 1
            if status >= 400:
                assert store.head() == before
            elif store.head() > before:
                self.look()

    def deeds(self):
        return {
            self.report: 5, self.confirm: 2, self.record: 1, self.move: 5, self.claim: 3, self.begin: 4,
            self.act: 10, self.rule: 4, self.second: 4, self.appeal: 4, self.decide: 4, self.withdraw: 1,
            self.close: 1, self.reopen: 1,
        }  # fmt: skip

    # What anybody may try: mostly whoever may, now and then whoever comes along

    def send(self, likely, method, address, body=None):
        name = self.draw.choice(likely if self.draw.random() < LIKELY else self.everybody)
        return getattr(self.clients[name], method)(address, body, headers=ANY).status_code

    def a_game(self):
        """A game and its players; those of the last round most often."""
        game, players = self.draw.choice(self.games[-2:] * 2 + self.games)
        return game, f"/api/v1/games/{game}/", players

    def a_claim(self, stage="open", sequences=0):
        """A claim and the players of its game; mostly one at which something like this may be done."""
        made = ClaimRow.objects.order_by("made_at")
        fitting = made.filter(stage=stage, sequences__gte=sequences)
        found = [*(fitting if self.draw.random() < LIKELY else made)] or [*made]
        claim = self.draw.choice(found) if found else ClaimRow(claim_id=self.games[0][0])
        return f"/api/v1/claims/{claim.claim_id}/", dict(self.games).get(str(claim.game_id), OFFICIALS)

    def report(self):
        _, address, players = self.a_game()
        return self.send(players, "post", f"{address}reports/", {"result": self.draw.choice(RESULTS[:3])})

    def confirm(self):
        _, address, players = self.a_game()
        return self.send(players, "post", f"{address}confirm/")

    def record(self):
        _, address, _ = self.a_game()
        said = {"result": self.draw.choice(RESULTS), "reason": self.draw.choice(["", "seen"])}
        return self.send(OFFICIALS, "put", f"{address}result/", said)

    def act_at(self, address, players):
        """Black does something there or, where he may not, White."""
        status = 0
        for color in ("black", "white"):
            if status != CREATED:
                status = self.send(players, "post", address, self.action(color))
        return status

    def action(self, color):
        at = self.draw.choice(POINTS)
        return self.draw.choice(
            [
                *[{"do": "play", "colour": color, "at": at}] * 4,
                *[{"do": "pass", "colour": color}] * 4,
                {"do": "claim", "colour": color, "points": [at]},
                {"do": "give_stone", "colour": color},
                {"do": "resume", "colour": color},
                {"do": "concede", "colour": color},
                {"do": "accept", "colour": color},
                {"do": "agree_dead", "points": [at]},
                {"do": "penalise", "colour": color},
            ]
        )

    def move(self):
        game, _, players = self.a_game()
        return self.act_at(f"/api/v1/games/{game}/moves/", players)

    def claim(self):
        game, _, players = self.a_game()
        kind = self.draw.choice(list(KINDS))
        said = {"type": kind, "text": "So it was."} | KINDS[kind](self.draw)
        return self.send([*players, "referee"], "post", f"/api/v1/games/{game}/claims/", said)

    def begin(self):
        address, players = self.a_claim()
        where = self.draw.choice([{}, {}, {"turn": self.draw.randint(0, 3)}, {"sequence": 1}])
        return self.send(players, "post", f"{address}sequences/", where)

    def act(self):
        address, players = self.a_claim(sequences=1)
        number = self.draw.choice([1, 1, 1, 2])
        return self.act_at(f"{address}sequences/{number}/actions/", players)

    def ruling(self, decisions):
        result, score = self.draw.choice(RULED)
        remedy = self.draw.choice([{}, {"replay": True}, *[{"result": result, "score": score}] * 4])
        reasons = self.draw.choice(["", "So it is.", "So it is."])
        return {"decision": self.draw.choice(decisions), "reasons": reasons, "remedy": remedy}

    def rule(self):
        address, _ = self.a_claim()
        said = self.ruling(["upheld", "partly", "denied"])
        return self.send(OFFICIALS, "post", f"{address}ruling/", said)

    def second(self):
        address, _ = self.a_claim("proposed")
        said = {"agrees": self.draw.random() < 0.7, "reasons": self.draw.choice(["", "No."])}
        return self.send(OFFICIALS, "post", f"{address}ruling/second/", said)

    def appeal(self):
        address, players = self.a_claim("ruled")
        return self.send(players, "post", f"{address}appeal/", {"text": "No."})

    def decide(self):
        address, _ = self.a_claim("appealed")
        said = self.ruling(["upheld", "changed"])
        return self.send(OFFICIALS, "post", f"{address}appeal/decision/", said)

    def withdraw(self):
        address, players = self.a_claim()
        return self.send(players, "post", f"{address}withdraw/", {"reason": "a mistake"})

    def close(self):
        number = self.draw.randint(1, 3)
        return self.send(["director"], "patch", f"{OPEN}rounds/{number}/", {"closed": True})

    def reopen(self):
        number = self.draw.randint(1, 3)
        return self.send(
            ["director"], "patch", f"{OPEN}rounds/{number}/", {"closed": False, "reason": "late"}
        )

    # What is shown

    def look(self):
        now = ReadableData(position=store.head(), standings=self.rows())
        for claim_id in ClaimRow.objects.values_list("claim_id", flat=True):
            claim, version = load(str(claim_id))
            now.claims[str(claim_id)] = (version, told(claim, version))
        self.shown.append(now)

    def rows(self, query=""):
        return self.hall.get("referee", f"{OPEN}standings/?round=3{query}")["results"]


AT = timezone.now()


def told(claim, version):
    return {**claim_body(claim, version, AT), "words": {}}


@pytest.mark.parametrize(
    ("seed", "ruleset", "two_person"),
    [(1, "nieminen", False), (8, "arg", True)],
    ids=["nieminen", "arg, two officials"],
)
def test_replay_of_any_day_gives_the_same_result(seed, ruleset, two_person):
    day = Day(seed, ruleset, two_person=two_person)
    day.spend(STEPS)
    kinds = {recorded.kind.removesuffix(".v1") for recorded in store.read_all()}
    assert kinds >= HAPPENED | ({"claim.ruling-seconded"} if two_person else set())
    assert day.answers.keys() >= {CREATED, 403, 409, 422}

    folding.clear_cache()
    for then in day.shown[:: size(3, long=1)]:
        assert day.rows(f"&at={then.position}") == then.standings
        for claim_id, (version, data) in then.claims.items():
            claim = folding.fold(stream_of(claim_id), None, fold, upto=version)
            assert told(claim, version) == data
    assert all(table.same for table in rebuilding.rebuild(check=True))
    assert list(verify()) == []
