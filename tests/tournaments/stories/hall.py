"""A small tournament over REST alone: its people with accounts and tokens, and every receipt they were given.

Players are named by their first names; ``hall.play(game, "b C3", "w pass", ...)``: each plays his own colour.
"""

import re

from rest_framework.test import APIClient

from tests.builders import a_founder, an_account

PASSWORD = "nine-stones-and-a-bowl"
OFFICES = {"director": "director", "referee": "referee", "colleague": "referee", "committee": "committee"}
RANKS = {"anna": "1d", "bert": "1d", "cleo": "1k", "dirk": "1k", "ella": "2k", "finn": "2k"}
OPEN = "/api/v1/tournaments/open/"
ANY = {"If-Match": "*"}
DEADLINE = re.compile(r" until \d{4}-\d\d-\d\d \d\d:\d\d UTC")
UNTIL = "It may be appealed until the deadline."
WITHOUT_POINT = {
    *("pass", "give_stone", "accept", "concede", "delay", "ultimate_delay"),
    *("declare_draw", "resign", "penalise"),
}


def action(step):
    """The body of an action: "b C3", "w pass", "w give_stone", "w challenge_ko A3", or a body already."""
    if isinstance(step, dict):
        return step
    letter, what, *more = step.split()
    colour = {"b": "black", "w": "white"}[letter]
    if what in WITHOUT_POINT:
        return {"do": what, "colour": colour}
    return {"do": what if more else "play", "colour": colour, "at": more[0] if more else what}


