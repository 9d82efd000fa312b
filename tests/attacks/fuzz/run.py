"""The fuzzing itself: every route and method, lap after lap, until there is no time or no lap left."""

from collections import Counter
from time import monotonic

from tests.attacks.fuzz.house import visit
from tests.attacks.fuzz.judging import Counts, Find, faults, let_in
from tests.attacks.fuzz.making import Maker
from tests.attacks.fuzz.people import people_of
from tests.attacks.fuzz.routes import routes
from tests.attacks.fuzz.seen import Seen

ROUNDS = 4  # through all routes with the same two houses
DRAINED = 60  # requests until sessions and tokens that were ended are made anew


class Run:
    """``send``: from an Asked to an Answered; ``told``: is called with each find."""

    def __init__(self, random, send, told, until=float("inf")):
        self.random, self.send, self.told, self.until = random, send, told, until
        self.seen, self.counts, self.finds, self.lap = Seen(), Counts(), Counter(), 0
        self.unknown = set()
        self.maker, self.routes = Maker(random, self.seen), routes()

    def laps(self, most=10**9, rounds=ROUNDS, each=None):
        """Until ``until``, at most so many; each with new houses, and each route with good ids first.

        ``each``: how many methods of a route a round asks for; all of them otherwise.
        """
        while self.lap < most and monotonic() < self.until:
            self.lap += 1
            houses = [visit(published=shown, mark=f"-{self.lap}{shown:d}") for shown in (True, False)]
            for number in range(rounds):
                self.round(houses, plain=number == 0, each=each)

    def round(self, houses, *, plain, each=None):
        """Each method of each route once; half of the changed requests go to the hidden house."""
        steps = [step for route in self.routes for step in self._steps(route, each)]
        self.random.shuffle(steps)
        for number, (route, method) in enumerate(steps):
            if monotonic() > self.until:
                return
            if number % DRAINED == 0:
                self.enter(*(houses if plain or self.random.random() < 0.7 else reversed(houses)))
            self.step(route, method, plain=plain)

    def _steps(self, route, each):
        """One that a route does not know is asked for once in a while."""
        known = [
            one
            for one in route.methods
            if (route.name, one) not in self.unknown or self.random.random() < 0.1
        ]
        methods = known if each is None else self.random.sample(route.methods, each)
        return [(route, method) for method in methods]

    def enter(self, house, other):
        self.maker.enter(house, people_of(house), list(map(str, other.known.values())))

    def step(self, route, method, *, plain=False):
        asked = self.maker.a_request(route, method, plain=plain)
        answered = self.send(asked)
        self.counts.add(route, asked, answered)
        self.seen.learn(asked, answered)
        if answered.status == 405 and asked.method == method:
            self.unknown.add((route.name, method))
        for why in (*faults(answered), *self.unlawful(route, asked, answered)):
            self.found(Find(why=why, asked=asked, answered=answered))

    def found(self, find):
        """Tell the first of a kind; count all."""
        if not self.finds[find.kind]:
            self.told(find)
        self.finds[find.kind] += 1

    def unlawful(self, route, asked, answered):
        if asked.house is None or not let_in(answered) or asked.method in ("OPTIONS", "TRACE", "FOO"):
            return
        allowed = asked.house.allows(asked.who, route, asked.method)
        self.counts.judged += allowed is not None
        if allowed is False:
            yield "let in against the table of rights"
