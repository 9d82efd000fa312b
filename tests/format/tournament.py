"""deploy/format/tournament.md, written down once more: a fold of JSON. Nothing here is the program's."""

from copy import deepcopy
from datetime import datetime, timedelta

ENTRY = ("rank", "rating", "country", "club", "correction", "final", "group")
DEFAULTS = {"country": "", "club": "", "correction": 0, "final": True, "group": ""}
NOT_PLAYED = {"winner": "not_played", "by_default": False}


def new_round():
    told = {
        "pairs": {},
        "byes": set(),
        "line_ups": {},
        "published": False,
        "closed": False,
        "claims_until": "",
    }
    return told | {"held": set(), "drawn": {}}


def fold(state, kind, data):
    """The state after one event."""
    state = deepcopy(state)
    name = kind.removeprefix("tournament.").rpartition(".v")[0].replace("-", "_")
    before = deepcopy(state)
    if name in HANDLERS:
        HANDLERS[name](state, data)
    if name in ABSENCES:
        absences(state, before)
    return state


def created(state, data):
    state.update(settings=data["settings"], ruleset=data["ruleset"], entries={}, removed={}, rounds={})
    state.update(teams={}, line_ups={}, limits_number=0, secrets={})


def seed_committed(state, data):
    state["secrets"].setdefault(data["round"], data["secret"])


def known_before(state, k, group=""):
    """pairing.md, Where the seed is from."""
    of_group = {id_ for id_, one in state["entries"].items() if group in ("", one["group"])}
    if state["settings"]["teams"]["boards"]:
        of_group = set(state["entries"])
    results = []
    for q, round_ in state["rounds"].items():
        for pair in round_["pairs"].values() if q < k else ():
            a, b = sorted((pair["white"], pair["black"]))
            won = result(pair)["winner"]
            if won != "not_played" and {a, b} <= of_group:
                results.append([q, a, b, pair[won] if won in ("white", "black") else won])
    return sorted(results) or sorted(id_ for id_ in of_group if present(state["entries"][id_], k))


def present(entry, r):
    return entry["final"] and not entry["withdrawn"] and r not in entry["absent"]


def settings_changed(state, data):
    state.update(settings=data["settings"], ruleset=data["ruleset"])


def player_entered(state, data):
    facts = {name: data.get(name, DEFAULTS.get(name)) for name in (*ENTRY, "player_id")}
    facts |= {"absent": set(data.get("absent", [])), "away": set(), "byes_asked": set(), "table": 0}
    state["entries"][data["entry_id"]] = facts | {"withdrawn": False, "voided": False}


def entry_changed(state, data):
    entry = state["entries"][data["entry_id"]]
    entry.update({name: data.get(name, DEFAULTS.get(name)) for name in ENTRY})


def entry_replaced(state, data):
    entry_changed(state, data)
    state["entries"][data["entry_id"]]["player_id"] = data["player_id"]


def entry_withdrawn(state, data):
    state["entries"][data["entry_id"]].update(withdrawn=True, voided=data.get("voided", False))


def entry_removed(state, data):
    state["removed"][data["entry_id"]] = state["entries"].pop(data["entry_id"]) | {"withdrawn": True}


def entry_reinstated(state, data):
    if data["entry_id"] in state["removed"]:
        state["entries"][data["entry_id"]] = state["removed"].pop(data["entry_id"])
    state["entries"][data["entry_id"]].update(withdrawn=False, voided=False)


def absence_declared(state, data):
    state["entries"][data["entry_id"]]["absent"].add(data["round"])


def absence_withdrawn(state, data):
    for name in ("absent", "away"):
        state["entries"][data["entry_id"]][name].discard(data["round"])


def bye_asked_for(state, data):
    state["entries"][data["entry_id"]]["byes_asked"].add(data["round"])


def bye_not_asked_for(state, data):
    state["entries"][data["entry_id"]]["byes_asked"].discard(data["round"])


def player_pinned(state, data):
    state["entries"][data["entry_id"]]["table"] = data["table"]


def round_of(state, data):
    return state["rounds"].setdefault(data["round"], new_round())


def pair_of(state, data):
    return state["rounds"][data["round"]]["pairs"][data["game_id"]]


def made(pair):
    names = ("table", "white", "black", "komi")
    told = {name: pair[name] for name in names} | {"handicap": pair.get("handicap", 0)}
    return told | {"reports": {}, "recorded": None, "ruled": None, "state": None}


def round_paired(state, data):
    round_ = round_of(state, data)
    round_["pairs"] |= {pair["game_id"]: made(pair) for pair in data["pairs"]}
    round_["byes"] |= set(data["byes"])
    round_["line_ups"] |= data.get("line_ups", {})


