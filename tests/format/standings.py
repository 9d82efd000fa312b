"""deploy/format/standings.md, written down once more as plain functions: nothing here is the program's."""

from collections import Counter
from hashlib import blake2b

NAMES = {
    "CAT": "CATEGORY",
    "SOSWM1": "SOSW-1",
    "SOSWM2": "SOSW-2",
    "SOSMM1": "SOSM-1",
    "SOSMM2": "SOSM-2",
    "LOTTERY": "DRAW",
    "BUCHHOLZ": "SOSW",
    "BUCHHOLZ-1": "SOSW-1",
    "BUCHHOLZ-2": "SOSW-2",
    "SONNEBORN-BERGER": "SODOSW",
    "PROGRESSIVE": "CUSSW",
}
GENERIC = ("SOS", "SOS-1", "SOS-2", "SOSOS", "SODOS", "CUSS", "ROS")
POINTS2 = {"black": (2, 0), "white": (0, 2), "jigo": (1, 1), "both_win": (2, 2)}


class Card:
    """One entrant after R rounds."""

    def __init__(self, history, entrant, last):
        self.entrant, self.history, self.last = entrant, history, last
        self.meetings = sorted(self._meetings(), key=lambda met: met["round"])
        settings = history.settings
        rank = min(max(entrant.rank, settings.floor), settings.bar)
        self.start2 = 2 * (rank - settings.zero + entrant.correction)
        self.nbw2, self.mms2, self.cps2 = [0], [self.start2], [0]
        games2 = cup2 = nbw_idle2 = mms_idle2 = 0
        by_round = {met["round"]: met["points2"] for met in self.meetings}
        for q in range(1, last + 1):
            cup2 = 2 * cup2 + by_round.get(q, 0)
            if q in by_round:
                games2 += by_round[q]
            elif self.bye(q):
                nbw_idle2, mms_idle2 = nbw_idle2 + settings.nbw_bye2, mms_idle2 + settings.mms_bye2
            elif q in entrant.absent:
                nbw_idle2, mms_idle2 = nbw_idle2 + settings.nbw_absent2, mms_idle2 + settings.mms_absent2
            self.nbw2.append(games2 + self._idle(nbw_idle2))
            self.mms2.append(self.start2 + games2 + self._idle(mms_idle2))
            self.cps2.append(cup2 + self._idle(nbw_idle2))
        self.missed = last - len(self.meetings)

    def bye(self, q):
        return self.entrant.id in self.history.byes.get(q, ())

    def _idle(self, x):
        return x // 2 * 2 if self.history.settings.round_down else x

    def _meetings(self):
        out = {id_ for id_, entrant in self.history.entrants.items() if entrant.voided}
        for game in self.history.games:
            two = (game.black, game.white)
            if self.entrant.id not in two or not 1 <= game.round <= self.last or out & set(two):
                continue
            side = two.index(self.entrant.id)
            points = POINTS2.get(game.result.winner, (0, 0))
            stones = game.handicap if game.colours_known else 0
            yield {
                "round": game.round,
                "place": game.place,
                "opponent": two[1 - side],
                "points2": points[side],
                "stones": stones if side else -stones,
                "played": game.result.winner != "not_played" and not game.result.by_default,
                "won": points[side] == 2,
                "lost": points[1 - side] == 2,
            }

    def score2(self, main):
        return {"W": self.nbw2, "M": self.mms2, "C": self.cps2}[main]

    def worth(self, main):
        if not self.history.settings.not_played_counts_half:
            return self.score2(main)[self.last]
        played = [met["points2"] for met in self.meetings if met["played"]]
        return (self.start2 if main == "M" else 0) + sum(played) + self.last - len(played)


def cards(history, last):
    return {id_: Card(history, entrant, last) for id_, entrant in history.entrants.items()}


def main_letter(settings):
    return {"mcmahon": "M", "cup": "C"}.get(settings.system, "W")


