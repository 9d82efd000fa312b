"""deploy/format/schedules.md, written down once more as plain functions: nothing here is the program's."""

import json
from hashlib import blake2b, sha256

NOBODY, UNKNOWN = "", None


def lot(seed, purpose, id_):
    text = f"{seed}\0{purpose}\0{id_}".encode()
    return int.from_bytes(blake2b(text, digest_size=8).digest(), "big")


def seeds(players, by, seed):
    """``players``: id, rating, rank."""

    def key(one):
        id_, rating, rank = one
        drawn = lot(seed, "seeding", id_)
        return {"rating": (-rating, -rank, drawn), "rank": (-rank, drawn), "lot": (drawn,)}[by]

    return [id_ for id_, _, _ in sorted(players, key=key)]


def round_robin(order, r, played):
    """Games as (white, black, place), and byes. ``played``: (white, black) of earlier rounds, in order."""
    n = len(order) + len(order) % 2
    m = n - 1
    c, q = divmod(r - 1, m)
    q += 1
    pairs = []
    for i in range(1, n):
        j = next((j for j in range(i + 1, n) if (i + j - q - 1) % m == 0), None)
        if j:
            pairs.append((i, j) if (i + j) % 2 else (j, i))
    i = next(i for i in range(1, n) if (2 * i - q - 1) % m == 0)
    pairs.append((i, n) if i <= n / 2 else (n, i))
    if c:
        pairs = [(b, w) for w, b in pairs]
    byes = [order[i - 1] for two in pairs if max(two) > len(order) for i in two if i <= len(order)]
    games = []
    for w, b in sorted((two for two in pairs if max(two) <= len(order)), key=min):
        white, black = order[w - 1], order[b - 1]
        for before in played:
            if set(before) == {white, black}:
                white, black = before[1], before[0]
        games.append((white, black, f"R{r}/{len(games) + 1}"))
    return games, byes


def bracket_order(size):
    order = [0]
    while len(order) < size:
        order = [seed for x in order for seed in (x, 2 * len(order) - 1 - x)]
    return order


def last_level(players):
    k = 1
    while 2**k < players:
        k += 1
    return k


def winners_side(players, round_of):
    last = last_level(players)
    order = bracket_order(2**last)
    for level in range(1, last + 1):
        for i in range(1, 2 ** (last - level) + 1):
            if level == 1:
                sides = [("seed", order[2 * i - 2]), ("seed", order[2 * i - 1])]
            else:
                sides = [("winner", f"W{level - 1}/{2 * i - 1}"), ("winner", f"W{level - 1}/{2 * i}")]
            yield f"W{level}/{i}", round_of(level), sides


def knock_out(players, third_place, consolation, first_match):
    last = last_level(players)
    found = list(winners_side(players, lambda level: level))
    rounds = {place: round_ for place, round_, _ in found}
    if consolation:
        order = bracket_order(2**last)
        let_in = first_match and last > (3 if third_place else 2)
        for level in range(1, last):
            for i in range(1, 2 ** (last - 1 - level) + 1):
                before = "W1" if level == 1 else f"C{level - 1}"
                takes = "loser" if level == 1 else "winner"
                sides = [(takes, f"{before}/{2 * i - 1}"), (takes, f"{before}/{2 * i}")]
                if level == 1 and let_in:
                    free = [k for k in (0, 1) if max(order[4 * i - 4 + 2 * k : 4 * i - 2 + 2 * k]) >= players]
                    if free:
                        sides[free[0]] = ("first", f"W2/{i}")
                place = f"C{level}/{i}"
                rounds[place] = 1 + max(rounds[of] for _, of in sides)
                found.append((place, rounds[place], sides))
    if third_place and last > (2 if consolation else 1):
        found.append(("T/1", last, [("loser", f"W{last - 1}/1"), ("loser", f"W{last - 1}/2")]))
    return found


def double_elimination(players, second_final):
    last = last_level(players)
    found = list(winners_side(players, lambda level: max(1, 2 * level - 2)))
    for level in range(2, last + 1):
        n = 2 ** (last - level)
        for j in range(1, n + 1):
            takes, before = ("loser", "W1") if level == 2 else ("winner", f"L{2 * level - 4}")
            sides = [(takes, f"{before}/{2 * j - 1}"), (takes, f"{before}/{2 * j}")]
            found.append((f"L{2 * level - 3}/{j}", 2 * level - 2, sides))
        for j in range(1, n + 1):
            sides = [("winner", f"L{2 * level - 3}/{j}"), ("loser", f"W{level}/{n + 1 - j}")]
            found.append((f"L{2 * level - 2}/{j}", 2 * level - 1, sides))
    lower = ("winner", f"L{2 * last - 2}/1") if last > 1 else ("loser", "W1/1")
    found.append(("F/1", 2 * last, [("winner", f"W{last}/1"), lower]))
    if second_final:
        found.append(("F/2", 2 * last + 1, [("again", "F/1"), ("again", "F/1")]))
    return found