class Hall:
    """Nothing is paired yet. ``receipts``: every code that anybody was given, in order."""

    def __init__(self, ruleset, size, *, players="anna bert cleo dirk", komi=0.5, claims=None):
        self.names = players.split()
        self.tokens, self.receipts, self.sides = {}, [], {}
        for name in (*self.names, *OFFICES, "owner"):
            self.tokens[name] = _token(name)
        self._found(ruleset, {"rounds": 3, "komi": komi, "board_size": size, "claims": claims or {}})
        self.entries = {name: self._enter(name) for name in self.names}
        self.patch("director", OPEN, {"published": True})

    def _found(self, ruleset, settings):
        a_founder(an_account("owner"))
        self.post("owner", "/api/v1/organisations/", {"slug": "club", "name": "The Club"})
        for user, office in OFFICES.items():
            self._invite(user, "owner", "/api/v1/organisations/club/invitations/", {"office": office})
        poster = {"organisation": "club", "slug": "open", "name": "The Open", "begins": "2026-11-21"}
        self.post("director", "/api/v1/tournaments/", {**poster, "ruleset": ruleset, "settings": settings})

    def _enter(self, name):
        person = {"family_name": name.title(), "rank": RANKS[name], "rating": 2000}
        player = self.post("director", "/api/v1/organisations/club/players/", person)
        self._invite(name, "director", f"/api/v1/organisations/club/players/{player['id']}/invitation/")
        return self.post("director", f"{OPEN}entries/", {"player": player["id"]})["id"]

    def _invite(self, name, by, address, body=None):
        token = good(self.of(by).post(address, body), 201)["token"]
        good(self.of(name).post(f"/api/v1/invitations/{token}/accept/"), 200)

    # Asking

    def of(self, name):
        client = APIClient()
        client.credentials(HTTP_AUTHORIZATION=f"Token {self.tokens[name]}")
        return client

    def get(self, name, address):
        return good(self.of(name).get(address), 200)

    def put(self, name, address, body=None):
        return self._kept(good(self.of(name).put(address, body, headers=ANY), 200))

    def patch(self, name, address, body):
        return self._kept(good(self.of(name).patch(address, body, headers=ANY), 200))

    def post(self, name, address, body=None, status=201):
        return self._kept(good(self.of(name).post(address, body, headers=ANY), status))

    def refused(self, name, address, body=None):
        """The problem that such a POST is answered with."""
        response = self.of(name).post(address, body, headers=ANY)
        assert response.status_code >= 400, response.content
        return response.json()

    def _kept(self, body):
        if body and body.get("receipt"):
            self.receipts.append(body["receipt"])
        return body

    # The day

    def pair(self, number, *pairs):
        """Pair a round, which the players' scores force, and show it; the games, as "anna bert", Black first.

        Colours are drawn; the director swaps those that the story has otherwise.
        """
        self.post("director", f"{OPEN}rounds/{number}/pairings/", {"seed": 7})
        found = self.get("director", f"{OPEN}rounds/{number}/pairings/")["results"]
        games = {frozenset((one["black"]["entry"], one["white"]["entry"])): one for one in found}
        seated = [self._seat(games, *pair.split()) for pair in pairs]
        assert len(games) == len(pairs)
        self.patch("director", f"{OPEN}rounds/{number}/", {"published": True})
        return seated

    def _seat(self, games, black, white):
        one = games[frozenset((self.entries[black], self.entries[white]))]
        if one["black"]["entry"] != self.entries[black]:
            good(self.of("director").post(f"/api/v1/games/{one['id']}/colours/", headers=ANY), 200)
        self.sides[one["id"]] = {"black": black, "white": white}
        return one["id"]

    def report(self, name, game, result):
        """Report the result of one's own game; return the state of the result."""
        return self.post(name, f"/api/v1/games/{game}/reports/", {"result": result})["state"]

    def result(self, game):
        """Result, its state, and the score of the ruling."""
        told = self.get("referee", f"/api/v1/games/{game}/")
        return told["result"], told["state"], (told["ruling"] or {}).get("score")

    def play(self, game, *steps):
        """Enter actions in the record, each by its player, the referee for both; return the game."""
        return [self._acted(game, f"/api/v1/games/{game}/moves/", step) for step in steps][-1]

    def _acted(self, game, address, step):
        body = action(step)
        return self.post(self.sides[game].get(body.get("colour"), "referee"), address, body)

    def record(self, name, game, sgf):
        """Send a record."""
        return self.post(name, f"/api/v1/games/{game}/record/", {"sgf": sgf})

    def queue(self):
        """The referee's queue: round, table, why, and whether the next round is still to be paired on it."""
        told = self.get("referee", f"{OPEN}queue/")["results"]
        return [(one["round"], one["table"], one["reason"], one["before_next_round"]) for one in told]

    def standings(self, query=""):
        """Place, name and scores of every row, as "1 Anna 31 30"."""
        rows = self.get("referee", f"{OPEN}standings/?{query}")["results"]
        return [_row(row["place"], row["name"], row["scores"].values()) for row in rows]

    # Claims

    def claim(self, name, game, kind, **said):
        """The claim as it was answered."""
        return self.post(name, f"/api/v1/games/{game}/claims/", {"type": kind, **said})

    def finding(self, claim):
        """Verdict, words, clause, what would follow, what is missing."""
        told = self.get("referee", f"/api/v1/claims/{claim['id']}/finding/")
        missing = [one["code"] for one in told["missing"]]
        return told["state"], told["says"], told["clause"], told["follows"], missing

    def begin(self, name, claim, **where):
        return self.post(name, f"/api/v1/claims/{claim['id']}/sequences/", where)["number"]

    def play_out(self, claim, number, *steps):
        """Go on with a sequence, each player his own colour; the position then."""
        address = f"/api/v1/claims/{claim['id']}/sequences/{number}/actions/"
        return [self._acted(claim["game"], address, step) for step in steps][-1]["position"]

    def cannot(self, name, claim, number, step):
        """Return the reason and the clause why an action is not allowed in a sequence."""
        address = f"/api/v1/claims/{claim['id']}/sequences/{number}/actions/"
        problem = self.refused(name, address, action(step))
        return problem.get("reason", problem["code"]), problem.get("clause")

    def rule(self, name, claim, decision, reasons, **remedy):
        keeps = decision == "upheld" and not remedy
        body = {"decision": decision, "reasons": reasons, "remedy": remedy, "keeps_result": keeps}
        return self.post(name, f"/api/v1/claims/{claim['id']}/ruling/", body)["state"]

    def second(self, name, claim, **said):
        return self.post(name, f"/api/v1/claims/{claim['id']}/ruling/second/", said)["state"]

    def appeal(self, name, claim, text):
        return self.post(name, f"/api/v1/claims/{claim['id']}/appeal/", {"text": text})["state"]

    def decide(self, name, claim, decision, reasons, **remedy):
        body = {"decision": decision, "reasons": reasons, "remedy": remedy}
        return self.post(name, f"/api/v1/claims/{claim['id']}/appeal/decision/", body)["state"]

    # Afterwards

    def story(self, name, game):
        """The game's story from the day its round was shown, line by line, without the hours of deadlines.

        Every line's receipt holds.
        """
        lines = self.get(name, f"/api/v1/games/{game}/story/")["results"]
        assert all(self.get(name, f"/api/v1/receipts/{line['receipt']}/")["valid"] for line in lines)
        texts = [DEADLINE.sub(" until the deadline", line["text"]) for line in lines]
        shown = next(n for n, text in enumerate(texts) if text.endswith("was published."))
        return texts[shown:]

    def receipts_say(self):
        """The kinds of the events behind all receipts so far, in order; all of them hold."""
        told = [self.get("referee", f"/api/v1/receipts/{code}/") for code in self.receipts]
        assert [one["valid"] for one in told] == [True] * len(told)
        return [one["event"]["kind"].removesuffix(".v1") for one in told]


def good(response, status):
    assert response.status_code == status, response.content
    return response.json() if response.content else None


def _row(place, name, scores):
    return " ".join([str(place), name, *(f"{score:g}" for score in scores)])


def _token(name):
    user = an_account(name)
    user.set_password(PASSWORD)
    user.save()
    told = APIClient().post("/api/v1/login/", {"username": name, "password": PASSWORD})
    return good(told, 201)["token"]