def criteria(settings):
    found = []
    for name in settings.criteria:
        name = name.strip().upper()
        if name in GENERIC:
            stem, dash, cut = name.replace("ROS", "CUSS").partition("-")
            name = stem + ("M" if settings.system == "mcmahon" else "W") + dash + cut
        name = NAMES.get(name, name)
        if name not in found:
            found.append(name)
    return found


def terms(dealt, card, main):
    met = [
        dealt[one["opponent"]].worth(main) + (2 * one["stones"] if main == "M" else 0)
        for one in card.meetings
    ]
    return met + [card.start2 if main == "M" else 0] * card.missed


def sos(dealt, card, main):
    return sum(terms(dealt, card, main))


def value(name, dealt, card):
    """Of a criterion that looks at no ties."""
    settings, last, e = card.history.settings, card.last, card.entrant
    if name in ("NBW", "MMS", "CPS"):
        return card.score2({"NBW": "W", "MMS": "M", "CPS": "C"}[name])[last]
    stem, _, cut = name.partition("-")
    main = stem[-1]
    if stem in ("SOSW", "SOSM"):
        return sum(sorted(terms(dealt, card, main))[int(cut or 0) :])
    if stem in ("SOSOSW", "SOSOSM"):
        met = sum(sos(dealt, dealt[one["opponent"]], main) for one in card.meetings)
        return met + (card.missed * last * card.start2 if main == "M" else 0)
    if stem in ("SODOSW", "SODOSM"):
        told = terms(dealt, card, main)
        return sum(told[i] * one["points2"] for i, one in enumerate(card.meetings))
    if stem in ("CUSSW", "CUSSM"):
        return sum(card.score2(main)[1:])
    if name in ("EXT", "EXR"):
        return sum(
            dealt[one["opponent"]].nbw2[last]
            * min(3, max(0, one["stones"] - (e.rank - dealt[one["opponent"]].entrant.rank) + 1))
            for one in card.meetings
            if name == "EXT" or one["won"]
        )
    if name == "STS":
        return sts(card)
    if name == "SOSTS":
        met = sum(sts(dealt[one["opponent"]]) + 2 * one["stones"] for one in card.meetings)
        return met + card.missed * card.start2
    if name == "UNBEATEN":
        won = {one["round"] for one in card.meetings if one["won"] and not one["lost"]}
        met = {one["round"] for one in card.meetings}
        won |= {q for q in range(1, last + 1) if card.bye(q) and q not in met}
        return next((q - 1 for q in range(1, last + 1) if q not in won), last)
    if name == "OUT":
        return out2(dealt, card)
    if name == "CATEGORY":
        return -1 - sum(limit > e.rank for limit in settings.categories)
    if name == "DRAW":
        lots = sorted(dealt, key=lambda id_: lot(settings.draw_seed, id_))
        return -1 - lots.index(e.id)
    return {"RANK": e.rank, "RATING": e.rating}[name]


def sts(card):
    settings = card.history.settings
    stages = [q for q in (settings.rounds - 2, settings.rounds - 1) if 1 <= q <= card.last]
    top = settings.bar - settings.zero
    return card.mms2[card.last] + 4 * sum(card.mms2[q] == 2 * (top + q) for q in stages)


def lot(seed, id_):
    return blake2b(f"{seed}\0places\0{id_}".encode(), digest_size=16).digest()


def out2(dealt, card):
    settings = card.history.settings
    rounds = [one["round"] for one in card.meetings] + [q for q in range(1, card.last + 1) if card.bye(q)]
    latest = max(rounds, default=0)
    still_in = card.last + 1 if latest >= card.last - 1 else latest + 1
    double = settings.system == "double_elimination"
    if not any(one["place"] for other in dealt.values() for one in other.meetings):
        lost = [one["round"] for one in card.meetings if one["lost"]]
        lives = 2 if double else 1
        return 2 * (lost[lives - 1] if len(lost) >= lives else still_in)
    third = any(one["place"].startswith("T") and one["won"] and not one["lost"] for one in card.meetings)
    last = last_of(card)
    out = last is not None and puts_out(dealt, card, last, double, settings)
    return 2 * (last["round"] if out else still_in) + third


