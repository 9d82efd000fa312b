"""deploy/format/pairing.md, written down once more as plain functions: nothing here is the program's."""

import json
from collections import Counter
from hashlib import blake2b, sha256
from math import trunc

from tests.format import standings

RULE_SETS = {  # groups_count_absent, draw_limit, strong_waive, no_club_is_none
    "opengotha-3.51": (True, 4, False, False),
    "opengotha-3.51-2": (True, 4, False, False),
    "opengotha-3.52": (False, None, True, False),
    "opengotha-3.52-2": (False, None, True, False),
    "house": (False, None, True, True),
    "house-2": (False, None, True, True),
}


class Entry:
    """One entrant before the round; attributes are named as in the text."""


class Round:
    """Round r of a history, before it is paired."""

    def __init__(self, history, r, rules, seed):
        self.history, self.r, self.seed = history, r, seed
        self.S, self.P, self.H = history.settings, history.settings.pairing, history.settings.handicap
        self.absent_count, self.draw_limit, self.waive, self.none = RULE_SETS[rules]
        self.games = [game for game in history.games if game.round < r]
        self.past = type(history)(
            settings=self.S,
            entrants=history.entrants,
            games=tuple(self.games),
            byes={q: who for q, who in history.byes.items() if q < r},
            meetings=history.meetings,
            club_groups=history.club_groups,
        )
        self.cards = standings.cards(self.past, r - 1)
        self._range()
        self.e = {id_: self._entry(entrant) for id_, entrant in history.entrants.items()}
        self._drawn()
        self._order()
        self._homes()

    def _range(self):
        S, r = self.S, self.r
        self.highest, self.lowest = {
            "mcmahon": (S.bar + 2 + r - 1 - S.zero, S.floor - 1 - S.zero),
            "cup": (2 ** (r - 1), 0),
        }.get(S.system, (r - 1, 0))
        self.groups = self.highest - self.lowest + 1

    def _entry(self, entrant):
        S, H, card, e = self.S, self.H, self.cards[entrant.id], Entry()
        e.entrant, e.id, e.rank = entrant, entrant.id, entrant.rank
        e.score = card.score2(standings.main_letter(S))[-1] // 2
        e.mms, e.start, e.wins2 = card.mms2[-1] // 2, card.start2 // 2, card.nbw2[-1]
        e.category = sum(limit > e.rank for limit in S.categories)
        even = [game for game in self.games if game.handicap == 0 and game.colours_known]
        e.balance = sum(game.white == e.id for game in even) - sum(game.black == e.id for game in even)
        e.byes = sum(e.id in who for who in self.past.byes.values())
        e.group = e.category * self.groups + self.highest - e.score
        e.present = entrant.final and self.r not in entrant.absent
        mcmahon, plain_swiss = S.system == "mcmahon", S.system in ("swiss", "league")
        e.strong = self._strong(e, mcmahon, plain_swiss)
        if mcmahon:
            e.strength, e.weight = (e.score + S.zero if H.by_score else e.rank), (e.rank + 2 * e.score,)
        elif plain_swiss:
            e.strength, e.weight = e.rank, (e.score, e.rank)
        else:
            e.strength, e.weight = (e.mms + S.zero if H.by_score else e.rank), (e.rank + 2 * e.mms,)
        if mcmahon or plain_swiss:
            e.level, self.levels = e.score, self.groups
        else:
            e.level = S.bar + 2 - S.zero + self.r - 1 if e.strong else e.mms
            self.levels = S.bar + 2 - S.floor + 1 + self.r - 1
        return e

    def _strong(self, e, mcmahon, plain_swiss):
        S, P = self.S, self.P
        by_wins = P.strong_by_wins and e.wins2 >= S.rounds
        at_the_bar = P.strong_at_bar and e.start >= S.bar - S.zero
        if mcmahon:
            return e.score >= P.strong_from - S.zero or by_wins or at_the_bar
        if plain_swiss:
            return by_wins
        return 2 * e.rank + e.wins2 >= 2 * P.strong_from or by_wins or at_the_bar

    def _drawn(self):
        for e in self.e.values():
            e.drawn_up = e.drawn_down = 0
        main = standings.main_letter(self.S)
        for game in self.games:
            a, b = (
                (self.e[id_].category, -(self.cards[id_].score2(main)[game.round - 1] // 2))
                for id_ in (game.white, game.black)
            )
            if a != b:
                up, down = (game.white, game.black) if a > b else (game.black, game.white)
                self.e[up].drawn_up += 1
                self.e[down].drawn_down += 1

    def _order(self):
        rows, _ = standings.table(self.past, self.r - 1)
        by_rating = (
            self.P.rating_in_first if self.r <= self.P.first_seeding_until else self.P.rating_in_second
        )
        counted = [e for e in self.e.values() if e.entrant.final and (self.absent_count or e.present)]
        counted.sort(
            key=lambda e: (
                [-value for value in rows[e.id]],
                -e.entrant.rating if by_rating else 0,
                e.entrant.order,
                e.id,
            )
        )
        self.order = [e.id for e in counted]
        sizes = Counter()
        for overall, e in enumerate(counted):
            e.overall, e.place = overall, sizes[e.group]
            sizes[e.group] += 1
        for e in counted:
            e.size = sizes[e.group]

    def _homes(self):
        here = sorted(
            (e.entrant for e in self.e.values() if e.present), key=lambda entrant: (entrant.order, entrant.id)
        )
        self.home = self._common([entrant.club for entrant in here])
        self.home_country = self._common([entrant.country for entrant in here])

    def _common(self, values):
        if not values:
            return ""
        value, number = Counter(values).most_common(1)[0]
        return value if 100 * number > self.P.at_home_above * len(values) else ""

    # the bye

    def bye(self, nodes):
        def claim(id_):
            e = self.e[id_]
            asked = self.P.byes_on_request and self.r in e.entrant.byes_asked
            return e.byes, 0 if asked else 1, *e.weight, -e.overall

        return min(nodes, key=claim)

    # what a pair is worth

    def bent(self, x, greatest):
        return trunc(greatest * (1.0 - x) * (1.0 + self.P.nx1_factor * x))

    def worth(self, one, other):
        a, b, P = self.e[one], self.e[other], self.P
        terms = {
            "base": 1,
            "repeated": 0 if self.met(a, b) else P.avoid_repeated,
            "random": self.draw("random", one, other, P.random),
            "colours": self.colours(a, b),
            "category": self.category(a, b),
            "score": self.score(a, b),
            "draw": self.drawing(a, b),
            "seeding": self.seeding(a, b),
            "handicap": self.bent(abs(a.level - b.level) / self.levels, P.minimise_handicap),
            "geography": self.geography(a, b),
        }
        counting = [m for m in self.history.meetings if not m.rounds or self.r in m.rounds]
        return terms | {"meetings": self.meetings(a, b, counting)} if counting else terms

    def met(self, a, b):
        return any({game.white, game.black} == {a.id, b.id} for game in self.games)

    def colours(self, a, b):
        greatest, w = self.P.balance_colours, (a.balance, b.balance)
        if self.stones(a, b) > 0:
            return 0
        if w[0] * w[1] < 0:
            return greatest
        return greatest // 2 if 0 in w and max(map(abs, w)) >= 2 else 0

    def category(self, a, b):
        if not self.S.categories:
            return 0
        x = abs(a.category - b.category) / (len(self.S.categories) + 1)
        return self.bent(x, self.P.avoid_mixing_categories)

    def score(self, a, b):
        if a.category != b.category:
            return 0
        return self.bent(abs(a.score - b.score) / self.groups, self.P.minimise_score_difference)

    def drawing(self, a, b):
        d = abs(a.group - b.group)
        if d == 0 or (self.draw_limit is not None and d >= self.draw_limit):
            return 0
        u, lower = (a, b) if a.group < b.group else (b, a)
        level = 2 - (u.drawn_down > 0) - (lower.drawn_up > 0)
        if level > 0:
            level += (u.drawn_up > u.drawn_down) + (lower.drawn_down > lower.drawn_up)
        if not self.P.compensate_draws:
            level = min(level, 2)
        weight = self.P.draw_weight // 5
        half = weight // 2
        value = level * weight
        value += half * self.position(u, self.P.draw_down) // u.size
        value += half * self.position(lower, self.P.draw_up) // lower.size
        return value // (abs(a.category - b.category) + 1) ** 4

    def position(self, e, wanted):
        last = e.size - 1
        return {"top": last - e.place, "bottom": e.place, "middle": last - abs(2 * e.place - last)}[wanted]

    def seeding(self, a, b):
        if a.group != b.group:
            return 0
        P, n, M = self.P, a.size, self.P.maximise_seeding
        system = P.seeding_first if self.r <= P.first_seeding_until else P.seeding_second
        if system == "split_and_slip":
            x = abs(2 * abs(a.place - b.place) - n)
            return M - (M * x // n) * x // n
        if system == "split_and_fold":
            x, m = abs(a.place + b.place - (n - 1)), max(n - 1, 1)
            return M - (M * x // m) * x // m
        halves = (2 * a.place < n) + (2 * b.place < n)
        return M - self.draw("seeding", a.id, b.id, M // 5) if halves == 1 else 0

    def differ(self, one, other):
        return one != other or (self.none and one == "")

    def geography(self, a, b):
        P, groups = self.P, self.groups
        one, other = a.entrant, b.entrant
        country = 0.0
        if self.differ(one.country, other.country) and not self.home_country:
            country = min(P.country_factor / groups, 1.0)
        apart = P.club_factor * 1.2 / groups
        differ = self.differ(one.club, other.club)
        club = apart if differ else 0.0
        clubs = {one.club.casefold(), other.club.casefold()}
        if differ and any(clubs <= {c.casefold() for c in g.clubs} for g in self.history.club_groups):
            club = P.club_factor / 2.0 / groups
        if self.home:
            at_home = (one.club == self.home) + (other.club == self.home)
            club = (club / 2.0, club, apart)[at_home]
        club = min(club, 1.0)
        ratio = max(country, club) + min(country, club) / 2.0
        if ratio > 0.0:
            ratio += 0.5 / groups
        value = min(
            P.minimise_score_difference - self.bent(ratio, P.avoid_same_geography), P.avoid_same_geography
        )
        if self.waive and a.strong and b.strong:
            return P.avoid_same_geography
        return (value + P.avoid_same_geography) // 2 if self.waive and (a.strong or b.strong) else value

    def meetings(self, a, b, counting):
        kinds = {m.kind for m in counting if {a.id, b.id} <= set(m.members)}
        if "must_not_meet" in kinds:
            return -self.P.meetings
        return self.P.meetings if "must_meet" in kinds and not self.met(a, b) else 0

    # stones and colours

    def stones(self, a, b):
        d = abs(min(a.strength, self.H.no_handicap_from) - min(b.strength, self.H.no_handicap_from))
        return min(max(d - self.H.correction if d > 0 else 0, 0), self.H.ceiling)

    def white(self, one, other):
        a, b = sorted((self.e[one], self.e[other]), key=lambda e: e.id)
        if self.stones(a, b) > 0:
            return a.id if a.strength > b.strength else b.id
        if a.balance != b.balance:
            return a.id if a.balance < b.balance else b.id
        return a.id if self.draw("colours", a.id, b.id, 1) == 1 else b.id

    def komi(self, stones):
        if stones == 0:
            return self.S.komi
        return self.S.komi % 1 if self.S.handicap_komi is None else self.S.handicap_komi

    def tables(self, pairs, apart):
        """Pair -> table."""
        pairs = sorted(pairs, key=lambda pair: max(self.e[id_].overall for id_ in pair))
        taken = {g.table for g in self.history.games if g.round == self.r and {g.white, g.black} & set(apart)}
        wanted, used = {}, set(taken)
        for pair in pairs:
            first, second = sorted((self.e[id_] for id_ in pair), key=lambda e: e.overall)
            table = first.entrant.table or second.entrant.table
            wanted[pair] = 0 if table in used else table
            used.add(table)
        given = {}
        for pair in pairs:
            if not wanted[pair]:
                free = 1
                while free in used or free in self.P.tables_unused:
                    free += 1
                used.add(free)
            given[pair] = wanted[pair] or free
        return given

    # draws

    def key(self, purpose, id_):
        text = f"{self.seed}\0{self.r}\0{purpose}\0{id_}".encode()
        return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")

    def draw(self, purpose, one, other, greatest):
        x = (self.key(purpose, one) + self.key(purpose, other)) % 2**64
        x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
        return (x ^ (x >> 31)) % (greatest + 1)


def drawn_seed(secret, k, known):
    """Where the seed is from; ``known``: plain data."""
    spelled = json.dumps(known, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    digest = sha256("\n".join(("nigiri seed", secret, str(k), spelled)).encode()).digest()
    return int.from_bytes(digest[:4], "big") % 2**31


def best_total(worth, nodes):
    """The greatest sum of a perfect matching of a few nodes, by trying all."""
    if not nodes:
        return 0
    first, *rest = nodes
    return max(worth[first, other] + best_total(worth, [n for n in rest if n != other]) for other in rest)


ALWAYS = {
    "settings": "system rounds floor bar zero nbw_bye2 nbw_absent2 mms_bye2 mms_absent2 round_down "
    "not_played_counts_half categories criteria komi handicap_komi board_size handicap pairing",
    "handicap": "by_score ceiling correction no_handicap_from",
    "pairing": "rules avoid_repeated random deterministic balance_colours avoid_mixing_categories "
    "minimise_score_difference draw_weight compensate_draws draw_up draw_down maximise_seeding seeding_first "
    "seeding_second first_seeding_until rating_in_first rating_in_second minimise_handicap "
    "avoid_same_geography country_factor club_factor club_group_factor nx1_factor strong_from strong_at_bar "
    "strong_by_wins",
    "entrant": "id rank rating country club correction order absent final",
    "game": "round table white black handicap result",
    "result": "winner by_default",
}
TOLD_AS = {"UNBEATEN": "CPS", "DCL": "DC", "CPS": "CPS of OpenGotha", "DC": "DC of OpenGotha"}


def inputs_digest(settings, defaults, entrants, games, byes, r, rules, seed, apart, taken, meetings, clubs):
    """All plain data; ``defaults``: what settings, entrant and game say where nothing was chosen."""

    def told(name, value, default):
        always = ALWAYS.get(name, "").split()
        kept = {k: v for k, v in value.items() if k in always or v != default[k]}
        kept.pop("claims", None)
        for k, v in kept.items():
            if isinstance(v, dict):
                kept[k] = told(k, v, default[k])
            elif k == "criteria":
                kept[k] = [TOLD_AS.get(c, c) for c in v[:-1]] + [
                    c if c == "DC" else TOLD_AS.get(c, c) for c in v[-1:]
                ]
        return kept

    entrants = [
        e
        | {"absent": [q for q in e["absent"] if q <= r], "byes_asked": [q for q in e["byes_asked"] if q == r]}
        for e in entrants
    ]
    inputs = {
        "settings": told("settings", settings, defaults["settings"]),
        "entrants": [
            told("entrant", e, defaults["entrant"]) for e in sorted(entrants, key=lambda e: e["id"])
        ],
        "games": [
            told("game", g, defaults["game"])
            for g in sorted(games, key=lambda g: (g["round"], g["white"]))
            if g["round"] < r
        ],
        "byes": {str(q): sorted(who) for q, who in byes.items() if who and q < r},
        "round": r,
        "rules": rules,
        "seed": seed,
        "apart": sorted(apart),
        "taken": sorted(taken),
    }
    if meetings:
        inputs["meetings"] = sorted(
            (told("", m, defaults["meeting"]) for m in meetings), key=lambda m: m["id"]
        )
    if clubs:
        inputs["club_groups"] = sorted(sorted(c.casefold() for c in group) for group in clubs)
    text = json.dumps(inputs, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()