def pair_made_by_hand(state, data):
    stay(state, data["round"], [data["pair"]["white"], data["pair"]["black"]])
    round_of(state, data)["pairs"][data["pair"]["game_id"]] = made(data["pair"])


def stay(state, number, entries):
    """Line-ups of the teams of these entries stay what they are now."""
    boards = state["settings"]["teams"]["boards"]
    round_ = round_of(state, {"round": number})
    told = {who for players in round_["line_ups"].values() for who in players}
    for team in state["teams"] if boards else ():
        players = line_up(state, team, number)
        if set(players) & set(entries) - told:
            round_["line_ups"][team] = players


def pair_unmade(state, data):
    del state["rounds"][data["round"]]["pairs"][data["game_id"]]


def round_unpaired(state, data):
    state["rounds"].pop(data["round"], None)


def bye_given(state, data):
    stay(state, data["round"], [data["entry_id"]])
    round_of(state, data)["byes"].add(data["entry_id"])


def bye_taken_back(state, data):
    round_of(state, data)["byes"].discard(data["entry_id"])


def colours_swapped(state, data):
    pair = pair_of(state, data)
    pair["white"], pair["black"] = pair["black"], pair["white"]


def handicap_set(state, data):
    pair_of(state, data).update(handicap=data["handicap"], komi=data["komi"])


def table_moved(state, data):
    pair = pair_of(state, data)
    for one in state["rounds"][data["round"]]["pairs"].values():
        if one["table"] == data["table"] and one is not pair:
            one["table"] = pair["table"]
    pair["table"] = data["table"]


def tables_renumbered(state, data):
    for game_id, table in data["tables"].items():
        state["rounds"][data["round"]]["pairs"][game_id]["table"] = table


def result_reported(state, data):
    pair_of(state, data)["reports"][data["entry_id"]] = data["result"]


def result_recorded(state, data):
    pair_of(state, data)["recorded"] = data["result"]


def result_cleared(state, data):
    pair = pair_of(state, data)
    pair["recorded"] = None
    if not data.get("reports_stay", False):
        pair["reports"] = {}


def result_ruled(state, data):
    pair = pair_of(state, data)
    pair.update(ruled=data["result"], state="final" if data.get("final") else "decided")


def ruling_appealed(state, data):
    pair_of(state, data)["state"] = "appealed"


def ruling_lifted(state, data):
    pair_of(state, data).update(ruled=None, recorded=None, reports={}, state=None)


def round_published(state, data):
    round_of(state, data)["published"] = True


def round_unpublished(state, data):
    round_of(state, data)["published"] = False


def round_closed(state, data):
    round_of(state, data).update(closed=True, claims_until=data["claims_until"])


def round_reopened(state, data):
    round_of(state, data).update(closed=False, claims_until="")


def team_formed(state, data):
    state["teams"][data["team_id"]] = {
        "name": data["name"],
        "members": data.get("members", []),
        "number": data["number"],
        "country": data.get("country", ""),
        "club": data.get("club", ""),
        "group": data.get("group", ""),
    }


def team_changed(state, data):
    number = state["teams"][data["team_id"]]["number"]
    team_formed(state, data | {"number": number})


def team_disbanded(state, data):
    del state["teams"][data["team_id"]]


def line_up_set(state, data):
    state["line_ups"].setdefault(data["round"], {})[data["team_id"]] = data["players"]
    round_ = state["rounds"].get(data["round"], new_round())
    if data["team_id"] in round_["line_ups"]:
        round_["line_ups"][data["team_id"]] = data["players"]


def limits_changed(state, data):
    """limits.md, but for the axes of the ruleset."""
    limits, settings = data["limits"], state["settings"]
    was = [komi_for(settings, stones) for stones in (0, 1)]
    for name in ("komi", "handicap_komi"):
        if limits.get(name) is not None:
            settings[name] = limits[name]
    now = [komi_for(settings, stones) for stones in (0, 1)]
    minutes = settings["claims"]["minutes"]
    if limits.get("claim_minutes") is not None:
        settings["claims"]["minutes"] = limits["claim_minutes"]
    longer = timedelta(minutes=settings["claims"]["minutes"] - minutes)
    for round_ in state["rounds"].values():
        for pair in round_["pairs"].values():
            kind = int(pair["handicap"] > 0)
            if pair["komi"] == was[kind]:
                pair["komi"] = now[kind]
        if round_["claims_until"]:
            round_["claims_until"] = (datetime.fromisoformat(round_["claims_until"]) + longer).isoformat()
    state["limits_number"] = data["number"]


def komi_for(settings, stones):
    if stones == 0:
        return settings["komi"]
    return settings["komi"] % 1 if settings["handicap_komi"] is None else settings["handicap_komi"]


HANDLERS = {name: one for name, one in globals().items() if callable(one)}
ABSENCES = (
    "settings_changed",
    "entry_withdrawn",
    "entry_reinstated",
    "pair_unmade",
    "round_unpaired",
    "bye_taken_back",
)