def last_of(card):
    of_bracket = [one for one in card.meetings if one["place"] and one["place"][0] not in "TC"]
    return of_bracket[-1] if of_bracket else None


def puts_out(dealt, card, last, double, settings):
    other = dealt[last["opponent"]]
    if not double or last["place"][0] == "L" or last["place"] == "F/2":
        later = last_of(other)
        return last["lost"] or (later is not None and later["round"] > last["round"])
    if last["place"][0] == "F" and last["lost"]:

        def way(one):
            before = [met for met in one.meetings if met["round"] < last["round"]]
            return any(met["place"].startswith("L") for met in before), sum(met["lost"] for met in before)

        from_winners = not way(card) > way(other)
        return not (settings.schedule.second_final and from_winners)
    return False


def table(history, last):
    """{id: values of the criteria}, {id: place}."""
    dealt, names = cards(history, last), criteria(history.settings)
    plain = {
        name: {id_: value(name, dealt, card) for id_, card in dealt.items()}
        for name in names
        if name not in CONFRONTATIONS
    }
    rows = dict.fromkeys(dealt, ())
    for at, name in enumerate(names):
        column = plain.get(name)
        if column is None:
            after = [plain[later] for later in names[at + 1 :] if later in plain]
            column = confronted(name, dealt, rows, {id_: tuple(c[id_] for c in after) for id_ in dealt})
        rows = {id_: (*row, column[id_]) for id_, row in rows.items()}
    return rows, {id_: 1 + sum(other > row for other in rows.values()) for id_, row in rows.items()}


def confronted(name, dealt, rows, after):
    column = dict.fromkeys(dealt, 0)
    final = [id_ for id_ in dealt if dealt[id_].entrant.final]
    for row in {rows[id_] for id_ in final}:
        tied = [id_ for id_ in final if rows[id_] == row]
        if len(tied) > 1:
            column |= CONFRONTATIONS[name](beaten_by(dealt, tied), after)
    return column


def beaten_by(dealt, tied):
    found = {}
    for a in tied:
        balance = Counter()
        for one in dealt[a].meetings:
            if one["opponent"] in tied and one["played"] and one["won"] != one["lost"]:
                balance[one["opponent"]] += 1 if one["won"] else -1
        found[a] = {b for b, n in balance.items() if n > 0}
    return found


def sdc(beaten, after):
    met = all(b in beaten[a] or a in beaten[b] for a in beaten for b in beaten if a != b)
    return {a: len(beaten[a]) if met else 0 for a in beaten}


def reach(beaten, a):
    found, todo = set(), [a]
    while todo:
        for b in beaten[todo.pop()] - found:
            found.add(b)
            todo.append(b)
    return found


def knots(beaten):
    to = {a: reach(beaten, a) for a in beaten}
    return {a: frozenset({a} | {b for b in to[a] if a in to[b]}) for a in beaten}


def dc(beaten, after):
    knot = knots(beaten)
    above = {
        x: {y for y in beaten if knot[y] != knot[x] and any(beaten[one] & knot[y] for one in knot[x])}
        for x in beaten
    }
    taken, left, values = 0, set(beaten), {}
    while left:
        free = [x for x in left if not above[x] & left]
        least = min(after[x] for x in free)
        last = [x for x in free if after[x] == least]
        taken += len(last) if values else 0
        values |= dict.fromkeys(last, taken)
        left -= set(last)
    return values


def dcl(beaten, after):
    knot, levels = knots(beaten), {}

    def level(one):
        if one not in levels:
            below = {knot[b] for a in one for b in beaten[a]} - {one}
            levels[one] = 1 + max((level(other) for other in below), default=-1)
        return levels[one]

    own = {a: level(knot[a]) for a in beaten}
    return {a: sum(1 <= other <= own[a] for other in own.values()) for a in beaten}


CONFRONTATIONS = {"SDC": sdc, "DC": dc, "DCL": dcl}
