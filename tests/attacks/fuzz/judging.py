"""What an answer shows of a fault, and the counts of an hour."""

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field

ID = re.compile(r"[0-9a-f]{8}-?[0-9a-f-]{20,}|\d+")
LONGEST = 10.0  # seconds of an answer
ELSEWHERE = ("/accounts/login/", "/account/")  # where a second factor is set up


@dataclass(frozen=True, slots=True, kw_only=True)
class Find:
    why: str
    asked: object
    answered: object

    @property
    def kind(self):
        """Two of one kind are one fault: the last line of a traceback without its ids, else the route."""
        last = self.answered.logged.rstrip('"}').rpartition("\\n")[2]
        place = ID.sub("ID", last) or f"{self.asked.method} {self.asked.route}"
        return self.why, self.answered.status, place

    def line(self):
        return (
            f"FOUND {self.why}: {self.answered.status} in {self.answered.seconds:.2f} s {self.asked.line()}"
        )


@dataclass(slots=True, kw_only=True)
class Counts:
    """``by_kind``: how somebody showed who they are -> status -> how many."""

    requests: int = 0
    judged: int = 0
    slowest: float = 0.0
    routes: set = field(default_factory=set)
    by_kind: dict = field(default_factory=lambda: defaultdict(Counter))

    def add(self, route, asked, answered):
        self.requests += 1
        self.routes.add((route.name, route.template))
        self.slowest = max(self.slowest, answered.seconds)
        self.by_kind[asked.who.kind][answered.status] += 1

    def lines(self, every):
        reached = f"routes {len(self.routes)} of {len(every)}"
        yield f"{self.requests} requests; {reached}; rights were asked of {self.judged} that were let in"
        yield f"slowest {self.slowest:.2f} s"
        for kind, statuses in sorted(self.by_kind.items()):
            told = ", ".join(f"{status}: {count}" for status, count in sorted(statuses.items()))
            yield f"  {kind}: {sum(statuses.values())} ({told})"
        total = sum(self.by_kind.values(), Counter())
        yield f"  all: {', '.join(f'{status}: {count}' for status, count in sorted(total.items()))}"


def faults(answered):
    """What is wrong whoever asked."""
    if answered.status == 0:
        yield "no answer"
    if answered.status >= 500 and "retry-after" not in answered.headers:
        yield "5xx without Retry-After"
    if answered.logged:
        yield "traceback"
    if answered.seconds > LONGEST:
        yield "slow"


def let_in(answered):
    """Whether somebody got what they asked for: an answer, or on to another page that is not the login."""
    onward = 300 <= answered.status < 400 and answered.status != 304
    return 200 <= answered.status < 300 or (onward and not _to_login(answered))


def _to_login(answered):
    return answered.headers.get("location", "").partition("?")[0] in ELSEWHERE