def filled(matches, order, games):
    """Place -> match with its sides, winner and loser."""
    ahead = {place: [sides, round_] for place, round_, sides in matches}
    by_place = {game["place"]: game for game in games if game["place"]}
    drawn = {}
    for place, _, sides in matches:
        if place in by_place:
            two = {by_place[place]["white"], by_place[place]["black"]}
            for takes, of in sides:
                drawn[of, {"first": "loser"}.get(takes, takes)] = two
    known = {}
    todo = dict(ahead)
    while todo:
        for place in list(todo):
            sides, round_ = todo[place]
            if all(takes == "seed" or of in known for takes, of in sides):
                known[place] = fill(place, round_, sides, order, games, by_place, drawn, known)
                del todo[place]
    return known


def fill(place, round_, sides, order, games, by_place, drawn, known):
    expected = [comes(takes, of, side, order, known) for side, (takes, of) in enumerate(sides)]
    game = by_place.get(place)
    if game is None:
        two = {one for one in expected if one}
        game = next((g for g in games if g["round"] == round_ and {g["white"], g["black"]} == two), None)
    told = {"place": place, "round": round_, "sides": expected, "from": sides, "game": game}
    if game is None:
        if UNKNOWN in expected or all(expected):
            return told | {"winner": UNKNOWN, "loser": UNKNOWN}
        return told | {"winner": expected[0] or expected[1], "loser": NOBODY}
    one, two = game["black"], game["white"]
    if one == expected[1] or two == expected[0]:
        one, two = two, one
    told["sides"] = [one, two]
    won, lost = outcome(game)
    if won is not None:
        both = {one, two}
        up, down = both & drawn.get((place, "winner"), set()), both & drawn.get((place, "loser"), set())
        on = up if len(up) == 1 else both - down if len(down) == 1 else set()
        if len(on) == 1:
            (won,) = on
            (lost,) = both - on
    return told | {"winner": won, "loser": lost}


def outcome(game):
    if game["winner"] in ("black", "white"):
        lost = {"black": "white", "white": "black"}[game["winner"]]
        return game[game["winner"]], game[lost]
    if game["winner"] == "both_lose" and game["by_default"]:
        return NOBODY, NOBODY
    return UNKNOWN, UNKNOWN


def comes(takes, of, side, order, known):
    if takes == "seed":
        return order[of] if of < len(order) else NOBODY
    before = known[of]
    if takes in ("winner", "loser"):
        return before[takes]
    if takes == "first":
        walkovers = [walkover(known[one]) for _, one in before["from"]]
        return before["loser"] if before["loser"] is None or before["loser"] in walkovers else NOBODY
    if before["winner"] is None:
        return UNKNOWN
    again = before["game"] is not None and before["winner"] == before["sides"][1]
    return before["sides"][side] if again else NOBODY


def walkover(match):
    one, two = match["sides"]
    return (one or two or "") if NOBODY in (one, two) else ""


def drawable(known, r):
    return all(
        not (match["game"] and match["winner"] is None) and not due(match)
        for match in known.values()
        if match["round"] < r
    )


def due(match):
    return all(match["sides"]) and match["game"] is None


def white(two, games, r, seed):
    balance = dict.fromkeys(two, 0)
    for game in games:
        if game["colours_known"] and game["round"] < r:
            for side, by in (("white", 1), ("black", -1)):
                if game[side] in balance:
                    balance[game[side]] += by
    return min(two, key=lambda id_: (balance[id_], lot(seed, f"colours {r}", id_)))


def inputs_digest(system, chosen, order, games, r, seed, absent):
    left_out = {name for name in ("consolation", "first_match") if not chosen[name]} | {"dates"}
    told = {
        "system": system,
        "chosen": {name: value for name, value in chosen.items() if name not in left_out},
        "order": order,
        "played": sorted(
            (
                {name: game[name] for name in ("round", "table", "white", "black", "colours_known", "place")}
                | {"result": [game["winner"], game["by_default"]]}
                for game in games
                if game["round"] < r
            ),
            key=lambda game: (game["round"], game["table"]),
        ),
        "round": r,
        "seed": seed,
        "absent": sorted(absent),
    }
    return sha256(json.dumps(told, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
