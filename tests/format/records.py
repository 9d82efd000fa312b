"""deploy/format/records.md, written down once more: a game on sets of points, without the program."""

from copy import copy

from tests.format import seki

TURNS = (
    "play",
    "pass",
    "take_button",
    "challenge_ko",
    "give_stone",
    "delay",
    "ultimate_delay",
    "penalise",
)
COLUMNS = [a + b for a in ["", *"ABCDEFGHJKLMNOPQRSTUVWXYZ"] for b in "ABCDEFGHJKLMNOPQRSTUVWXYZ"]


def other(color):
    return {"b": "w", "w": "b"}[color]


class Refused(Exception):
    def __init__(self, reason, turn=None):
        super().__init__(reason)
        self.reason, self.turn = reason, turn


class Game:
    """``axes``: every axis by name; ``stones``: {"b": set, "w": set} of points (column, row) from 0."""

    def __init__(self, axes, size, stones, to_play, handicap=0):
        self.a, (self.width, self.height) = axes, size
        self.points = {(x, y) for x in range(self.width) for y in range(self.height)}
        self.stones = {color: frozenset(stones[color]) for color in "bw"}
        self.to_play, self.phase, self.passes, self.turn = to_play, "play", 0, 0
        even = handicap == 0 or axes["handicap_komi"] is None
        self.komi = axes["komi"] if even else axes["handicap_komi"]
        given = {"none": 0, "n": handicap, "n_minus_one": handicap - 1}[axes["handicap_compensation"]]
        self.compensation = given if handicap > 1 else 0
        self.held = {"b": 0, "w": 0}
        placed = axes["handicap"] in ("consecutive_moves", "free") and handicap > 1
        self.moves_left = handicap if placed and not (stones["b"] or stones["w"]) else 0
        if axes["handicap"] == "bowl":
            k = int(self.komi)
            self.held = {"b": handicap + max(-k, 0), "w": max(k, 0)}
        self.tokens, self.fines = {"b": 0, "w": 0}, {"b": 0, "w": 0}
        self.button = self.last_passer = self.barred = None
        self.continuations, self.asked, self.fresh, self.modified = 0, False, False, False
        self.forget()
        self.claims_made = {"b": 0, "w": 0}
        self.ultimate, self.draw_right = {"b": True, "w": True}, None
        self.ko, self.fights = None, None
        self.dispute = self.sequence = self.outcome = None
        self.line = []
        self.remember(None)

    def forget(self):
        self.marks, self.accepted = {"b": None, "w": None}, set()
        self.alive, self.dead, self.questions, self.offer = frozenset(), frozenset(), (), None

    def remember(self, action):
        self.line = [
            *self.line,
            {
                "stones": self.stones,
                "to_play": self.to_play,
                "do": action and action["do"],
                "color": action and action.get("color"),
                "turn": self.turn,
                "lead": self.held["b"] - self.held["w"],
            },
        ]

    # the board

    def near(self, points):
        found = set()
        for x, y in points:
            found |= {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)}
        return found & self.points

    def flow(self, seed, ground):
        found = set(seed) & set(ground)
        while more := self.near(found) & set(ground) - found:
            found |= more
        return frozenset(found)

    def empty(self):
        return self.points - self.stones["b"] - self.stones["w"]

    def place(self, color, p):
        """Stones after a play, and what was taken."""
        own, foe = self.stones[color] | {p}, self.stones[other(color)]
        empty = self.points - own - foe
        taken = set()
        for q in self.near({p}) & foe:
            string = self.flow({q}, foe)
            if not self.near(string) & empty:
                taken |= string
        if not taken:
            string = self.flow({p}, own)
            if not self.near(string) & empty:
                taken = set(string)
        return {color: frozenset(own - taken), other(color): frozenset(foe - taken)}, frozenset(taken)

    def spot(self, at):
        """A point of the board, or none."""
        text = at.upper()
        letters = text.rstrip("0123456789")
        if (
            not text.isascii()
            or letters not in COLUMNS
            or not text[len(letters) :]
            or text[len(letters)] == "0"
        ):
            return None
        p = COLUMNS.index(letters), int(text[len(letters) :]) - 1
        return p if p in self.points else None

    def spots(self, points):
        found = [self.spot(at) for at in points]
        if None in found:
            raise Refused("off_board")
        return frozenset(found)

    def strings(self, points):
        return self.flow(points, self.stones["b"]) | self.flow(points, self.stones["w"])

    def supply(self):
        n = self.a["stone_supply"]
        if n == "half_board":
            return len(self.points) // 2 if len(self.points) >= 100 else len(self.points)
        return None if n == "unlimited" else n

    def out_of_stones(self, color):
        supply = self.supply()
        return supply is not None and self.held[other(color)] - self.held[color] > supply

    def cap(self, axis):
        return None if self.a[axis] == "unlimited" else self.a[axis]

    def continues(self):
        return self.cap("continuations") is None or self.continuations < self.cap("continuations")

    # what is done

    def apply(self, action):
        """The game after an action; raises Refused."""
        after = copy(self)
        for name in ("held", "tokens", "fines", "marks", "ultimate", "claims_made"):
            setattr(after, name, dict(getattr(self, name)))
        after.accepted = set(self.accepted)
        if self.phase == "over":
            raise Refused("game_over")
        after.turn += 1
        getattr(after, action["do"])(action)
        after.remember(action)
        return after

    def play(self, action, color=None, check_only=False):
        color = color or action["color"]
        if not check_only:
            if self.barred:
                raise Refused(self.barred)
            if color != self.to_play:
                raise Refused("not_your_turn")
        p = self.spot(action["at"])
        if p is None:
            raise Refused("off_board")
        if p not in self.empty():
            raise Refused("occupied")
        if self.out_of_stones(color):
            raise Refused("out_of_stones")
        stones, taken = self.place(color, p)
        suicide = p in taken
        if suicide and (
            self.a["suicide"] == "forbidden" or (self.a["suicide"] == "multi_stone" and len(taken) == 1)
        ):
            raise Refused("suicide")
        mover = color if self.moves_left > 1 else other(color)
        ko, fights = self.repetition(color, p, stones, taken, mover)
        if check_only:
            return
        before = self.stones
        self.held[other(color) if suicide else color] += len(taken)
        self.stones, self.to_play, self.ko, self.fights = stones, mover, ko, fights
        if self.phase in ("play", "stopped"):
            self.go_on()
            self.passes = 0
            self.moves_left = max(self.moves_left - 1, 0)
            self.phase = "play"
            self.unless_stuck()
        else:
            self.fresh, self.passes = False, 0
            if self.phase == "capture":
                self.captured(before, color)
            else:
                number, left = self.sequence
                self.sequence = number, left - self.empty()

    def go_on(self):
        """A turn that is no pass: at a stop it begins a continuation."""
        self.forget()
        self.fresh = False
        stops = self.a["stopping"] in ("two_stop", "two_stop_four_end")
        if stops and self.passes >= 2 and not self.asked:
            self.continuations, self.asked = self.continuations + 1, True

    # repetition

    def looked_at(self):
        """Positions, the latest first, back to where the button was taken."""
        for at in reversed(self.line):
            yield at
            if at["do"] == "take_button":
                return

    def ko_like(self, color, p, stones, taken):
        own, foe = stones[color], stones[other(color)]
        lone = p in own and not self.near({p}) & own
        return lone and len(taken) == 1 and self.near({p}) - foe == taken

    def repetition(self, color, p, stones, taken, mover):
        rule = self.a["repetition"]
        if self.phase == "capture":
            rule = "own_ever"
        if self.phase == "confirmation" and self.a["confirmation_ko"] == "pass_for_ko":
            rule = "pass_for_ko"
        if rule in ("simple_ko", "basic_ko_with_locks", "pass_for_ko"):
            return self.kos(rule, color, p, stones, taken)
        if rule == "own_previous":
            at = next((at for at in self.looked_at() if at["do"] in TURNS and at["color"] == color), None)
            if at and at["stones"] == stones:
                raise Refused("ko", at["turn"])
        elif rule != "none":
            self.superko(rule, color, stones, taken, mover, suicide=p in taken)
        return None, None

    def superko(self, rule, color, stones, taken, mover, *, suicide):
        if rule == "situational_unless_multi_capture" and len(taken) > 1 and not suicide:
            return

        def counts(at):
            if rule == "own_ever":
                return at["do"] in TURNS and at["color"] == color
            if rule == "natural_situational":
                return at["do"] == "play" and at["color"] == color
            return rule == "positional" or at["to_play"] == mover

        same = [at["turn"] for at in self.looked_at() if at["stones"] == stones and counts(at)]
        if same:
            raise Refused("superko", same[-1])

    def kos(self, rule, color, p, stones, taken):
        if self.ko and self.ko[:2] == (p, color):
            raise Refused("ko", self.ko[2])
        ko_like = self.ko_like(color, p, stones, taken)
        ko = (next(iter(taken)), other(color), self.turn - 1) if ko_like else None
        if self.fights is None:
            return ko, None
        same = [f for f in self.fights if all(stones[c] & f["beside"] == f[c] for c in "bw")]
        if not ko_like:
            return None, same
        fight = dict(self.fight(p, stones, taken))
        if color in fight["locked"]:
            raise Refused("locked_ko")
        if rule == "pass_for_ko":
            fight["locked"] = {other(color)}
        elif color in fight["prepared"]:
            fight["locked"] = fight["locked"] | {other(color)}
            fight["prepared"] = fight["prepared"] - {color}
        fight["captured"] = fight["captured"] | {color}
        return ko, [*(f for f in same if f["points"] != fight["points"]), fight]

    def fight(self, p, stones, taken):
        points = frozenset({p}) | taken
        for known in self.fights:
            if known["points"] == points:
                return known
        beside = frozenset(self.near(points) - points)
        empty = frozenset()
        told = {c: stones[c] & beside for c in "bw"}
        return {
            "points": points,
            "beside": beside,
            "captured": empty,
            "prepared": empty,
            "locked": empty,
        } | told

    def lift(self):
        """What a regular pass does to kos."""
        self.ko = None
        if self.fights is not None and not (
            self.phase == "confirmation" and self.a["confirmation_ko"] == "pass_for_ko"
        ):
            self.fights = [f | {"locked": frozenset()} for f in self.fights]

    # passes and other turns

    def no_pass(self, color):
        if self.barred not in (None, "continuations_used_up"):
            raise Refused(self.barred)
        if color != self.to_play:
            raise Refused("not_your_turn")
        if self.a["passing"] == "delay":
            raise Refused("pass_not_allowed")
        self.placing()

    def placing(self):
        if self.moves_left and self.a["handicap"] == "free" and self.can_play(self.to_play):
            raise Refused("pass_not_allowed")

    def can_play(self, color):
        for x, y in self.empty():
            try:
                self.play({"at": f"{COLUMNS[x]}{y + 1}"}, color, check_only=True)
            except Refused:
                continue
            return True
        return False

    def pass_(self, action):
        if self.phase == "capture":
            return self.pass_in_capture(action)
        self.no_pass(action["color"])
        if self.phase == "confirmation":
            return self.pass_in_sequence()
        return self.passed(action["color"])

    def passed(self, color):
        self.last_passer = color
        if self.a["passing"] == "token":
            self.tokens[other(color)] += 1
        self.forget()
        self.fresh, self.moves_left, self.phase = False, 0, "play"
        self.passes += 1
        self.lift()
        stopping = self.a["stopping"]
        if self.passes >= {"two_passes": 2, "two_stop_four_end": 4}.get(stopping, 10**9):
            self.count(frozenset())
        elif self.passes == 2 and stopping in ("two_stop", "two_stop_four_end"):
            self.stop()
        self.to_play = other(color)

    def stop(self):
        self.phase, self.asked = "stopped", False
        self.barred = None if self.continues() else "continuations_used_up"
        if self.a["stopping"] != "two_stop_four_end":
            self.barred = "wrong_phase"

    def penalise(self, action):
        if self.a["illegal_move"] != "pass_and_fine" or self.phase not in ("play", "stopped"):
            raise Refused("wrong_phase")
        self.no_pass(action["color"])
        self.fines[action["color"]] += 1
        self.passed(action["color"])

    def take_button(self, action):
        color = action["color"]
        if self.phase in ("capture", "confirmation"):
            raise Refused("wrong_phase")
        if self.barred:
            raise Refused(self.barred)
        if color != self.to_play:
            raise Refused("not_your_turn")
        if not self.a["button"] or self.button:
            raise Refused("no_button")
        if self.out_of_stones(color):
            raise Refused("out_of_stones")
        self.placing()
        self.go_on()
        self.button, self.moves_left, self.passes, self.phase = color, 0, 0, "play"
        self.lift()
        self.to_play = other(color)

    def challenge_ko(self, action):
        color, p = action["color"], self.spot(action["at"])
        if self.barred:
            raise Refused(self.barred)
        if color != self.to_play:
            raise Refused("not_your_turn")
        if p is None or self.fights is None:
            raise Refused("off_board" if p is None else "wrong_phase")
        if self.out_of_stones(color):
            raise Refused("out_of_stones")
        if p not in self.empty():
            raise Refused("not_a_recapture")
        stones, taken = self.place(color, p)
        if not self.ko_like(color, p, stones, taken):
            raise Refused("not_a_recapture")
        fight = dict(self.fight(p, stones, taken))
        locks = not (self.phase == "confirmation" and self.a["confirmation_ko"] == "pass_for_ko")
        if locks and self.ko and self.ko[:2] == (p, color):
            raise Refused("ko", self.ko[2])
        if other(color) not in fight["captured"]:
            raise Refused("not_a_recapture")
        if locks:
            if color in fight["locked"]:
                raise Refused("locked_ko")
            if color in fight["prepared"]:
                raise Refused("already_prepared")
            fight["prepared"] = fight["prepared"] | {color}
        else:
            if color not in fight["locked"]:
                raise Refused("already_prepared")
            fight["locked"] = fight["locked"] - {color}
        self.fights = [*(f for f in self.fights if f["points"] != fight["points"]), fight]
        self.ko, self.passes, self.fresh = None, 0, False
        if self.phase != "confirmation":
            self.forget()
        self.to_play = other(color)

    def no_delay(self, color):
        if self.a["passing"] != "delay" or self.barred:
            raise Refused(self.barred or "wrong_phase")
        if color != self.to_play:
            raise Refused("not_your_turn")

    def delay(self, action):
        color = action["color"]
        self.no_delay(color)
        if not self.held[color]:
            raise Refused("nothing_to_return")
        self.held[color] -= 1
        self.to_play, self.ko = other(color), None
        self.unless_stuck()

    def ultimate_delay(self, action):
        color = action["color"]
        self.no_delay(color)
        if not self.ultimate[color]:
            raise Refused("nothing_to_return")
        if self.a["endless"] == "draw_right" and not self.ultimate[other(color)]:
            self.draw_right = other(color)
        self.ultimate[color] = False
        self.to_play, self.ko = other(color), None
        self.unless_stuck()

    def unless_stuck(self):
        color = self.to_play
        if (
            self.a["passing"] != "delay"
            or self.ultimate[color]
            or self.held[color]
            or self.draw_right == color
        ):
            return
        line = self.line
        self.remember({"do": "play", "color": other(color)})
        if not self.can_play(color):
            self.end(other(color), None, "no move left")
        self.line = line

    def resign(self, action):
        if self.a["passing"] == "delay" and action["color"] != self.to_play:
            raise Refused("not_your_turn")
        self.end(other(action["color"]), None, "resignation")

    def end(self, winner, margin, by):
        self.phase, self.outcome = "over", (winner, margin, by)

    def declare_draw(self, action):
        endless, color = self.a["endless"], action["color"]
        if endless != "no_result_on_claim" and color != self.to_play:
            raise Refused("not_your_turn")
        if self.phase != "play":
            raise Refused("wrong_phase")
        if endless == "no_result_on_claim" and self.occurrences() >= 3:
            self.offer = color
        elif endless == "draw_right" and self.draw_right == color:
            self.end(None, None, "declared draw")
        elif endless == "draw_on_claim" and self.occurrences(prisoners=True) >= 3:
            self.end(None, None, "claimed draw")
        else:
            raise Refused("no_draw_right")

    def agree_draw(self, action):
        endless, color = self.a["endless"], action["color"]
        if self.phase not in ("play", "stopped"):
            raise Refused("wrong_phase")
        allowed = {
            "draw_on_claim": True,
            "no_result_on_claim": self.offer is not None,
            "no_result_on_agreement": self.occurrences() >= 2,
        }.get(endless, False)
        if not allowed or (self.offer and color == self.offer):
            raise Refused("no_draw_right")
        if color is not None and self.offer is None:
            self.offer = color
        else:
            self.end(None, None, "agreed draw" if endless == "draw_on_claim" else "no result")

    def occurrences(self, *, prisoners=False):
        seen, counting, now = 0, True, self.line[-1]
        for at in reversed(self.line):
            same = at["stones"] == now["stones"] and at["to_play"] == now["to_play"]
            if counting and same and (not prisoners or at["lead"] == now["lead"]):
                seen, counting = seen + 1, False
            if at["do"] == "take_button":
                break
            counting = counting or at["do"] == "play"
        return seen

    # a stopped game

    def next_in_turn(self):
        return self.to_play if self.last_passer is None else other(self.last_passer)

    def resume(self, action):
        color, wants = action["color"], action["modified_ko"]
        if wants and not self.a["modified_ko"]:
            raise Refused("wrong_phase")
        if self.fresh and wants and not self.modified:
            self.modified = True
            self.begin_kos(modified=True)
            return
        if self.phase != "stopped" or self.a["resumption"] == "none":
            raise Refused("wrong_phase")
        if not self.continues():
            raise Refused("continuations_used_up")
        self.forget()
        self.continuations += 1
        self.asked, self.fresh, self.modified, self.phase, self.barred = True, True, wants, "play", None
        asker = self.a["resumption"] == "asker_waits" and color is not None
        self.to_play = other(color) if asker else self.next_in_turn()
        if self.a["stopping"] != "two_stop_four_end":
            self.passes = 0
        self.begin_kos(modified=wants)

    def begin_kos(self, *, modified):
        self.ko = None
        pass_for_ko = self.phase == "confirmation" and self.a["confirmation_ko"] == "pass_for_ko"
        locks = self.a["repetition"] == "basic_ko_with_locks" and modified
        self.fights = [] if pass_for_ko or locks else None

    def settling(self):
        if self.phase != "stopped" or self.a["settling"] == "as_it_stands":
            raise Refused("wrong_phase")

    def named(self, points):
        points = self.spots(points)
        return points if self.a["settling"] == "agreed_points" else self.strings(points)

    def mark_dead(self, action):
        self.settling()
        self.marks[action["color"]] = self.named(action["points"])
        self.accepted = set()

    def accept(self, action):
        self.settling()
        self.accepted.add(action["color"])
        if len(self.accepted) < 2:
            return
        black, white = (self.marks[color] or frozenset() for color in "bw")
        if self.a["disputed"] == "unsettled" and (black ^ white) - self.alive - self.dead:
            raise Refused("wrong_phase")
        self.settle(black & white)

    def agree_dead(self, action):
        self.settling()
        self.settle(self.named(action["points"]))

    def settle(self, dead):
        proved = self.dead - dead
        if self.a["scoring"] == "territory_no_seki" and dead | proved:
            proved = self.not_in_seki(proved, dead)
        dead = dead | proved
        self.count(dead)
        if self.a["settling"] == "agreed_points":
            self.stones = {color: self.stones[color] - dead for color in "bw"}

    # disputes

    def claim(self, action):
        color = action["color"]
        if self.phase != "stopped" or self.a["settling"] not in ("capture_phase", "confirmation"):
            raise Refused("wrong_phase")
        strings = self.strings(self.spots(action["points"]))
        if self.a["settling"] == "confirmation":
            return self.ask(color, strings, capturable=action["capturable"])
        stones = strings & self.stones[other(color)]
        if not stones:
            raise Refused("no_stones")
        if not action["capturable"] or stones & self.alive:
            raise Refused("wrong_phase")
        self.marks, self.accepted = {"b": None, "w": None}, set()
        self.phase, self.passes, self.to_play, self.barred = "capture", 0, other(color), None
        self.dispute = {"stones": stones, "owner": other(color), "due": False, "declined": False}
        self.ko = None

    def captured(self, before, mover):
        dispute = self.dispute
        changed = {p for c in "bw" for p in before[c] ^ self.stones[c]}
        changed |= self.strings(changed)
        self.alive, self.dead = self.alive - changed, self.dead - changed
        left = dispute["stones"] - self.empty()
        if mover == dispute["owner"] and not left:
            return self.back()
        self.dispute = {
            "stones": left,
            "owner": dispute["owner"],
            "due": mover != dispute["owner"],
            "declined": False,
        }

    def back(self):
        self.dispute, self.passes = None, 2
        self.stop()
        self.to_play = self.next_in_turn()

    def pass_in_capture(self, action):
        dispute, color = self.dispute, action["color"]
        if color != self.to_play:
            raise Refused("not_your_turn")
        own = color == dispute["owner"]
        if own and dispute["due"]:
            raise Refused("pass_not_allowed")
        if own and dispute["declined"]:
            return self.decided(alive=True)
        self.dispute = dispute | {"declined": not own}
        self.to_play = other(color)

    def give_stone(self, action):
        if self.phase != "capture":
            raise Refused("wrong_phase")
        if action["color"] != self.to_play:
            raise Refused("not_your_turn")
        if self.to_play != self.dispute["owner"] or not self.dispute["due"]:
            raise Refused("wrong_phase")
        self.held[other(self.to_play)] += 1
        if not self.dispute["stones"]:
            return self.back()
        self.dispute = self.dispute | {"due": False}
        self.to_play = other(self.to_play)

    def decided(self, *, alive):
        strings = self.strings(self.dispute["stones"])
        if self.dispute["due"]:
            self.held[other(self.dispute["owner"])] += 1
        self.decide(strings, alive=alive)
        self.back()

    def decide(self, strings, *, alive):
        self.alive, self.dead = self.alive - strings, self.dead - strings
        if alive:
            self.alive |= strings
        else:
            self.dead |= strings

    def concede(self, action):
        if self.phase == "capture":
            return self.decided(alive=action["color"] != self.dispute["owner"])
        if self.sequence is None:
            raise Refused("wrong_phase")
        number, left = self.sequence
        self.restore(left, proved=action["color"] != self.questions[number]["color"])

    def ask(self, color, strings, *, capturable):
        owners = [c for c in "bw" if strings & self.stones[c]]
        if len(owners) != 1:
            raise Refused("no_stones")
        cap = self.cap("claims_per_player")
        if (cap is not None and self.claims_made[color] >= cap) or len(self.questions) >= 100:
            raise Refused("continuations_used_up")
        self.claims_made[color] += 1
        question = {"color": color, "stones": strings, "owner": owners[0], "capturable": capturable}
        self.questions = (*self.questions, question | {"sequences": 0, "proved": None})
        self.accepted = set()
        self.ko = None

    def confirm(self, action):
        wants, k = action["modified_ko"], action["claim"]
        if self.phase != "stopped" or (wants and not self.a["modified_ko"]):
            raise Refused("wrong_phase")
        if not 0 <= k < len(self.questions):
            raise Refused("wrong_phase")
        cap = self.cap("sequences_per_claim")
        if cap is not None and self.questions[k]["sequences"] >= cap:
            raise Refused("continuations_used_up")
        self.stopped = copy(self)
        self.stopped.held = dict(self.held)
        question = self.questions[k] | {"sequences": self.questions[k]["sequences"] + 1}
        self.questions = (*self.questions[:k], question, *self.questions[k + 1 :])
        self.phase, self.passes, self.barred, self.accepted = "confirmation", 0, None, set()
        self.modified, self.fresh = wants, True
        self.sequence = k, question["stones"]
        if self.a["confirmation_ko"] == "pass_for_ko":
            self.to_play = other(question["owner"])
        else:
            self.to_play = self.next_in_turn()
        self.begin_kos(modified=wants)

    def pass_in_sequence(self):
        number, left = self.sequence
        self.passes += 1
        self.fresh = False
        self.lift()
        if self.passes < 2:
            self.to_play = other(self.to_play)
            return
        question = self.questions[number]
        if self.a["confirmation_ko"] == "pass_for_ko":
            foes = self.stopped.stones[other(question["owner"])]
            beside = self.near(question["stones"]) & foes
            there = question["stones"] | self.stopped.flow(beside, foes)
            left = left | (self.stones[question["owner"]] & there)
        self.restore(left, proved=question["capturable"] != bool(left))

    def restore(self, left, *, proved):
        number, _ = self.sequence
        question = self.questions[number] | {"proved": proved}
        questions = (*self.questions[:number], question, *self.questions[number + 1 :])
        turn, stopped = self.turn, self.stopped
        self.__dict__.update(copy(stopped).__dict__)
        self.held = dict(stopped.held)
        self.turn, self.accepted = turn, set()
        if proved == question["capturable"]:
            self.decide(question["stones"], alive=False)
        else:
            kept = self.dead - left if left else frozenset()
            self.decide(question["stones"] - kept, alive=True)
        self.questions = tuple(
            q if q["proved"] is None else q | {"proved": q["capturable"] is not bool(q["stones"] - self.dead)}
            for q in questions
        )
        self.sequence, self.ko = None, None

    # the count

    def not_in_seki(self, proved, agreed):
        """Of what was proved dead, that is taken off: on the other's territory, and in no area of both."""
        dead = {c: self.stones[c] & (proved | agreed) for c in "bw"}
        land = self.outside_seki({c: self.stones[c] - dead[c] for c in "bw"}, dead)
        both = dead["b"] | dead["w"]
        mixed = self.flow(self.near(dead["b"]) & dead["w"], both)
        return frozenset(proved & (dead["b"] & land["w"] | dead["w"] & land["b"]) - mixed)

    def outside_seki(self, stones, dead):
        return seki.territory(self.width, self.height, stones, dead)

    def land(self, stones):
        empty = self.points - stones["b"] - stones["w"]
        reach = {c: self.flow(stones[c], stones[c] | empty) & empty for c in "bw"}
        return {c: reach[c] - reach[other(c)] for c in "bw"}

    def surrounded(self, stones, gone):
        empty = self.points - stones["b"] - stones["w"] - gone["b"] - gone["w"]
        found = {}
        for c in "bw":
            ground = empty | gone[other(c)]
            foreign = stones[other(c)] | gone[c]
            near = self.flow(self.near(stones[c]), ground)
            found[c] = near - self.flow(self.near(foreign), ground)
        return found

    def totals(self, dead):
        stones = {c: self.stones[c] - dead for c in "bw"}
        gone = {c: self.stones[c] & dead for c in "bw"}
        scoring, land = self.a["scoring"], self.land(stones)
        if scoring == "territory_no_seki":
            land, scoring = self.outside_seki(stones, gone), "territory"
        around = self.surrounded(stones, gone)
        totals = {}
        for c in "bw":
            o = other(c)
            points = {
                "area": len(stones[c]) + len(land[c]),
                "makrai_area": len(stones[c] | around[c]),
                "territory": len(land[c]) + self.held[c] + len(gone[o]),
                "territory_less_lost": len(land[c]) - self.held[o] - len(gone[c]),
                "makrai_territory": len(around[c]) + self.held[c] + len(gone[o] & around[c]),
            }
            total = points.get(scoring, 0)
            tokens = self.tokens[c]
            if c == "b" and self.a["white_passes_last"] and self.passes and self.last_passer == "b":
                tokens += 1
            if scoring.startswith("territory"):
                total += tokens * self.a["token"]
            total += self.a["button"] if self.button == c else 0
            total -= self.fines[c] * self.a["fine"]
            total += self.komi + self.compensation if c == "w" else 0
            totals[c] = 0 if scoring == "none" else total
        return totals

    def count(self, dead):
        totals = self.totals(dead)
        margin = totals["b"] - totals["w"]
        winner = "b" if margin > 0 or (margin == 0 and self.a["ties"] == "black") else "w"
        self.end(winner if margin or self.a["ties"] == "black" else None, abs(margin), "score")


setattr(Game, "pass", Game.pass_)