def busy(round_):
    return round_["byes"] | {pair[side] for pair in round_["pairs"].values() for side in ("white", "black")}


def absences(state, before):
    rounds = state["rounds"]
    paired = {number for number, round_ in rounds.items() if round_["pairs"]}
    every = set(range(1, state["settings"]["rounds"] + 1))
    for id_, entry in state["entries"].items():
        if entry["withdrawn"]:
            lost = {
                number
                for number, round_ in before["rounds"].items()
                if id_ in busy(round_) and id_ not in busy(rounds.get(number, new_round()))
            }
            missed = (every - paired | lost & every) - entry["absent"]
            with_bye = {n for n in missed if id_ in rounds.get(n, new_round())["byes"]}
            away = entry["away"] | (missed - with_bye)
        else:
            away = entry["away"] & paired
        entry["absent"] = entry["absent"] - entry["away"] | away
        entry["away"] = away


def result(pair):
    if pair["ruled"]:
        return pair["ruled"]
    if pair["recorded"]:
        return pair["recorded"]
    said = list(pair["reports"].values())
    return said[0] if said and all(one == said[0] for one in said) else NOT_PLAYED


def state_of(pair):
    if pair["ruled"]:
        return pair["state"]
    if pair["recorded"]:
        return "confirmed"
    said = list(pair["reports"].values())
    if len(said) < 2:
        return "reported" if said else "missing"
    return "confirmed" if said[0] == said[1] else "disputed"


# teams


def line_up(state, team, r):
    round_, boards = state["rounds"].get(r, new_round()), state["settings"]["teams"]["boards"]
    paired = round_["line_ups"].get(team, [])
    if busy(round_) & set(paired):
        return list(paired)
    told, members = state["line_ups"].get(r, {}).get(team, []), state["teams"][team]["members"]
    return list(told) if len(told) == boards and set(told) <= set(members) else list(members[:boards])


def matches(state, r):
    """Of a round: {white, black, table, boards: [(number, team of white, pair)]}."""
    seats = {}
    for team in state["teams"]:
        for board, who in enumerate(line_up(state, team, r), start=1):
            seats[who] = team, board
    found = {}
    for pair in state["rounds"].get(r, new_round())["pairs"].values():
        one, two = seats.get(pair["white"]), seats.get(pair["black"])
        if one and two and one[0] != two[0] and one[1] == two[1]:
            found.setdefault(frozenset((one[0], two[0])), []).append((one[1], one[0], two[0], pair))
    for boards in found.values():
        boards.sort(key=lambda board: board[0])
        _, white, black, _ = boards[0]
        yield {
            "white": white,
            "black": black,
            "table": min(board[3]["table"] for board in boards),
            "boards": boards,
            "result": match_result(white, black, boards),
        }


def match_result(white, black, boards):
    results = [result(pair) for _, _, _, pair in boards]
    if any(one["winner"] == "not_played" for one in results):
        return NOT_PLAYED
    points = {white: 0, black: 0}
    for (_, w, b, _), one in zip(boards, results, strict=True):
        points[w] += {"white": 2, "both_win": 2, "jigo": 1}.get(one["winner"], 0)
        points[b] += {"black": 2, "both_win": 2, "jigo": 1}.get(one["winner"], 0)
    more = points[white] - points[black]
    even = "jigo" if points[white] else "both_lose"
    return {
        "winner": "white" if more > 0 else "black" if more < 0 else even,
        "by_default": all(one["by_default"] for one in results),
    }


def team_byes(state, r):
    playing = {team for match in matches(state, r) for team in (match["white"], match["black"])}
    byes = state["rounds"].get(r, new_round())["byes"]
    return {team for team in state["teams"] if team not in playing and set(line_up(state, team, r)) & byes}


def entrants(state):
    boards = state["settings"]["teams"]["boards"]
    order = sorted(
        state["teams"],
        key=lambda id_: (state["teams"][id_]["name"].casefold(), state["teams"][id_]["number"]),
    )
    for place, id_ in enumerate(order):
        first = [state["entries"][who] for who in state["teams"][id_]["members"][:boards]]
        every = [state["entries"][who] for who in state["teams"][id_]["members"]]
        yield {
            "id": id_,
            "order": place,
            "rank": sum(one["rank"] for one in first) // len(first),
            "rating": sum(one["rating"] for one in first) // len(first),
            "final": any(one["final"] for one in first),
            "voided": all(one["voided"] for one in every),
            "absent": {
                r
                for r in range(1, state["settings"]["rounds"] + 1)
                if not any(
                    state["entries"][who]["final"] and r not in state["entries"][who]["absent"]
                    for who in line_up(state, id_, r)
                )
            },
        }
