"""One request after another: a route, somebody, and what is sent, each good or changed in one place."""

from urllib.parse import quote, urlencode
from uuid import uuid4

from tests.attacks.fuzz import odd, schemas, values
from tests.attacks.fuzz.asked import Asked
from tests.attacks.fuzz.files import files
from tests.attacks.fuzz.forms import form
from tests.attacks.fuzz.ids import Ids

WITHOUT_BODY = ("GET", "HEAD", "OPTIONS", "TRACE")


class Maker:
    """Of requests; the same ``random`` in the same service makes the same ones."""

    def __init__(self, random, seen):
        self.random, self.seen, self.house, self.people, self.others = random, seen, None, (), ()

    def enter(self, house, people, others):
        """Whose ids are known from now on, and who asks; ``others``: ids of another house."""
        self.house, self.people, self.others = house, people, others

    def a_request(self, route, method, *, plain=False):
        """``plain``: with good ids, the method as asked for and no odd header."""
        ids, who = Ids(self.house, self.others, route, self.random), self._somebody(route)
        method = self.random.choice(odd.METHODS) if not plain and self._once_in(20) else method
        exact = plain or self.random.random() < 0.8
        path = route.path(ids.good if exact else self._odd_part(ids))
        kind, body, shown = (
            ("", b"", None) if method in WITHOUT_BODY else self._body(route, method, ids, plain)
        )
        headers = self._headers(who.headers, route, plain=plain)
        headers.setdefault("X-Forwarded-For", f"10.0.{self.random.randrange(256)}.1")
        return Asked(
            route=route.name,
            method=method,
            target=(shown or path) + self._query(route, method, ids),
            headers=headers | ({"Content-Type": kind} if kind else {}),
            body=body,
            who=who,
            house=self.house if exact and not shown and not ids.varied else None,
        )

    def _somebody(self, route):
        """More than half are of who may do much; on pages few come with a token, which opens none."""
        kind = self.random.random()
        if kind < 0.1:
            return self.random.choice(self.people)
        honest = [
            one for one in self.people if one.kind != "forged" and (route.is_rest or one.kind != "token")
        ]
        mighty = [one for one in honest if one.may_much]
        return self.random.choice((mighty if kind < 0.65 else honest) or self.people)

    def _odd_part(self, ids):
        def part(name):
            kind = self.random.random()
            if kind < 0.5:
                return ids.good(name)
            if kind < 0.7:
                return self.random.choice(odd.PATHS).replace(" ", "%20")
            return quoted(self.random.choice(ids.all) if kind < 0.85 else values.text(self.random))

        return part

    def _query(self, route, method, ids):
        if self.random.random() < 0.5:
            return ""
        names = schemas.query_names(schemas.operation_of(method, route.template))
        pairs = [(name, values.text(self.random, ids.all)) for name in names if self._once_in(2)]
        pairs += [("reason", "because it was so")] if method == "DELETE" and self._once_in(2) else []
        if self.seen.queries and self._once_in(3):
            pairs += self.random.choice(self.seen.queries)
        if self._once_in(10):
            pairs.append((values.text(self.random), values.text(self.random)))
        return f"?{encoded(pairs)}" if pairs else ""

    def _headers(self, own, route, *, plain):
        """The person's own, a few odd ones, keys that are sent again, and versions that were seen."""
        told, random = dict(own), self.random
        if route.is_rest and (plain or self._once_in(2)):
            told["If-Match"] = "*"
        if plain:
            return told
        for name in random.sample(list(odd.HEADERS), random.choice((0, 0, 1, 2, 4))):
            if name != "Cookie" or name not in told:
                told[name] = random.choice(odd.HEADERS[name])
        if self._once_in(5):
            told["Idempotency-Key"] = str(uuid4()) if self._once_in(2) else f"key/{random.randrange(9)}"
        if self._once_in(5) and self.seen.etags:
            told["If-Match"] = random.choice(self.seen.etags)
        if self._once_in(10):
            told["If-None-Match"] = random.choice(["*", *self.seen.etags])
        if self._once_in(50):
            told.pop("X-CSRFToken", None)
        return told

    def _body(self, route, method, ids, plain):
        """(media type, bytes, the path of a form that a page showed or None)."""
        if not plain and self._once_in(8):
            return self.random.choice(odd.KINDS), self.random.choice(odd.BODIES), None
        kind, body, shown = self._well_meant(route, method, ids, plain)
        return (self.random.choice(odd.KINDS) if not plain and self._once_in(30) else kind), body, shown

    def _well_meant(self, route, method, ids, plain):
        if not route.is_rest:
            return form(self.random, self.seen, route, ids)
        read = schemas.media(schemas.operation_of(method, route.template))
        kind = self.random.choice(list(read) or [odd.JSON])
        if kind != odd.JSON:
            return kind, self.random.choice(files() if plain or self._once_in(2) else odd.BODIES), None
        return kind, self._json(read.get(kind, {}), ids, plain), None

    def _json(self, schema, ids, plain):
        good = schemas.instance(self.random, schema, ids) if schema else {"reason": "because it was so"}
        for _ in range(0 if plain else self.random.choice((0, 0, 1, 1, 2))):
            good = values.mutated(self.random, good, ids.all)
        return values.as_json(good)

    def _once_in(self, times):
        return self.random.random() * times < 1


def quoted(text):
    return quote(text.encode("utf-8", "surrogatepass"), safe="")


def encoded(pairs):
    return urlencode([(_bytes(name), _bytes(value)) for name, value in pairs])


def _bytes(text):
    return str(text).encode("utf-8", "surrogatepass")
