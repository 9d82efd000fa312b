"""Checks a bundle of a Go tournament, knowing nothing but the published format (deploy/format/*.md).

    python nigiri_verify.py BUNDLE.zip [--key LINE] [--kept FILE] [--policy FILE] [--receipt FILE] [--json]

--key      the line of the log's key, from paper: origin+id+base64; without it the bundle's own is believed.
--kept     a signed head that you kept, older or newer, or a proof fetched from /log/consistency/OLD/NEW.
--policy   witnesses whose cosignatures count (c2sp.org/tlog-policy).
--receipt  a proof of one event (c2sp.org/tlog-proof), or its digits from a QR code.

Says which line is wrong and what could not be checked. Exit 0: all well, 1: something is wrong, 2: not
readable. Needs Python 3.11, cryptography and rustworkx. Parts are headed by the text whose formulas they are.
"""

import argparse
import base64
import contextlib
import functools
import hashlib
import itertools
import json
import math
import re
import sys
import uuid
import zipfile
import zlib
from collections import Counter, defaultdict
from datetime import datetime, timedelta
from pathlib import Path
from types import SimpleNamespace as Ns

import rustworkx
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

BAD = (KeyError, TypeError, ValueError, IndexError, AttributeError, ArithmeticError, RecursionError,
       LookupError)
FILE_LIMIT, LINE_LIMIT, MEMBERS, ALL_PAIRS = 1 << 28, 1 << 24, 200_000, 200
MOST_FAULTS = 10_000
sha, unbase = (lambda data: hashlib.sha256(data).digest()), functools.partial(base64.b64decode, validate=True)

class Unreadable(Exception):
    """The bundle cannot be read at all."""

class Enough(Unreadable):
    """More faults than anybody reads: a bundle of nothing else fills no memory."""

class Report:
    """What was wrong, what could not be checked and how much was."""

    def __init__(self):
        self.faults, self.notes, self.skipped, self.done = [], [], Counter(), Counter()
        self.findings, self.unfound, self.prizes = {}, set(), {}

    def wrong(self, where, what):
        if len(self.faults) >= MOST_FAULTS: raise Enough(f"more than {MOST_FAULTS} faults")
        self.faults.append(f"{where}: {what}")

    def skip(self, what): self.skipped[what] += 1

    def same(self, where, what, told, due):
        self.done[what.split(" of ")[0]] += 1
        if isinstance(told, dict) and isinstance(due, dict):
            told, due = ({k: v for k, v in x.items() if k not in y or y[k] != v} for x,
                         y in ((told, due), (due, told)))
        if told != due:
            self.wrong(where, f"{what} is told as {str(told)[:200]}, but {str(due)[:200]} follows")

    @contextlib.contextmanager
    def at(self, where):
        try: yield
        except BAD as error: self.wrong(where,
                                        f"cannot be followed: {type(error).__name__} {str(error)[:120]}")

class Data(dict):
    """An object of an event: members by attribute, the defaults of the schemas for those that are missing."""

    defaults = {
        "absent": [], "automatic": False, "bound": 0, "by": "", "by_default": False, "byes": [],
        "candidates": 0,
        "capturable": True, "club": "", "color": "", "colours_known": True, "components": {}, "correction": 0,
        "count": None, "country": "", "final": True, "game_version": None, "group": "", "handicap": 0,
        "inputs_digest": "", "length": None, "limits": 0, "line_ups": {}, "members": [], "method": "",
        "modified_ko": False, "needs_second": False, "optimum": 0, "order": [], "picture": "", "pinned": True,
        "place": "", "points": [], "reason": "", "record": "", "reports_stay": False, "result": "",
        "rounds": [],
        "rules": "", "score": "", "seed": 0, "seed_given": False, "seed_of": 0, "seeds": [], "sequence": 0,
        "specification": "", "time": "", "total": 0,
        "turn": None, "voided": False, "claim": 0, "appeal_until": "", "winner": "not_played"}

    def __missing__(self, name): return self.defaults[name]

    def __getattr__(self, name): return self[name]

SETTINGS = {
    "bar": 3, "board_size": 19, "categories": [], "criteria": ["MMS", "SOSM", "SOSOSM"], "draw_seed": 0,
    "floor": -20,
    "handicap_komi": None, "komi": 6.5, "mms_absent2": 1, "mms_bye2": 2, "nbw_absent2": 0, "nbw_bye2": 2,
    "not_played_counts_half": False, "players_per_side": 1, "round_down": True, "rounds": 5,
    "system": "mcmahon",
    "zero": -30,
    "claims": {"appeal_minutes": 30, "apply_limits": False, "minutes": 30, "per_player": 3,
               "two_person": False},
    "handicap": {"by_score": True, "ceiling": 9, "correction": 1, "no_handicap_from": 0},
    "pairing": {
        "at_home_above": 100, "avoid_mixing_categories": 0, "avoid_repeated": 5 * 10**14, "nx1_factor": 0.5,
        "avoid_same_geography": 10**11, "balance_colours": 10**6, "byes_on_request": True, "club_factor": 3,
        "club_group_factor": 0, "compensate_draws": True, "country_factor": 1, "deterministic": True,
        "random": 0,
        "draw_down": "middle", "draw_up": "middle", "draw_weight": 10**8, "first_seeding_until": 2,
        "maximise_seeding": 5 * 10**6, "meetings": 10**15, "minimise_handicap": 0, "tables_unused": [],
        "minimise_score_difference": 10**11, "rating_in_first": True, "rating_in_second": False,
        "strong_from": 0,
        "rules": "opengotha-3.52-2", "seeding_first": "split_and_random", "seeding_second": "split_and_fold",
        "strong_at_bar": True, "strong_by_wins": True},
    "schedule": {"consolation": False, "dates": [], "first_match": False, "handicap": False,
                 "second_final": True,
                 "seeded_by": "rating", "third_place": False, "twice": False},
    "teams": {"boards": 0, "bye_boards2": None, "criteria": ["TEAMP", "BDW", "SOST", "BDWW", "DC"]}}

def filled(given, defaults=SETTINGS):
    whole = Data({k: filled(given.get(k, {}), v) if isinstance(v, dict) else given.get(k, v) for k,
                  v in defaults.items()})
    if defaults is SETTINGS and not (0 <= whole.rounds <= 1000 and 1 <= whole.board_size <= 52
                                     and 0 <= whole.teams.boards <= 99):
        raise ValueError("settings beyond any tournament")
    return whole

def parsed(text): return json.loads(text, object_hook=Data)

def canonical(value):
    return json.dumps(value, ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":"))

# ---- tree.md: hashes, heads, proofs ----

def joined(left, right): return sha(b"\1" + left + right)

def split(begin, end): return begin + (1 << (end - begin - 1).bit_length() - 1)

class Tree:
    """Roots of the leaves and of the parts without an event of the bundle (bundle.md, Nodes)."""

    def __init__(self, leaves, nodes): self.leaves, self.nodes, self.used = leaves, nodes, set()

    def root(self, begin, end):
        if (begin, end) in self.nodes:
            self.used.add((begin, end))
            return self.nodes[begin, end]
        if begin == end: return sha(b"")
        if end == begin + 1:
            if end not in self.leaves:
                raise LookupError(f"a part of the tree is missing: the leaf of position {end}")
            return self.leaves[end]
        return joined(self.root(begin, split(begin, end)), self.root(split(begin, end), end))

def included(leaf, index, size, path):
    """The root that a proof of inclusion leads to (RFC 9162, 2.1.3.2)."""
    if not 0 <= index < size: raise ValueError("the index is not in the tree")
    last, path = size - 1, list(path)
    while last:
        if index & 1 or index < last:
            leaf = joined(path.pop(0), leaf) if index & 1 else joined(leaf, path.pop(0))
        index, last = index >> 1, last >> 1
    if path: raise ValueError("the path is too long")
    return leaf

def continued(old, old_root, new, new_root, path):
    """Whether a proof of consistency holds (RFC 9162, 2.1.4.2)."""
    if old == new or not old: return not path and (not old or old_root == new_root)
    if old > new: return False
    path = ([old_root] if old & (old - 1) == 0 else []) + list(path)
    index, last = old - 1, new - 1
    while index & 1: index, last = index >> 1, last >> 1
    first = second = path.pop(0)
    for node in path:
        if not last: return False
        if index & 1 or index == last:
            first, second = joined(node, first), joined(node, second)
            while index and not index & 1: index, last = index >> 1, last >> 1
        else: second = joined(second, node)
        index, last = index >> 1, last >> 1
    return not last and (first, second) == (old_root, new_root)

def key_of(line, kind=1):
    """(name, id, public key) of a line of a key; ValueError if it is none."""
    name, number, rest = line.strip().split("+", 2)
    raw = unbase(rest)
    if raw[0] != kind or len(raw) != 33 or sha(name.encode() + b"\n" + raw)[:4].hex() != number:
        raise ValueError(f"no key: {line.strip()[:80]}")
    return name, bytes.fromhex(number), Ed25519PublicKey.from_public_bytes(raw[1:])

def holds(key, signature, text):
    try: key[2].verify(signature, text)
    except InvalidSignature: return False
    return True

class Note:
    """A signed head or another signed note: its text, and who signed it (c2sp.org/signed-note)."""

    def __init__(self, raw):
        text, _, signatures = raw.rpartition("\n\n")
        self.text, self.raw, self.lines = (text + "\n").encode(), raw, []
        for line in signatures.splitlines():
            dash, name, rest = line.split(" ")
            if dash != "—": raise ValueError("no signature line")
            self.lines.append((name, unbase(rest)))

    def signed(self, key):
        return any(n == key[0] and s[:4] == key[1] and holds(key, s[4:], self.text) for n, s in self.lines)

    def cosigned(self, key):
        return any(n == key[0] and s[:4] == key[1] and len(s) == 76 and holds(
            key, s[12:], b"cosignature/v1\ntime %d\n" % int.from_bytes(s[4:12]) + self.text) for n,
            s in self.lines)

    def head(self):
        origin, size, root = self.text.decode().split("\n")[:3]
        if str(int(size)) != size or int(size) < 0: raise ValueError("no number of events")
        return origin, int(size), unbase(root)

def quorum(policy, note):
    """Whether the cosignatures of a head are those that a policy wants (c2sp.org/tlog-policy)."""
    met = {"none": True}
    for words in (line.split("#")[0].split() for line in policy.splitlines()):
        if words[:1] == ["witness"]: met[words[1]] = note.cosigned(key_of(words[2], 4))
        elif words[:1] == ["group"]:
            need = {"any": 1, "all": len(words[3:])}.get(words[2]) or int(words[2])
            met[words[1]] = sum(met[w] for w in words[3:]) >= need
        elif words[:1] == ["quorum"]: return met[words[1]]
    raise ValueError("the policy has no quorum")

# ---- bundle.md: the file, its manifest, events, chains ----

class Bundle:
    """The members of a bundle after what they must be; events are handed out one by one."""

    def __init__(self, path, report):
        self.report, self.streams, self.commitments, self.total = report, defaultdict(list), set(), 0
        self.leaves, self.last, self.digests, self.hidden = {}, {}, {}, Counter()
        self.chained, self.came, self.joinings = {}, defaultdict(list), {}
        try:
            if not 0 < Path(path).stat().st_size <= FILE_LIMIT:
                raise Unreadable("larger than a bundle may be")
            self.zip = zipfile.ZipFile(path)
            if len(self.zip.infolist()) > MEMBERS: raise Unreadable("more members than a bundle may have")
            names = [self.checked(i) for i in self.zip.infolist()]
        except (OSError, zipfile.BadZipFile, NotImplementedError, EOFError) as error:
            raise Unreadable(f"no bundle: {error}") from None
        self.names = set(names)
        if len(self.names) < len(names):
            raise Unreadable("a path is there twice: " + Counter(names).most_common(1)[0][0])
        try:
            self.manifest = parsed(self.read("bundle.json"))
            told, self.shown = self.manifest.files, Ns()
            if (self.manifest.format, self.manifest.version) != ("nigiri-bundle", 1):
                raise Unreadable("another format")
            if told.keys() != self.names - {"bundle.json"}:
                differ = sorted(told.keys() ^ (self.names - {"bundle.json"}))
                report.wrong("bundle.json", f"files told and there differ: {differ[:5]}")
            for name in sorted(self.names - {"bundle.json"}):
                report.same(name, "hash of a file", told.get(name), self.hash(name))
        except BAD as error: raise Unreadable(f"bundle.json: {error}") from None
        for name in self.names:
            if name.startswith("records/") and told.get(name) != name[8:]:
                report.wrong(name, "its bytes have another hash")

    def checked(self, info):
        name = info.filename
        if info.orig_filename != name or not re.fullmatch(r"(?:[\w.~-]+/)*[\w.~-]+",
                name) or ".." in name.split("/"):
            raise Unreadable(f"a path that no bundle has: {name[:80]!r}")
        if info.file_size > FILE_LIMIT or info.flag_bits & 1 or info.compress_type not in {0, 8}:
            raise Unreadable(f"{name}: too large, encrypted, or packed in another way")
        self.total += info.file_size
        if self.total > 2 * FILE_LIMIT: raise Unreadable("the members together are too large")
        return name

    def hash(self, name):
        with self.opened(name) as file: return hashlib.file_digest(file, "sha256").hexdigest()

    @contextlib.contextmanager
    def opened(self, name):
        try:
            with self.zip.open(name) as file: yield file
        except (KeyError, zipfile.BadZipFile, zlib.error, EOFError) as error:
            raise Unreadable(f"{name}: {error}") from None

    def read(self, name, limit=LINE_LIMIT):
        with self.opened(name) as file: raw = file.read(limit + 1)
        if len(raw) > limit: raise Unreadable(f"{name}: too large")
        return raw.decode()

    def lines(self, name):
        with self.opened(name) as file:
            for number, raw in enumerate(iter(lambda: file.readline(LINE_LIMIT), b""), 1):
                with self.report.at(f"{name}, line {number}"): yield number, parsed(raw.decode())

    def events(self):
        """Each event as (where, envelope, data or None), after its chain and its leaf were checked."""
        before = 0
        for number, told in self.lines("events.jsonl"):
            at, self.report.done["events"] = f"events.jsonl, line {number}", self.report.done["events"] + 1
            with self.report.at(at):
                if told.position <= before: self.report.wrong(at, f"position {told.position} after {before}")
                before = told.position
                yield self.event(told)

    def event(self, told):
        text = told.get("line")
        event = parsed(text) if text is not None else told
        where = f"position {told.position}, {event.stream} version {event.version}"
        previous = self.last.get(event.stream, (0, ""))
        if event.version != previous[0] + 1:
            self.report.wrong(where, f"follows version {previous[0]} of its stream")
        self.last[event.stream] = event.version, told.digest
        self.chained[told.position] = told.digest
        self.moved = told.get("joined", 0)
        if self.moved: self.came[self.moved].append(told.position)
        if event.stream.startswith("game-"): self.digests[event.stream, event.version] = told.digest
        if told.position > self.manifest.size or told.position in self.leaves:
            self.report.wrong(where, "is not in the tree")
        if text is None:
            self.leaves[told.position] = bytes.fromhex(told.leaf)
            self.report.skip("events that are not public")
            self.hidden[event.stream.split("-")[0]] += 1
            return where, event, None
        self.leaves[told.position] = sha(b"\0" + text.encode())
        self.report.same(where, "digest of an event", told.digest,
                         sha((previous[1] + text).encode()).hex())
        if canonical(event) != text or len(event) != 9:
            self.report.wrong(where, "is not spelled as canonical JSON")
        if event.position != told.position - told.get("joined", 0):
            self.report.wrong(where, "its line has another position")
        self.commitments.update(re.findall(r'\{"salted":"([0-9a-f]{64})"\}', text))
        return where, event, event.data

def check_joined(bundle, report):
    """log.md, Logs that were joined: where events came from, and the digest of that whole log."""
    for position, came in bundle.came.items():
        d, where = bundle.joinings.get(position), f"position {position}"
        if d is None: report.wrong(where, "no event says which log was taken over"); continue
        if not position < min(came) <= max(came) <= position + d.events:
            report.wrong(where, f"positions {min(came)} to {max(came)} did not come with it")
    for position, d in bundle.joinings.items():
        told = [bundle.chained.get(position + n) for n in range(1, min(d.events, len(bundle.chained)) + 1)]
        if len(told) < d.events or None in told:
            report.skip("digests of logs of which not all is in the bundle")
        else: report.same(f"position {position}", "log digest of a log that was joined", d.digest,
                          sha("".join(told).encode()).hex())

# ---- events.md, tournament.md: the state from events ----

NONE, SCHEDULES = ("not_played", False), ("round_robin", "knock_out", "double_elimination")
LIMITS = ("stone_supply", "continuations", "claims_per_player", "sequences_per_claim", "fine")

def lifted(kind, data):
    """Old kinds as today's: two names of criteria mean something else since."""
    if kind not in {"tournament.created.v1", "tournament.settings-changed.v1"}: return kind, data
    def own_names(names):
        known = [n.strip().upper() for n in names]
        return [{"CPS": "UNBEATEN", "DC": "DCL" if i < len(known) - 1 else names[i]}.get(k, names[i]) for i,
                k in enumerate(known)]
    settings = Data(data.settings)
    if "criteria" in settings: settings["criteria"] = own_names(settings.criteria)
    if "criteria" in settings.get("teams", {}):
        settings["teams"] = Data(settings.teams, criteria=own_names(settings.teams.criteria))
    return kind[:-1] + "2", Data(data, settings=settings)

def outcome(result): return result.winner, bool(result.by_default)

def said(pair):
    """(result, state) of a game: when a word on a result counts."""
    if pair.ruled: return pair.ruled.result, pair.ruled.state
    if pair.recorded: return pair.recorded, "confirmed"
    words = set(pair.reports.values())
    if len(words) != 1: return NONE, "disputed" if words else "missing"
    return words.pop(), "confirmed" if len(pair.reports) == 2 else "reported"

def axis(ruleset, **values):
    """A printed ruleset with other values on some of its axes."""
    words = [w for w in ruleset.split() if w.split("=")[0] not in values]
    return " ".join(words + [f"{k}={str(v).replace('None', 'none')}" for k, v in values.items()])

class Tournament:
    """The fold of one stream; `laws` tells what no log of this format does."""

    def __init__(self, report):
        self.report, self.limits_number, self.most_claims = report, 0, 0
        self.entries, self.known, self.rounds, self.teams, self.line_ups, self.limits = {}, {}, {}, {}, {}, {}
        self.history, self.recorded, self.position = defaultdict(list), {}, 0
        self.meetings, self.club_groups, self.seeds, self.secrets, self.openings = {}, {}, {}, {}, {}
        self.settings, self.ruleset, self.published, self.games, self.hidden = None, "", False, {}, False

    def round(self, number):
        if not (type(number) is int and 0 < number <= 1000): raise ValueError(f"round {number}")
        return self.rounds.setdefault(number, Ns(
            number=number, pairs={}, byes=set(), published=False, closed=False, claims_until="", line_ups={},
            drawn={}, matchings={}, held=set()))

    def busy(self, number):
        r = self.rounds.get(number)
        return set() if r is None else r.byes | {e for p in r.pairs.values() for e in (p.white, p.black)}

    def absences(self, number=None, before=frozenset()):
        """Who has left is absent from the rounds that are paired without them."""
        paired = {n for n, r in self.rounds.items() if r.pairs}
        lost = before - self.busy(number) if number else set()
        for name, e in self.entries.items():
            if not e.withdrawn and not e.away: continue
            old = set(e.away)
            if e.withdrawn:
                missed = set(range(1, self.settings.rounds + 1)) - paired | ({number}
                        if name in lost else set())
                e.away |= {q for q in missed - e.absent if q not in self.rounds
                           or name not in self.rounds[q].byes}
            else: e.away &= paired
            e.absent = e.absent - old | e.away

    def pair(self, d, by_hand=False):
        for name in (d.white, d.black):
            if name not in self.known: raise ValueError(f"entry {name} is not there")
        pair = Ns(game_id=d.game_id, table=d.table, white=d.white, black=d.black,
                  colours_known=d.colours_known, komi=d.komi,
                  handicap=d.handicap, components={} if by_hand else d.components, total=d.total,
                  place=d.place, pinned=False,
                  reports={}, recorded=None, automatic=False, ruled=None, rulesets=[self.ruleset])
        self.games[d.game_id] = pair
        return pair

    def laws(self, kind, d, wrong):
        """What a log keeps to: when a word on a result may be said, what is paired and closed when."""
        r = self.rounds.get(d.get("round"))
        p = r.pairs.get(d.get("game_id")) if r else None
        if "game_id" in d and kind not in {"pair-unmade", "ruling-appealed"} and p is None:
            wrong(f"round {d.round} has no such game")
        if kind == "result-reported" and p:
            if d.entry_id not in {p.white, p.black}: wrong("a report of somebody who did not play")
            if not r.published or r.closed or {p.white, p.black} & r.held:
                wrong("a report of a round that is closed or not published")
            if p.ruled or p.recorded or said(p)[1] == "confirmed": wrong("a report after the result stood")
        if kind in {"result-recorded", "result-cleared"} and p and p.ruled:
            wrong("a word of the desk above a ruling")
        if kind in {"result-recorded", "result-cleared"} and p and not d.reason and said(p)[0] != NONE:
            told = said(p)[0] if kind == "result-cleared" else outcome(d.result)
            later = any(x.pairs for q, x in self.rounds.items() if q > d.round)
            if (r.closed or later) and (told != said(p)[0] or kind == "result-cleared"):
                wrong("a late correction without a reason")
        if kind == "round-closed" and r:
            if any(said(x)[1] in {"missing", "disputed"} for x in r.pairs.values()):
                wrong("closed with results missing")
        if kind == "round-paired":
            named = [e for x in d.pairs for e in (x.white, x.black)] + d.byes
            if len(set(named)) < len(named) or set(named) & self.busy(d.round):
                wrong("somebody has two games or byes in a round")
            if d.round > 1 and not (self.rounds.get(d.round - 1) and self.busy(d.round - 1)):
                wrong("paired before the round before it")
        stands = lambda x: said(x)[0] != NONE and not (x.automatic and not x.ruled)
        if kind in {"pair-unmade", "colours-swapped", "handicap-set"} and p and stands(p):
            wrong("an edit of a game that has a result")
        if kind == "round-unpaired" and r and any(map(stands, r.pairs.values())):
            wrong("unpaired with results")

    def fold(self, kind, d):
        e = self.known.get(d.get("entry_id"))
        r = self.round(d.round) if "round" in d and kind not in {"absence-declared",
                "seed-committed"} else None
        p = r.pairs.get(d.get("game_id")) if r else None
        before = self.busy(d.get("round"))
        match kind:
            case "created":
                self.settings, self.ruleset, self.id = filled(d.settings), d.ruleset, d.tournament_id
                self.details, self.slug, self.specification = d.details, d.slug, d.specification
            case "details-changed": self.details = d.details
            case "published" | "unpublished": self.published = kind == "published"
            case "settings-changed":
                if ruleset(d.ruleset) != ruleset(self.ruleset):
                    self.limits = {k: v for k, v in self.limits.items() if k == "length"}
                self.settings, self.ruleset = filled(d.settings), d.ruleset
                self.absences()
            case "player-entered" | "entry-changed" | "entry-replaced":
                if kind == "player-entered":
                    e = self.entries[d.entry_id] = self.known[d.entry_id] = Ns(
                        id=d.entry_id, number=d.number, absent=set(d.absent), away=set(), byes_asked=set(),
                        table=0,
                        withdrawn=False, voided=False, checked_in=False)
                for name in ("rank", "rating", "country", "club", "correction", "final", "group"):
                    setattr(e, name, d[name])
                if kind == "entry-replaced": e.checked_in = False
                if not all(type(x) is int and abs(x) < 10**6 for x in (e.rank, e.rating, e.correction)):
                    raise ValueError("rank or rating")
            case "entry-withdrawn": e.withdrawn, e.voided = True, d.voided; self.absences()
            case "entry-removed": e.withdrawn = True; del self.entries[e.id]
            case "entry-reinstated":
                self.entries[e.id], e.withdrawn, e.voided = e, False, False
                self.absences()
            case "player-checked-in" | "check-in-undone": e.checked_in = kind == "player-checked-in"
            case "absence-declared": e.absent.add(d.round)
            case "absence-withdrawn": e.absent.discard(d.round); e.away.discard(d.round)
            case "bye-asked-for": e.byes_asked.add(d.round)
            case "bye-not-asked-for": e.byes_asked.discard(d.round)
            case "player-pinned": e.table = d.table
            case "meeting-group-set": self.meetings[d.group_id] = d
            case "meeting-group-dropped": self.meetings.pop(d.group_id, None)
            case "club-group-set": self.club_groups[d.group_id] = {c.casefold() for c in d.clubs}
            case "club-group-dropped": self.club_groups.pop(d.group_id, None)
            case "seed-committed": self.secrets.setdefault(d.round, d.secret)
            case "seeds-set": self.seeds[d.group] = d.seeds or []
            case "round-paired":
                mine = {i for i, x in self.entries.items() if x.group == d.group}
                if r.published and d.group and not mine & before: r.held |= mine
                for x in d.pairs: r.pairs[x.game_id] = self.pair(x)
                r.byes |= set(d.byes)
                r.line_ups.update(d.line_ups)
                if d.method in SCHEDULES: r.drawn[d.group] = (d.order, d.seed)
                elif d.inputs_digest:
                    r.matchings[d.inputs_digest] = d.total, d.optimum, d.bound or d.optimum
            case "pair-made-by-hand":
                r.pairs[d.pair.game_id] = self.pair(d.pair, by_hand=True)
                for name in (d.pair.white, d.pair.black):
                    for t in self.teams.values():
                        if name in self.line_up(t, r.number): r.line_ups[t.id] = self.line_up(t, r.number)
            case "pair-unmade": del r.pairs[d.game_id]; self.absences(d.round, before)
            case "round-unpaired": del self.rounds[d.round]; self.absences(d.round, before)
            case "bye-given": r.byes.add(d.entry_id)
            case "bye-taken-back": r.byes.discard(d.entry_id); self.absences(d.round, before)
            case "colours-swapped": p.white, p.black = p.black, p.white; p.rulesets.append(self.ruleset)
            case "handicap-set": p.handicap, p.komi = d.handicap, d.komi; p.rulesets.append(self.ruleset)
            case "table-moved":
                for x in r.pairs.values():
                    if x.table == d.table: x.table = p.table
                p.table = d.table
            case "tables-renumbered":
                for game, table in d.tables.items(): r.pairs[game].table = table
            case "pair-pinned": p.pinned = d.pinned
            case "result-reported": p.reports[d.entry_id] = outcome(d.result)
            case "result-recorded": p.recorded, p.automatic = outcome(d.result), d.automatic
            case "result-cleared":
                p.recorded, p.automatic = None, False
                if not d.reports_stay: p.reports = {}
            case "result-ruled":
                p.ruled = Ns(result=outcome(d.result), state="final" if d.final else "decided",
                             claim=d.claim_id)
            case "ruling-appealed": p.ruled.state = "appealed"
            case "ruling-lifted": p.ruled, p.recorded, p.reports = None, None, {}
            case "round-published" | "round-unpublished":
                r.published, r.held = kind == "round-published", set()
            case "round-closed": r.closed, r.claims_until = True, d.claims_until
            case "round-reopened": r.closed, r.claims_until = False, ""
            case "limits-changed": self.change_limits(d)
            case "team-formed" | "team-changed":
                number = d.number if kind == "team-formed" else self.teams[d.team_id].number
                self.teams[d.team_id] = Ns(id=d.team_id, number=number, name=d.name, club=d.club,
                                           country=d.country, group=d.group, members=d.members)
            case "team-disbanded": del self.teams[d.team_id]
            case "line-up-set":
                self.line_ups.setdefault(d.round, {})[d.team_id] = d.players
                if r.line_ups.get(d.team_id): r.line_ups[d.team_id] = d.players
            case "pairing-proved" | "archived" | "restored" | "deleted" | "game-date-set": pass
            case _: self.report.skip(f"kind tournament.{kind}")
        if p:
            self.history[p.game_id].append((self.position, said(p)[0], bool(p.ruled),
                                            self.settings.claims.apply_limits))
        self.most_claims = max(self.most_claims, self.settings.claims.per_player)
        if p and said(p)[0][0] not in POINTS: raise ValueError(f"result {said(p)[0]}")

    # limits.md

    def komi_for(self, stones):
        if not stones: return self.settings.komi
        return self.settings.komi % 1 if self.settings.handicap_komi is None else self.settings.handicap_komi

    def change_limits(self, d):
        told, s, before = {k: v for k, v in d.limits.items()
                           if v is not None}, self.settings, (self.komi_for(0), self.komi_for(1))
        s.update({k: v for k, v in told.items() if k in {"komi", "handicap_komi"}})
        minutes = told.get("claim_minutes", s.claims.minutes)
        for r in self.rounds.values():
            if r.claims_until:
                until = datetime.fromisoformat(r.claims_until) + timedelta(minutes=minutes - s.claims.minutes)
                r.claims_until = until.isoformat()
            for p in r.pairs.values():
                if p.komi == before[p.handicap > 0]: p.komi = self.komi_for(p.handicap)
                p.rulesets.append(axis(p.rulesets[-1], **{k: v for k, v in told.items() if k in LIMITS}))
        s.claims["minutes"] = minutes
        self.ruleset = axis(self.ruleset, **{k: v for k, v in told.items() if k in LIMITS})
        self.limits, self.limits_number = self.limits | told, d.number

    # teams

    def line_up(self, team, number):
        r, boards = self.rounds.get(number), self.settings.teams.boards
        if r and (stored := r.line_ups.get(team.id)) and set(stored) & self.busy(number): return stored
        by_hand = self.line_ups.get(number, {}).get(team.id, [])
        mine = len(by_hand) == boards and set(by_hand) <= set(team.members)
        return by_hand if mine else team.members[:boards]

    def left_out(self):
        void = {i for i, e in self.entries.items() if e.voided}
        for t in self.teams.values() if self.settings.teams.boards else ():
            if not set(t.members) <= void: void -= set(t.members)
        return void

    def field(self, group=None, teams=False):
        """Entrants, games with their results and byes, of all or of one group, of players or of teams."""
        if teams: return self.field_of_teams(group)
        mine = {i: e for i, e in self.known.items() if group is None or e.group == group}
        games, byes = [], {q: {e for e in r.byes if e in mine} for q, r in self.rounds.items()}
        for q, r in self.rounds.items():
            for p in r.pairs.values():
                if p.white in mine and p.black in mine:
                    winner, default = said(p)[0]
                    games.append(Ns(round=q, table=p.table, at=p.table, white=p.white, black=p.black,
                                    colours_known=p.colours_known, pair=p,
                                    handicap=p.handicap, winner=winner, by_default=default, place=p.place,
                                    points=POINTS[winner]))
        return Ns(entries={i: e for i, e in mine.items() if i in self.entries},
                  games=sorted(games, key=lambda g: (g.round, g.table)), byes=byes,
                  left_out=self.left_out(), boards={})

    def matches(self, q):
        """team, team -> the boards of their match in a round, as (board, pair), by board."""
        seat = {e: (t.id, b) for t in self.teams.values() for b, e in enumerate(self.line_up(t, q), 1)}
        found = defaultdict(list)
        for p in self.rounds[q].pairs.values():
            (a, i), (b, j) = seat.get(p.white, ("", 0)), seat.get(p.black, ("", 0))
            if a != b and i == j: found[frozenset((a, b))].append((i, p, a))
        return {k: sorted(v, key=lambda x: x[0]) for k, v in found.items()}

    def field_of_teams(self, group=None):
        s, b, teams = self.settings, self.settings.teams.boards, {}
        ordered = sorted(self.teams.values(), key=lambda t: (t.name.casefold(), t.number))
        for place, t in enumerate(t for t in ordered if group is None or t.group == group):
            first, rounds = [self.known[e] for e in t.members[:b]], range(1,
                    max([s.rounds, *self.rounds]) + 2)
            teams[t.id] = Ns(
                id=t.id, rank=sum(e.rank for e in first) // max(len(first), 1),
                rating=sum(e.rating for e in first) // max(len(first), 1),
                country=t.country, club=t.club, group=t.group, correction=0, number=t.number, order=place,
                table=0, byes_asked=set(),
                absent={q for q in rounds if not any(self.here(e, q) for e in self.line_up(t, q))},
                withdrawn=False,
                final=any(self.known[e].final for e in t.members), voided=bool(t.members)
                and all(self.known[e].voided for e in t.members))
        games, byes, boards = [], {}, defaultdict(list)
        for q, r in self.rounds.items():
            met = set()
            for sides, seats in self.matches(q).items():
                if not sides <= teams.keys(): continue
                white = seats[0][2]
                black, points, results = *(sides - {white}), Counter(), [(p, said(p)[0]) for _, p, _ in seats]
                for (board, _, team), (_, x) in zip(seats, results, strict=True):
                    w, bl = POINTS[x[0]]
                    for name, got in ((team, w), (*(sides - {team}), bl)):
                        points[name] += got
                        boards[name].append((q, board, got, sides))
                open_, (w, bl) = any(x == NONE for _, x in results), (points[white], points[black])
                if not open_ and w == bl and s.system in {"knock_out", "double_elimination"}:
                    for (_, _, team), (_, x) in zip(seats, results, strict=True):
                        x, y = POINTS[x[0]] if team == white else POINTS[x[0]][::-1]
                        if x != y: w, bl = x, y; break
                winner = "white" if w > bl else "black" if bl > w else "jigo" if w else "both_lose"
                if open_: winner = "not_played"
                first = seats[0][1]
                at = min(p.table for _, p, _ in seats)
                games.append(Ns(round=q, table=(at - 1) // b + 1, at=at, white=white, black=black, pair=first,
                                colours_known=first.colours_known, handicap=0, winner=winner,
                                place=first.place, points=POINTS[winner],
                                by_default=not open_ and all(x[1] for _, x in results)))
                met |= sides
            byes[q] = {t for t in teams if t not in met and set(self.line_up(self.teams[t], q)) & r.byes}
        return Ns(entries=teams, games=sorted(games, key=lambda g: (g.round, g.table)), byes=byes,
                  boards=boards,
                  left_out={i for i, t in teams.items() if t.voided})

    def here(self, name, q): e = self.known[name]; return e.final and not e.withdrawn and q not in e.absent

    def group_names(self, teams):
        return sorted({e.group for e in (self.teams if teams else self.entries).values() if teams or e.final})

# ---- standings.md ----

POINTS = {"black": (0, 2), "white": (2, 0), "jigo": (1, 1), "both_win": (2, 2), "both_lose": (0, 0),
          "not_played": (0, 0)}  # White, Black
ALIASES = {"CAT": "CATEGORY", "SOSWM1": "SOSW-1", "SOSWM2": "SOSW-2", "SOSMM1": "SOSM-1", "SOSMM2": "SOSM-2",
           "LOTTERY": "DRAW",
           "BUCHHOLZ": "SOSW", "BUCHHOLZ-1": "SOSW-1", "BUCHHOLZ-2": "SOSW-2", "SONNEBORN-BERGER": "SODOSW",
           "PROGRESSIVE": "CUSSW"}
BY_SYSTEM = {"SOS": "SOS{}", "SOS-1": "SOS{}-1", "SOS-2": "SOS{}-2", "SOSOS": "SOSOS{}", "SODOS": "SODOS{}",
             "CUSS": "CUSS{}", "ROS": "CUSS{}"}
DIRECT = ("SDC", "DC", "DCL")

def criterion(name, system):
    name = name.strip().upper()
    return BY_SYSTEM.get(name, ALIASES.get(name, name)).format("M" if system == "mcmahon" else "W")

def blake(size, *texts): return hashlib.blake2b("\0".join(texts).encode(), digest_size=size).digest()

class Scores:
    """Every criterion of one field after round R, as stored integers."""

    def __init__(self, s, field, last):
        self.s, self.field, self.R = s, field, last
        self.meet, self.main, self.values, e = {i: []
                                                for i in field.entries}, {}, defaultdict(dict), field.entries
        for g in field.games:
            if g.round > last or {g.white, g.black} & field.left_out or not {g.white, g.black} <= e.keys():
                continue
            stones = g.handicap if g.colours_known else 0
            for me, you, mine, yours, h in ((g.white, g.black, *g.points, stones),
                                            (g.black, g.white, *g.points[::-1], -stones)):
                self.meet[me].append(Ns(you=you, round=g.round, place=g.place, points2=mine, stones=h,
                                        won=mine == 2, lost=yours == 2,
                                        played=g.winner != "not_played" and not g.by_default))
        for i in e: self.main[i] = self.main_scores(e[i])
        for i, (_, n, m, c) in self.main.items():
            for name, value in (("NBW", n[last]), ("MMS", m[last]), ("CPS", c[last]), ("RANK", e[i].rank),
                                ("RATING", e[i].rating)):
                self.values[name][i] = value
        lots = sorted(e, key=lambda i: blake(16, str(s.draw_seed), "places", i))
        v = self.values
        v["DRAW"] = {i: -place for place, i in enumerate(lots, 1)}
        terms = {}
        for letter, k in (("W", 1), ("M", 2)):
            for i in e:
                terms[i] = [self.worth(k, m.you) + (2 * m.stones if k == 2 else 0) for m in self.meet[i]]
            for i, got in terms.items():
                start, missed = self.main[i][0], last - len(got)
                every = sorted(got + [start if k == 2 else 0] * missed)
                for n, name in enumerate(("SOS" + letter, f"SOS{letter}-1", f"SOS{letter}-2")):
                    v[name][i] = sum(every[n:])
                v["SODOS" + letter][i] = sum(t * m.points2 for t, m in zip(got, self.meet[i], strict=True))
                v["CUSS" + letter][i] = sum(self.main[i][k][1:])
            for i in e:
                outside = (last - len(terms[i])) * last * self.main[i][0] if k == 2 else 0
                v["SOSOS" + letter][i] = sum(v["SOS" + letter][m.you] for m in self.meet[i]) + outside
        for i, x in e.items():
            meet, (start, n, mms, _) = self.meet[i], self.main[i]
            won = {m.round for m in meet if m.won and not m.lost} | {q for q, b in field.byes.items()
                    if i in b}
            for name, only in (("EXT", False), ("EXR", True)):
                v[name][i] = sum(self.main[m.you][1][last] * min(3,
                        max(0, m.stones - (x.rank - e[m.you].rank) + 1))
                                 for m in meet if m.won or not only)
            v["STS"][i] = mms[last] + 4 * sum(1 <= q <= last and mms[q] == 2 * (s.bar - s.zero + q)
                                              for q in (s.rounds - 2, s.rounds - 1))
            v["UNBEATEN"][i] = next((q - 1 for q in range(1, last + 1) if q not in won), last)
            v["CATEGORY"][i] = -1 - sum(limit > x.rank for limit in s.categories)
        for i in e:
            v["SOSTS"][i] = sum(v["STS"][m.you] + 2 * m.stones
                                for m in self.meet[i]) + (last - len(self.meet[i])) * self.main[i][0]
        if "OUT" in map(self.name, [*s.criteria, *s.teams.criteria]): self.how_far()
        if field.boards or s.teams.boards and field.entries.keys() <= field.boards.keys(): self.boards()

    def name(self, name): return criterion(name, self.s.system)

    def main_scores(self, e):
        s, meets = self.s, {m.round: m.points2 for m in self.meet[e.id]}
        start = 2 * (min(max(e.rank, s.floor), s.bar) - s.zero + e.correction)
        idle, games, cup, nbw, mms = (lambda x: x // 2 * 2 if s.round_down else x), 0, 0, 0, 0
        scores = start, [0], [start], [0]
        for q in range(1, self.R + 1):
            cup = 2 * cup + meets.get(q, 0)
            if q in meets: games += meets[q]
            elif e.id in self.field.byes.get(q, ()): nbw, mms = nbw + s.nbw_bye2, mms + s.mms_bye2
            elif q in e.absent: nbw, mms = nbw + s.nbw_absent2, mms + s.mms_absent2
            for told, value in zip(scores[1:],
                                   (games + idle(nbw), start + games + idle(mms), cup + idle(nbw)),
                                   strict=True):
                told.append(value)
        return scores

    def worth(self, k, i):
        if not self.s.not_played_counts_half: return self.main[i][k][self.R]
        played = [m.points2 for m in self.meet[i] if m.played]
        return (self.main[i][0] if k == 2 else 0) + sum(played) + self.R - len(played)

    def how_far(self):
        """OUT: how far in a knock-out."""
        double, second = self.s.system == "double_elimination", self.s.schedule.second_final
        placed = any(m.place for meet in self.meet.values() for m in meet)
        last = {i: next((m for m in sorted(meet, key=lambda m: -m.round)
                         if m.place and m.place[0] not in "TC"), None)
                for i, meet in self.meet.items()}
        def losers_side(i, q):
            before = [m for m in self.meet[i] if m.round < q]
            return any(m.place.startswith("L") for m in before), sum(m.lost for m in before)
        def puts_out(i, m):
            if not double or m.place.startswith("L") or m.place == "F/2":
                return m.lost or last[m.you].round > m.round
            if m.place.startswith("F") and m.lost:
                return not (second and losers_side(i, m.round) <= losers_side(m.you, m.round))
            return False
        for i, meet in self.meet.items():
            seen = max([0, *(m.round for m in meet),
                        *(q for q, b in self.field.byes.items() if i in b and q <= self.R)])
            still, lost, m = self.R + 1 if seen >= self.R - 1 else seen + 1, [m.round for m in meet
                    if m.lost], last[i]
            if not placed: out = 2 * (lost[double] if len(lost) > double else still)
            else:
                third = any(m.won and not m.lost and m.place.startswith("T") for m in meet)
                out = 2 * (m.round if m and puts_out(i, m) else still) + third
            self.values["OUT"][i] = out

    def boards(self):
        """Criteria of the boards of teams."""
        b, v = self.s.teams.boards, self.values
        for i in self.field.entries:
            got = [x for x in self.field.boards.get(i, ()) if x[0] <= self.R
                   and not x[3] & self.field.left_out]
            byes = sum(i in self.field.byes.get(q, ()) for q in range(1, self.R + 1))
            for n in range(1, 10): v[f"BDW{n}U"][i] = sum(x[2] for x in got if x[1] <= n)
            v["BDW"][i] = sum(x[2] for x in got) + byes * (b if self.s.teams.bye_boards2 is None
                    else self.s.teams.bye_boards2)
            v["BDWW"][i] = sum(x[2] * (b + 1 - x[1]) for x in got)
            v["TEAMP"][i], v["SOST"][i], v["MNR"][i] = v["NBW"][i], v["SOSW"][i], v["RATING"][i]

    def beaten(self, a, b):
        both = [m for m in self.meet[a] if m.you == b and m.played and m.won != m.lost]
        return sum(1 if m.won else -1 for m in both) > 0

    def direct(self, name, tied, later):
        """Direct confrontation among those who are equal on all before."""
        beats = {x: {m.you for m in self.meet[x] if m.you in tied and self.beaten(x, m.you)} for x in tied}
        if name == "SDC":
            full = all(len(beats[x]) + sum(x in beats[y] for y in tied) == len(tied) - 1 for x in tied)
            return {x: len(beats[x]) if full else 0 for x in tied}
        reach = {}
        for x in tied:
            seen, todo = set(), [x]
            while todo:
                new = beats[todo.pop()] - seen
                seen |= new
                todo += new
            reach[x] = seen
        knot = {x: frozenset({x} | {y for y in reach[x] if x in reach[y]}) for x in tied}
        below = {k: {knot[y] for x in k for y in beats[x]} - {k} for k in set(knot.values())}
        if name == "DCL":
            level = functools.cache(lambda k: max([1 + level(y) for y in below[k]], default=0))
            return {x: sum(1 <= level(knot[y]) <= level(knot[x]) for y in tied) for x in tied}
        taken, left, values = 0, set(tied), {}
        while left:
            knots = {knot[x] for x in left}
            free = [x for x in left if not below[knot[x]] & knots]
            least = min(later(x) for x in free)
            end = [x for x in free if later(x) == least]
            if values: taken += len(end)
            values.update(dict.fromkeys(end, taken))
            left -= set(end)
        return values

    def standing(self, criteria):
        """(places, values) of all entries by these criteria."""
        keys, told = dict.fromkeys(self.field.entries, ()), {}
        for n, name in enumerate(criteria):
            if name in DIRECT:
                rest, value, sets = [c for c in criteria[n + 1:] if c not in DIRECT], dict.fromkeys(keys,
                        0), defaultdict(list)
                for i, key in keys.items():
                    if self.field.entries[i].final: sets[key].append(i)
                for tied in sets.values():
                    if len(tied) > 1:
                        value |= self.direct(name, set(tied), lambda x,
                                             rest=rest: [self.values[c][x] for c in rest])
            else: value = self.values[name]
            told[name] = value
            keys = {i: (*key, value[i]) for i, key in keys.items()}
        count, places, before = Counter(keys.values()), {}, 0
        for key in sorted(count, reverse=True): places[key], before = before + 1, before + count[key]
        return {i: places[k] for i, k in keys.items()}, {i: {c: told[c][i] for c in criteria} for i in keys}

def criteria_of(s, teams):
    if teams: return [criterion(c, s.system) for c in s.teams.criteria]
    names = [c for c in dict.fromkeys(criterion(c, s.system) for c in s.criteria)
             if not (s.teams.boards and c == "OUT")]
    return names or ["NBW"]

# ---- pairing.md ----

RULES = {**dict.fromkeys(("opengotha-3.51", "opengotha-3.51-2"), (True, 4, False, False)),
          # absent count, limit of draws,
         **dict.fromkeys(("opengotha-3.52", "opengotha-3.52-2"), (False, None, True, False)),
          # strong waive geography,
         **dict.fromkeys(("house", "house-2"), (False, None, True, True))}  # no club is none
MASK = (1 << 64) - 1

def bent(x, greatest, factor): return math.trunc(greatest * (1.0 - x) * (1.0 + factor * x))

class Matching:
    """One event `round-paired` of method `matching`: what it says and what it was made from."""

    def __init__(self, t, d):
        self.t, self.d, self.r, self.s, self.teams = t, d, d.round, t.settings, t.settings.teams.boards > 0
        self.P, self.H, r = self.s.pairing, self.s.handicap, d.round
        self.absent_count, self.draw_limit, self.waive, self.no_club = RULES[d.rules]
        f = self.f = t.field(d.group or None, self.teams)
        place = {name: n for n, name in enumerate(d.order)}
        last = (lambda i: f.entries[i].number) if d.rules == "house-2" else (lambda i: place.get(i,
                len(place)))
        self.e, self.order = f.entries, lambda i: (last(i), i)
        self.old = [g for g in f.games if g.round < r]
        now = [g for g in f.games if g.round == r]
        self.apart = {x for g in now for x in (g.white, g.black)} | f.byes.get(r, set()) | {
            i for i, e in self.e.items() if e.withdrawn and r not in e.absent}
        if self.teams: self.apart |= {i for i in self.e if set(t.line_up(t.teams[i], r)) & t.busy(r)}
        self.present = {i for i, e in self.e.items() if e.final and r not in e.absent}
        self.nodes = self.present - self.apart
        self.entrants()

    def entrants(self):
        s, r, f, P = self.s, self.r, self.f, self.P
        scores = self.scores = Scores(s, Ns(**{**vars(f), "games": self.old}), r - 1)
        k = {"mcmahon": 2, "cup": 3}.get(s.system, 1)
        counted = [i for i, e in self.e.items() if e.final and (self.absent_count or i in self.present)]
        criteria = criteria_of(s, self.teams)
        if self.teams:
            as_players = ({"TEAMP": "NBW", "SOST": "SOSW", "MNR": "RATING"}.get(c, c) for c in criteria
                          if not c.startswith("BDW"))
            criteria = list(dict.fromkeys(as_players)) or ["NBW"]
        places, _ = scores.standing(criteria)
        by_rating = P.rating_in_first if r <= P.first_seeding_until else P.rating_in_second
        self.ranked = sorted(counted, key=lambda i: (places[i], -self.e[i].rating if by_rating else 0,
                *self.order(i)))
        tops = {"mcmahon": (s.bar + 2 + r - 1 - s.zero, s.floor - 1 - s.zero), "cup": (2 ** (r - 1), 0)}
        high, low = tops.get(s.system, (r - 1, 0))
        self.groups, sizes, mixed = high - low + 1, defaultdict(list), s.system in {"swiss_categories", "cup"}
        self.facts, balance = {}, Counter()
        for g in self.old:
            if not g.handicap and g.colours_known:
                balance.update({g.white: 1})
                balance.subtract({g.black: 1})
        for i, e in self.e.items():
            start, nbw, mms, _ = scores.main[i]
            score, points, cat = scores.main[i][k][r - 1] // 2, mms[r - 1] // 2, sum(limit > e.rank
                    for limit in s.categories)
            by_wins, at_bar = P.strong_by_wins and nbw[r
                    - 1] >= s.rounds, P.strong_at_bar and start // 2 >= s.bar - s.zero
            strong = by_wins or {"mcmahon": score >= P.strong_from - s.zero or at_bar}.get(
                s.system, mixed and (2 * e.rank + nbw[r - 1] >= 2 * P.strong_from or at_bar))
            level = (s.bar + 2 - s.zero + r - 1 if strong else points) if mixed else score
            strength = {"mcmahon": score + s.zero}.get(s.system,
                    points + s.zero) if self.H.by_score and (mixed or s.system == "mcmahon") else e.rank
            weight = (e.rank
                      + 2 * (points if mixed else score),) if mixed or s.system == "mcmahon" else (score,
                          e.rank)
            self.facts[i] = Ns(id=i, e=e, score=score, category=cat, balance=balance[i], strong=strong,
                               level=level, strength=strength,
                               group=cat * self.groups + high - score, weight=weight, down=0, up=0, place=0,
                               size=1,
                               byes=sum(i in b for q, b in f.byes.items() if q < r), overall=len(counted))
        for overall, i in enumerate(self.ranked):
            x = self.facts[i]
            x.overall, x.place = overall, len(sizes[x.group])
            sizes[x.group].append(i)
        for x in self.facts.values(): x.size = max(len(sizes[x.group]), 1)
        self.levels = s.bar + 2 - s.floor + 1 + r - 1 if mixed else self.groups
        at = lambda i, q: (self.facts[i].category, -(scores.main[i][k][q - 1] // 2))
        self.met = set()
        for g in self.old:
            a, b = (self.facts[x] for x in sorted((g.white, g.black), key=lambda x: at(x, g.round)))
            if at(a.id, g.round) != at(b.id, g.round): a.down, b.up = a.down + 1, b.up + 1
            self.met.add(frozenset((a.id, b.id)))
        self.keys, order, self.homes = {}, [i for i in self.ranked if i in self.present], {}
        for name in ("club", "country"):
            count = Counter(getattr(self.e[i], name) for i in order).most_common()
            enough = count and 100 * count[0][1] > P.at_home_above * len(order)
            self.homes[name] = [x for x, n in count if n == count[0][1]] if enough else [""]
        self.home = {name: common[0] for name, common in self.homes.items()}
        self.meetings = sorted((m for m in self.t.meetings.values() if not self.teams if not m.rounds
                                or self.r in m.rounds), key=lambda m: m.kind, reverse=True)

    def drawn(self, purpose, a, b, greatest):
        total = 0
        for i in (a, b):
            if (purpose, i) not in self.keys:
                self.keys[purpose, i] = int.from_bytes(blake(8, str(self.d.seed), str(self.r), purpose, i))
            total += self.keys[purpose, i]
        x = total & MASK
        x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9 & MASK
        x = (x ^ x >> 27) * 0x94D049BB133111EB & MASK
        return (x ^ x >> 31) % (greatest + 1)

    def stones(self, a, b):
        d = abs(min(a.strength, self.H.no_handicap_from) - min(b.strength, self.H.no_handicap_from))
        return min(max(d - self.H.correction if d else 0, 0), 0 if self.teams else self.H.ceiling)

    def worth(self, i, j):
        """Every term of a pair, by name."""
        a, b, P, s, bend = self.facts[i], self.facts[j], self.P, self.s, self.P.nx1_factor
        same, together = a.category == b.category, frozenset((i, j)) in self.met
        G, colours = P.balance_colours, 0
        if not self.stones(a, b):
            if a.balance * b.balance < 0: colours = G
            elif not a.balance * b.balance and max(abs(a.balance), abs(b.balance)) >= 2: colours = G // 2
        terms = {
            "base": 1, "repeated": 0 if together else P.avoid_repeated,
            "random": self.drawn("random", i, j, P.random), "colours": colours,
            "category": bent(abs(a.category - b.category) / (len(s.categories) + 1),
                             P.avoid_mixing_categories, bend) if s.categories else 0,
            "score": bent(abs(a.score - b.score) / self.groups, P.minimise_score_difference, bend)
            if same else 0,
            "draw": self.draw_term(a, b), "seeding": self.seeding(a, b) if a.group == b.group else 0,
            "handicap": bent(abs(a.level - b.level) / self.levels, P.minimise_handicap, bend),
            "geography": self.geography(a, b)}
        if self.meetings:
            kind = next((m.kind for m in self.meetings if {i, j} <= set(m.members)), None)
            terms["meetings"] = {"must_not_meet": -P.meetings, "must_meet": 0 if together else P.meetings,
                                 None: 0}[kind]
        return terms

    def meeting_told(self, worth):
        """The term of a group of meetings that is not public, if it can be one."""
        return worth if worth in {-self.P.meetings, 0, self.P.meetings} else 0

    def draw_term(self, a, b):
        d, P = abs(a.group - b.group), self.P
        if not d or self.draw_limit and d >= self.draw_limit: return 0
        u, low = sorted((a, b), key=lambda x: x.group)
        lev = 2 - (u.down > 0) - (low.up > 0)
        if lev > 0: lev += (u.up > u.down) + (low.down > low.up)
        if not P.compensate_draws: lev = min(lev, 2)
        position = lambda x, wanted: {"top": x.size - 1 - x.place, "bottom": x.place,
                                      "middle": x.size - 1 - abs(2 * x.place - x.size + 1)}[wanted]
        W = P.draw_weight // 5
        value = lev * W + W // 2 * position(u, P.draw_down) // u.size + W // 2 * position(low,
                P.draw_up) // low.size
        return value // (abs(a.category - b.category) + 1) ** 4

    def seeding(self, a, b):
        P, n, M = self.P, a.size, self.P.maximise_seeding
        how = P.seeding_first if self.r <= P.first_seeding_until else P.seeding_second
        if how == "split_and_random":
            return M - self.drawn("seeding", a.id, b.id,
                                  M // 5) if (2 * a.place < n) != (2 * b.place < n) else 0
        x, m = (abs(2 * abs(a.place - b.place) - n),
                n) if how == "split_and_slip" else (abs(a.place + b.place - n + 1), max(n - 1, 1))
        return M - M * x // m * x // m

    def geography(self, a, b):
        P, groups, differ = self.P, self.groups, lambda x, y: x != y or self.no_club and not x
        country = min(P.country_factor / groups, 1.0) if differ(a.e.country,
                b.e.country) and not self.home["country"] else 0.0
        apart, home, both = P.club_factor * 1.2 / groups, self.home["club"], {a.e.club.casefold(),
                b.e.club.casefold()}
        club = apart if differ(a.e.club, b.e.club) else 0.0
        if club and any(both <= clubs for clubs in self.t.club_groups.values()):
            club = P.club_factor / 2.0 / groups
        if home and home not in {a.e.club, b.e.club}: club /= 2.0
        elif home and a.e.club == b.e.club: club = apart
        club = min(club, 1.0)
        ratio = max(country, club) + min(country, club) / 2.0
        if ratio > 0.0: ratio += 0.5 / groups
        most = P.avoid_same_geography
        value = min(P.minimise_score_difference - bent(ratio, most, P.nx1_factor), most)
        if not self.waive or not (a.strong or b.strong): return value
        return most if a.strong and b.strong else (value + most) // 2

    def colours(self, i, j):
        """Who has White."""
        a, b = self.facts[min(i, j)], self.facts[max(i, j)]
        if self.stones(a, b): return max(a, b, key=lambda x: x.strength).id
        if a.balance != b.balance: return min(a, b, key=lambda x: x.balance).id
        white = (a if self.drawn("colours", a.id, b.id, 1) else b).id
        met = [g.white for g in self.old if {g.white, g.black} == {i, j}] if self.teams else []
        return white if not met or met[-1] != white else i if white == j else j

    def bye(self):
        key = lambda x: (x.byes, not (self.P.byes_on_request and self.r in x.e.byes_asked), *x.weight,
                         -x.overall)
        return {min((self.facts[i] for i in self.nodes), key=key).id} if len(self.nodes) % 2 else set()

    def optimum(self, nodes):
        names, graph = sorted(nodes), rustworkx.PyGraph()
        graph.add_nodes_from(names)
        graph.add_edges_from([(a, b, sum(self.worth(names[a], names[b]).values())) for a,
                              b in itertools.combinations(range(len(names)), 2)])
        pairs = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
        return sum(graph.get_edge_data(a, b) for a, b in pairs)

    def tables(self, pairs):
        """Tables of the pairs as (white, black), in their order."""
        pinned = lambda i, j: next((self.e[x].table
                                    for x in sorted((i, j), key=lambda x: self.facts[x].overall)
                                    if self.e[x].table), 0)
        ordered = sorted(pairs, key=lambda p: max(self.facts[x].overall for x in p))
        taken = {p.table for p in self.t.rounds[self.r].pairs.values()} if self.r in self.t.rounds else set()
        tables, wanted = {}, {pinned(*p) for p in ordered}
        for p in ordered:
            if (at := pinned(*p)) and at not in taken: tables[p] = at; taken.add(at)
        free = (n for n in itertools.count(1) if n not in taken and n not in wanted
                and n not in self.P.tables_unused)
        return {p: tables[p] if p in tables else next(free) for p in ordered}

def matches_of(t, d):
    """The pairs and byes of an event; of teams, White by the first board without stones."""
    if not t.settings.teams.boards: return [(p.white, p.black, p, True) for p in d.pairs], set(d.byes)
    team, pairs = {e: (i, b) for i, seats in d.line_ups.items() for b,
                   e in enumerate(seats)}, defaultdict(list)
    for p in d.pairs: pairs[frozenset((team[p.white][0], team[p.black][0]))].append((team[p.white][1], p))
    found = []
    for boards in pairs.values():
        boards.sort(key=lambda x: x[0])
        at, even = next(((b, p) for b, p in boards if not p.handicap), boards[0])
        sides = (even.white, even.black) if at % 2 == 0 else (even.black, even.white)
        found.append((*(team[e][0] for e in sides), boards[0][1], not even.handicap))
    return found, {team[e][0] if e in team else next(i for i, x in t.teams.items() if e in x.members)
                   for e in d.byes}

def check_matching(t, d, where, report):
    if d.rules not in RULES: return report.skip(f"pairings of the rules {d.rules}")
    m = Matching(t, d)
    pairs, byes = matches_of(t, d)
    same = functools.partial(report.same, where)
    same(f"bye of round {m.r}", sorted(byes), sorted(m.bye()))
    matched = {x for p in pairs for x in p[:2]}
    same(f"players of round {m.r}", sorted(matched), sorted(m.nodes - byes))
    same(f"order of round {m.r}", d.order, m.ranked)
    tables = m.tables([p[:2] for p in pairs])
    homes = [{"club": c, "country": k} for c, k in itertools.product(m.homes["club"], m.homes["country"])]
    def fits(home):
        m.home = home  # of equally common ones: which, names said
        return all(p.components.get("geography") == m.worth(w, b)["geography"] for w, b, p, _ in pairs)
    among = [home for home in homes if fits(home)] or homes[:1]
    m.home = among[0]
    if len(among) > 1 and len(matched) <= ALL_PAIRS:
        for m.home in among:
            if m.optimum(matched) == d.optimum: break
    for white, black, p, known in pairs:
        terms, a, b = m.worth(white, black), m.facts[white], m.facts[black]
        if t.hidden and "meetings" in p.components:
            terms["meetings"] = m.meeting_told(p.components["meetings"])
        same(f"cost of the pair at table {p.table}", p.components, terms)
        same(f"total of the pair at table {p.table}", p.total, sum(terms.values()))
        if known: same(f"white of table {p.table}", white, m.colours(white, black))
        if m.teams: continue
        if t.hidden and p.table != tables[white, black]:
            report.skip("tables: who is pinned to one is not public")
        else: same(f"table of {p.table}", p.table, tables[white, black])
        same(f"handicap of table {p.table}", p.handicap, m.stones(a, b))
        same(f"komi of table {p.table}", p.komi, t.komi_for(p.handicap))
    same(f"total of round {m.r}", d.total, sum(p[2].total for p in pairs))
    check_inputs(m, t, d, where, report)
    bound = d.bound or d.optimum
    if not d.total <= (d.optimum or d.total) <= bound:
        report.wrong(where, "total, optimum and bound are not in order")
    if len(matched) > ALL_PAIRS:
        report.skip(f"optimum of a round of {len(matched)}: no more than its bound was compared")
    elif t.hidden and any("meetings" in p[2].components for p in pairs):
        report.skip("optimum of rounds with meetings that are not public")
    else:
        same(f"optimum of round {m.r}", (d.total, d.optimum, bound, d.candidates),
             (*[m.optimum(matched)] * 3, 0))

TOLD = {  # what the digest of the inputs always tells
    "settings": "system rounds floor bar zero nbw_bye2 nbw_absent2 mms_bye2 mms_absent2 round_down "
                "not_played_counts_half categories criteria komi handicap_komi board_size handicap pairing",
    "handicap": "by_score ceiling correction no_handicap_from",
    "pairing": "rules avoid_repeated random deterministic balance_colours avoid_mixing_categories "
               "minimise_score_difference draw_weight compensate_draws draw_up draw_down maximise_seeding "
               "seeding_first seeding_second first_seeding_until rating_in_first rating_in_second "
               "minimise_handicap avoid_same_geography country_factor club_factor club_group_factor "
               "nx1_factor strong_from strong_at_bar strong_by_wins"}
OLD_NAMES = {"UNBEATEN": "CPS", "DCL": "DC", "CPS": "CPS of OpenGotha", "DC": "DC of OpenGotha"}

def hashed(inputs): return sha(json.dumps(inputs, sort_keys=True, separators=(",", ":")).encode()).hex()

def without(value, plain): return {k: v for k, v in value.items() if v != plain[k]}

def told_settings(s, plain=SETTINGS, of="settings"):
    always, told = TOLD.get(of, "").split(), {}
    for name, v in s.items():
        if name == "claims" or name not in always and v == plain[name]: continue
        if name == "criteria":
            last = ["DC"] if v[-1:] == ["DC"] else []
            v = [OLD_NAMES.get(c, c) for c in (v[:-1] if last else v)] + last
        told[name] = told_settings(v, plain[name], name) if isinstance(v, dict) else v
    return told

def inputs_of(m, t, d):
    """pairing.md, The digest of the inputs: of players, by house-2."""
    r, result = m.r, lambda g: {"winner": g.winner, "by_default": g.by_default}
    entrants = [{"id": i, "rank": e.rank, "rating": e.rating, "country": e.country, "club": e.club,
                 "correction": e.correction, "order": e.number, "final": e.final,
                 "absent": sorted(q for q in e.absent if q <= r), **without(
                     {"group": e.group, "table": e.table, "voided": i in m.f.left_out,
                      "byes_asked": sorted(e.byes_asked & {r})},
                     {"group": "", "table": 0, "voided": False, "byes_asked": []})}
                for i, e in sorted(m.e.items())]
    games = [{"round": g.round, "table": g.table, "white": g.white, "black": g.black, "handicap": g.handicap,
              "result": result(g), **without({"colours_known": g.colours_known, "place": g.place},
                                             {"colours_known": True, "place": ""})}
             for g in sorted(m.old, key=lambda g: (g.round, g.white))]
    apart = t.busy(r) | {i for i, e in t.entries.items() if e.withdrawn and r not in e.absent}
    now = t.rounds[r].pairs.values() if r in t.rounds else ()
    taken = {p.table for p in now if {p.white, p.black} & apart}
    clubs = sorted(map(sorted, t.club_groups.values()))
    return {"settings": told_settings(t.settings), "entrants": entrants, "games": games, "round": r,
            "byes": {str(q): sorted(b) for q, b in m.f.byes.items() if q < r and b}, "rules": d.rules,
            "seed": d.seed, "apart": sorted(apart), "taken": sorted(taken),
            **({"club_groups": clubs} if clubs else {})}

def check_inputs(m, t, d, where, report):
    if d.rules != "house-2" or m.teams or t.hidden or m.meetings:
        report.skip("digests of inputs of which not everything is public")
    else: report.same(where, f"inputs digest of round {m.r}", d.inputs_digest, hashed(inputs_of(m, t, d)))

def check_proved(t, d, where, report):
    """A later word on the optimum of a matching that was paired."""
    told = t.rounds[d.round].matchings.get(d.inputs_digest)
    if told is None: return report.wrong(where, "proves a matching that nobody paired")
    total, optimum, bound = told
    report.same(where, "total that was proved", d.total, total)
    if not total <= d.optimum <= bound or optimum not in {0, d.optimum}:
        report.wrong(where, f"optimum {d.optimum} of a total of {total} and a bound of {bound}")
    return None

def check_seed(t, d, where, report):
    """That the seed was drawn from a secret that was committed to, and from what happened after."""
    k, secret = d.seed_of, t.secrets.get(d.seed_of)
    if not k: return report.skip(f"seeds that were {'given' if d.seed_given else 'drawn unseen'}")
    if secret is None:
        return report.wrong(where, f"its seed is from a secret that nobody committed to, of round {k}")
    secret = t.openings.get(secret["salted"]) if isinstance(secret, dict) else secret
    if secret is None: return report.skip("seeds whose secret is not opened")
    f, won = t.field(None if t.settings.teams.boards else d.group or None), {"white": "white",
            "black": "black"}
    known = sorted([g.round, *sorted((g.white, g.black)), getattr(g, won[g.winner]) if g.winner in won
                    else g.winner]
                   for g in f.games if g.round < k and g.winner != "not_played") or sorted(
                       i for i, e in f.entries.items() if e.final and k not in e.absent)
    due = int.from_bytes(sha(f"nigiri seed\n{secret}\n{k}\n{canonical(known)}".encode())[:4]) % (1 << 31)
    return report.same(where, "seed of a round", d.seed, due)

def check_pairing(t, d, where, report):
    if d.method == "matching" or d.method in SCHEDULES and d.round == (d.seed_of or 1):
        check_seed(t, d, where, report)
    if d.method == "matching": check_matching(t, d, where, report)
    elif d.method in SCHEDULES: check_schedule(t, d, where, report)
    else: report.skip(f"pairing by {d.method or 'hand'}: follows from nothing")


# ---- schedules.md ----

class Bracket:
    """The matches of a knock-out or double elimination of `order`, filled with what was drawn and played."""

    def __init__(self, s, order, games, before):
        c, double, n = s.schedule, s.system == "double_elimination", len(order)
        last = max(1, (n - 1).bit_length())
        seats, self.matches, third = [0], {}, c.third_place and not double and last > (2
                if c.consolation else 1)
        while len(seats) < 1 << last: seats = [y for x in seats for y in (x, 2 * len(seats) - 1 - x)]
        def add(place, number, *sides):
            self.matches[place] = Ns(place=place, round=number, sides=sides, game=None, known=False, won=None,
                                     lost=None)
        self.order = order
        for level in range(1, last + 1):
            for i in range(1, (1 << last - level) + 1):
                two = [("seed", seats[2 * i - 2]), ("seed", seats[2 * i - 1])] if level == 1 else [("won",
                        f"W{level - 1}/{2 * i - 1}"), ("won", f"W{level - 1}/{2 * i}")]
                add(f"W{level}/{i}", level if not double or level == 1 else 2 * level - 2, *two)
        if third: add("T/1", last, ("lost", f"W{last - 1}/1"), ("lost", f"W{last - 1}/2"))
        if c.consolation and not double:
            for level in range(1, last):
                for i in range(1, (1 << last - 1 - level) + 1):
                    come, how = ("W1", "lost") if level == 1 else (f"C{level - 1}", "won")
                    two = [(how, f"{come}/{2 * i - 1}"), (how, f"{come}/{2 * i}")]
                    if level == 1 and c.first_match and last > (3 if third else 2):
                        bye = next((k for k in (0, 1)
                                    if any(x >= n for _, x in self.matches[two[k][1]].sides)), None)
                        if bye is not None: two[bye] = ("first", f"W2/{i}")
                    add(f"C{level}/{i}", 1 + max(self.matches[x].round for _, x in two), *two)
        if double:
            for level in range(2, last + 1):
                size = 1 << last - level
                for j in range(1, size + 1):
                    come = ("lost", "W1") if level == 2 else ("won", f"L{2 * level - 4}")
                    add(f"L{2 * level - 3}/{j}", 2 * level - 2,
                        *((come[0], f"{come[1]}/{k}") for k in (2 * j - 1, 2 * j)))
                    add(f"L{2 * level - 2}/{j}", 2 * level - 1, ("won", f"L{2 * level - 3}/{j}"),
                        ("lost", f"W{level}/{size + 1 - j}"))
            add("F/1", 2 * last, ("won", f"W{last}/1"), ("won", f"L{2 * last - 2}/1")
                if last > 1 else ("lost", "W1/1"))
            if c.second_final: add("F/2", 2 * last + 1, ("again", 0), ("again", 1))
        self.fill([g for g in games if g.round <= before])

    def comes(self, how, what):
        """(known, who): whoever comes from there; None for nobody."""
        if how == "seed": return True, self.order[what] if what < len(self.order) else None
        if how == "again":
            m = self.matches["F/1"]
            if not m.known or m.won is None or None in m.two: return m.known, None
            return True, m.two[what] if m.won == m.two[1] else None
        m = self.matches[what]
        if how == "first":
            if not m.known: return False, None
            came_free = m.lost is not None and self.matches[next(x for h,
                    x in m.sides if self.comes(h, x)[1] == m.lost)].game is None
            return True, m.lost if came_free else None
        return m.known, m.won if how == "won" else m.lost

    def fill(self, games):
        drawn = {g.place: g for g in games if g.place}
        onward = defaultdict(list)
        for m in self.matches.values():
            for how, what in m.sides: onward[what].append((how, m))
        todo = sorted(self.matches.values(),
                      key=lambda m: (m.round, m.place[0] in "LCT", m.place.startswith("L")
                                     and int(m.place[1:].split("/")[0])))
        for m in todo:
            (a, x), (b, y) = (self.comes(*side) for side in m.sides)
            m.two, m.open = (x, y), not a or not b
            m.game = drawn.get(m.place) or (not m.open and next(
                (g for g in games if not g.place and g.round == m.round and {g.white, g.black} == {x, y}),
                None)) or None
            if m.game is not None:
                m.game.place = m.place
                self.settle(m, drawn, onward)
            elif not m.open and None in m.two: m.known, m.won, m.lost = True, y if x is None else x, None

    def settle(self, m, drawn, onward):
        """Who won a match with a game: what was drawn afterwards stands above its result."""
        g = m.game
        two, result = ((g.white, g.black), g.winner)
        m.two = m.two if set(m.two) == set(two) else two
        if g.winner == "both_lose" and g.by_default: m.known, m.won, m.lost = True, None, None
        if result not in {"white", "black"}: return
        won = two[result == "black"]
        for how in ("won", "lost"):
            after = {e for h, n in onward[m.place] if h == how and n.place in drawn
                     for e in (drawn[n.place].white, drawn[n.place].black)}
            if len(seen := after & set(two)) == 1:
                won = seen.pop() if how == "won" else next(e for e in two if e not in seen)
                break
        m.known, m.won, m.lost = True, won, two[won == two[0]]

    def due(self, r):
        """The matches of a round that can be drawn, and who goes on without a game."""
        now = [m for m in self.matches.values() if m.round == r]
        return [m for m in now if not m.open and None not in m.two and m.game is None], {
            m.won for m in now if m.known and m.game is None and m.won is not None}

def seeds_of(t, d, field):
    """The order in which round 1 is drawn."""
    here = {i for i, e in field.entries.items() if e.final and not e.withdrawn and 1 not in e.absent}
    named = [i for i in t.seeds.get(d.group, ()) if i in here]
    lot = lambda i: blake(8, str(d.seed), "seeding", i)
    keys = {"rating": lambda e: (-e.rating, -e.rank), "rank": lambda e: (-e.rank,), "lot": lambda _: ()}
    rest = sorted(here - set(named), key=lambda i: (*keys[t.settings.schedule.seeded_by](field.entries[i]),
            lot(i)))
    return named + rest

def round_robin(order, r, twice):
    """(white, black) by the seats of a round, and who has the bye."""
    n = len(order) + len(order) % 2
    m = n - 1
    q, pairs = (r - 1) % m + 1, []
    if r > m * (2 if twice else 1): return [], set()
    for i in range(1, n):
        j = (q + 1 - i) % m or m
        if i < j: pairs.append((i, j, (i + j) % 2 == 1))
        elif i == j: pairs.append((i, n, 2 * i <= n))
    seat = lambda k: order[k - 1] if k <= len(order) else None
    byes = {seat(i) for i, j, _ in pairs if seat(j) is None}
    pairs = [(seat(i), seat(j), first != (r > m)) for i, j, first in sorted(pairs) if seat(j) is not None]
    return [(a, b) if first else (b, a) for a, b, first in pairs], byes

def check_schedule(t, d, where, report):
    s, r, teams = t.settings, d.round, t.settings.teams.boards > 0
    if d.method != s.system: return report.skip(f"a round of {d.method} in {s.system}")
    f, same = t.field(d.group or None, teams), functools.partial(report.same, where)
    pairs, byes = matches_of(t, d)
    told, loose = [(w, b, p.place) for w, b, p, _ in pairs], {p.place for *_, p, known in pairs if not known}
    first = t.rounds[1].drawn.get(d.group) if 1 in t.rounds else None
    due = seeds_of(t, d, f) if r == 1 and not first else first[0] if first else []
    if r == 1 and first: same("order of latecomers", d.order[:len(due)], due); due = d.order
    same(f"seeds of round {r}", d.order, due)
    order, busy = d.order, {x for g in f.games if g.round == r for x in (g.white, g.black)} | f.byes.get(r,
            set())
    earlier = [g for g in f.games if g.round < r]
    if s.system == "round_robin":
        games, free = round_robin(order, r, s.schedule.twice)
        due = [(w, b, f"R{r}/{k}") for k, (w, b) in enumerate(games, 1)]
        void = f.left_out & set(order)
        for k, (w, b, place) in enumerate(due):
            met = [g for g in earlier if {g.white, g.black} == {w, b}]
            if met: due[k] = (met[-1].black, met[-1].white, place)
        due = [x for x in due if not {x[0], x[1]} & (void | busy)]
        free = free - void - busy
    else:
        matches, free = Bracket(s, order, f.games, r).due(r)
        balance = Counter()
        for g in earlier:
            if g.colours_known: balance[g.white] += 1; balance[g.black] -= 1
        lot = lambda i: blake(8, str(d.seed), f"colours {r}", i)
        due = [(*sorted(m.two, key=lambda i: (balance[i], lot(i))), m.place) for m in matches
               if not set(m.two) & busy]
        free = free - busy
    free = {i for i in free if (e := f.entries.get(i)) and e.final and not e.withdrawn and r not in e.absent}
    stones = lambda *_: 0
    if s.schedule.handicap and not teams:
        H = s.handicap
        strength = lambda i: f.entries[i].rank
        def stones(w, b):
            x = abs(min(strength(w), H.no_handicap_from) - min(strength(b), H.no_handicap_from))
            return min(max(x - H.correction if x else 0, 0), H.ceiling)
        due = [(*((b, w) if stones(w, b) and strength(b) > strength(w) else (w, b)), p) for w, b, p in due]
    here = lambda i: (e := f.entries.get(i)) and e.final and not e.withdrawn and r not in e.absent
    same(f"inputs digest of round {r}", d.inputs_digest, hashed(
        {"absent": sorted(i for i in order if not here(i)), "order": order, "round": r, "seed": d.seed,
         "system": s.system, "chosen": {k: v for k, v in s.schedule.items() if k != "dates" and (
             v or k not in {"consolation", "first_match"})},
         "played": [{"round": g.round, "table": g.at, "white": g.white, "black": g.black, "place": g.place,
                     "colours_known": g.colours_known, "result": [g.winner, g.by_default]}
                    for g in earlier if {g.white, g.black} <= set(order)]}))
    plain = lambda games: sorted((p, *(sorted((w, b)) if p in loose else (w, b))) for w, b, p in games)
    same(f"games of round {r}", plain(told), plain(due))
    same(f"byes of round {r}", sorted(byes), sorted(free))
    taken = {p.table for p in t.rounds[r].pairs.values()} if r in t.rounds else set()
    tables = (n for n in itertools.count(1) if n not in taken)
    for white, black, p, _ in pairs if not teams else ():
        same(f"handicap of {p.place}", p.handicap, stones(white, black))
        same(f"komi of {p.place}", p.komi, t.komi_for(p.handicap))
        same(f"table of {p.place}", p.table, next(tables))

# ---- records.md: rulesets, replay, the count ----

PRESETS = """
@agreed stopping=two_stop_four_end settling=agreed_strings resumption=last_passer_waits disputed=unsettled
@locks repetition=basic_ko_with_locks suicide=allowed stone_supply=half_board stopping=two_stop
    modified_ko=yes resumption=last_passer_waits continuations=10 endless=draw_on_claim
@stones suicide=forbidden passing=token token=1.0 white_passes_last=yes komi=7.5 handicap=free
    handicap_komi=0.5
tromp-taylor repetition=positional suicide=allowed stopping=two_passes settling=as_it_stands
tromp-taylor-agreement repetition=positional suicide=allowed stopping=two_stop_four_end
    settling=agreed_points disputed=unsettled
nieminen repetition=own_previous suicide=forbidden stopping=two_stop settling=capture_phase komi=6.5
    resumption=asker_waits disputed=unsettled endless=no_result_on_claim scoring=territory
makrai @locks settling=agreed_strings scoring=makrai_area komi=7.5
makrai-territory @locks settling=confirmation claims_per_player=5 sequences_per_claim=3
    scoring=makrai_territory komi=6.5
arg @agreed repetition=situational_unless_multi_capture suicide=forbidden passing=token token=0.5
    scoring=territory_less_lost illegal_move=pass_and_fine fine=3.0 komi=6.5 handicap=free handicap_komi=0.5
ultimate repetition=positional suicide=forbidden passing=delay stopping=never settling=as_it_stands
    endless=draw_right scoring=none handicap=bowl
japanese repetition=simple_ko suicide=forbidden stopping=two_stop settling=confirmation
    resumption=asker_waits disputed=unsettled confirmation_ko=pass_for_ko komi=6.5
    endless=no_result_on_agreement scoring=territory_no_seki handicap=fixed handicap_komi=0.5
korean @japanese
chinese repetition=simple_ko suicide=forbidden stopping=two_stop settling=agreed_strings komi=7.5
    resumption=last_passer_waits disputed=unsettled endless=no_result_on_agreement
    handicap=free handicap_komi=0.0 handicap_compensation=n
aga @agreed @stones repetition=situational handicap_compensation=n_minus_one
aga-territory @agreed @stones repetition=situational scoring=territory
bga @agreed @stones repetition=natural_situational handicap_compensation=n_minus_one
french @aga
new-zealand @agreed repetition=situational suicide=allowed komi=7.0 handicap_komi=0.0
ing @agreed repetition=positional suicide=allowed komi=8.0 handicap=free handicap_komi=0.0
    handicap_compensation=n ties=black
"""

def preset(name, part=""):
    found = re.search(rf"^{part}{re.escape(name)} ((?:.*\n)(?:    .*\n)*)", PRESETS, re.MULTILINE)
    return [x for word in found[1].split() for x in (preset(word[1:], "@?") if word[0] == "@" else [word])]

AXES = {
    "passing": "free", "token": 0, "white_passes_last": False, "button": 0, "stone_supply": "unlimited",
    "resumption": "none",
    "continuations": "unlimited", "modified_ko": False, "disputed": "alive", "confirmation_ko": "as_in_play",
    "claims_per_player": "unlimited", "sequences_per_claim": "unlimited", "endless": "impossible",
    "scoring": "area",
    "illegal_move": "refused", "fine": 0, "komi": 0, "handicap_komi": None, "handicap": "consecutive_moves",
    "handicap_compensation": "none", "ties": "draw"}
OTHER, COLOURS, LETTERS = {"b": "w", "w": "b"}, {"b": 1, "w": 2}, "ABCDEFGHJKLMNOPQRSTUVWXYZ"
DOES = {
    "stone-played": "play", "passed": "pass", "button-taken": "take_button", "ko-challenged": "challenge_ko",
    "resigned": "resign",
    "stone-given": "give_stone", "delayed": "delay", "ultimately-delayed": "ultimate_delay",
    "draw-declared": "declare_draw",
    "draw-agreed": "agree_draw", "resumed": "resume", "dead-marked": "mark_dead", "accepted": "accept",
    "dead-agreed": "agree_dead",
    "claimed": "claim", "confirmation-begun": "confirm", "conceded": "concede", "penalised": "penalise"}
TURNS = {"play", "pass", "take_button", "challenge_ko", "give_stone", "delay", "ultimate_delay", "penalise"}
FORGOTTEN = {"marks": {}, "accepted": frozenset(), "alive": frozenset(), "dead": frozenset(), "questions": (),
             "offer": None}

@functools.cache
def ruleset(printed):
    """The axes of a printed ruleset."""
    name, *words = printed.split()
    values = {"yes": True, "no": False}
    def value(axis, word):
        if axis == "handicap_komi" and word == "none": return None
        if re.fullmatch(r"-?[\d.]+", word): return float(word) if "." in word else int(word)
        return values.get(word, word)
    told = [w.split("=") if "=" in w else (w, "yes") for w in preset(name) + words]
    axes = AXES | {k: value(k, v) for k, v in told}
    if axes["modified_ko"] == "none": axes["modified_ko"] = False
    return Data(axes, preset=name)

class Refused(Exception):
    """An action that the rules do not allow: why, and after how many actions its position stood before."""

    def __init__(self, reason, repeats=None): self.reason, self.repeats = reason, repeats

def refuse(when, reason, repeats=None):
    if when: raise Refused(reason, repeats)

class Board:
    """The points of a board, from the left below; on it 0 is empty, 1 black, 2 white."""

    def __init__(self, width, height):
        if not (1 <= width <= 52 and 1 <= height <= 52): raise ValueError("no such board")
        self.w, self.h, self.points = width, height, width * height
        self.near = [[q for q, inside in ((p - 1, p % width), (p + 1, (p + 1) % width),
                                          (p - width, p >= width),
                                          (p + width, p + width < self.points)) if inside]
                                          for p in range(self.points)]

    def point(self, name):
        found = re.fullmatch(r"([A-HJ-Z]{1,2})([1-9]\d?)", name)
        refuse(not found, "off_board")
        column = functools.reduce(lambda n, letter: 25 * n + LETTERS.index(letter) + 1, found[1], 0) - 1
        row = int(found[2]) - 1
        refuse(column >= self.w or row >= self.h, "off_board")
        return row * self.w + column

    def flow(self, start, among):
        """The points of `among` connected with those of `start` in it."""
        seen, todo = set(), [p for p in start if p in among]
        while todo:
            p = todo.pop()
            if p not in seen:
                seen.add(p)
                todo += [q for q in self.near[p] if q in among and q not in seen]
        return seen

    def parts(self, points):
        left, found = set(points), []
        while left:
            found.append(self.flow([next(iter(left))], left))
            left -= found[-1]
        return found

    def beside(self, points): return {q for p in points for q in self.near[p]}

    def string(self, board, p):
        """(stones, liberties) of the string at p."""
        colour, seen, todo, free = board[p], {p}, [p], set()
        while todo:
            for q in self.near[todo.pop()]:
                if not board[q]: free.add(q)
                elif board[q] == colour and q not in seen:
                    seen.add(q)
                    todo.append(q)
        return seen, free

    def strings(self, board, points):
        whole = set()
        for p in points:
            if board[p] and p not in whole: whole |= self.string(board, p)[0]
        return whole

    def stars(self, n):
        def lines(side): return 2 if side < 13 else 3
        x, y, cx, cy = lines(self.w), lines(self.h), self.w // 2, self.h // 2
        r, t = self.w - 1 - x, self.h - 1 - y
        points = [(r, t), (x, y), (r, y), (x, t)][:n]
        if n >= 6: points += [(x, cy), (r, cy)]
        if n >= 8: points += [(cx, y), (cx, t)]
        if n in {5, 7, 9}: points.append((cx, cy))
        return [b * self.w + a for a, b in points]

class Rules:
    """A game's terms: `start`, then `act` gives the state after an action, or raises Refused."""

    def __init__(self, printed, width, height, handicap):
        self.r, self.b, self.handicap = ruleset(printed), Board(width, height), handicap
        stones = handicap and self.r.handicap_komi is not None
        self.komi = self.r.handicap_komi if stones else self.r.komi
        self.compensation = {"none": 0, "n": handicap,
                             "n_minus_one": handicap - 1}[self.r.handicap_compensation] if handicap > 1 else 0
        supply = self.r.stone_supply
        self.supply = (self.b.points if self.b.points < 100
                       else self.b.points // 2) if supply == "half_board" else (
            math.inf if supply == "unlimited" else supply)

    def start(self, setup=None):
        s = Ns(board=bytes(self.b.points), to_play="b", phase="play", passes=0, prisoners={"b": 0, "w": 0},
               moves_left=0, ko=None,
               tokens={"b": 0, "w": 0}, fines={"b": 0, "w": 0}, button=None, last_passer=None,
               continuations=0, asked=False, fresh=False,
               modified=False, kos=None, past=None, did=None, number=0, given=frozenset(), right=None,
               stop=None, outcome=None, capped=0,
               claims=Counter(), sequences=Counter(), since_button=True, **FORGOTTEN)
        n, board = self.handicap, bytearray(self.b.points)
        if setup is not None:
            for c in ("black", "white"):
                for name in setup[c]: board[self.b.point(name)] = COLOURS[c[0]]
            s.to_play = setup.to_play
        elif self.r.handicap == "fixed" and n > 1:
            for p in self.b.stars(min(n, 9)): board[p] = 1
            s.to_play = "w"
        elif self.r.handicap in {"consecutive_moves", "free"} and n > 1:
            s.moves_left = min(n, 9) if self.r.handicap == "free" else n
        if self.r.handicap == "bowl":
            k = int(self.komi)
            s.prisoners = {"b": (n if 1 not in board else 0) + max(-k, 0), "w": max(k, 0)}
        s.board = bytes(board)
        return s

    def act(self, s, action):
        """The state after an action of it."""
        refuse(s.phase == "over", "game_over")
        n = Ns(**vars(s))
        n.past, n.did, n.number, do = s, (action["do"], action.get("color")), s.number + 1, action["do"]
        getattr(self, "do_" + do)(s, n, action.get("color"), action)
        if do in TURNS and n.ko == s.ko: n.ko = None
        if self.r.passing == "delay" and do in {"play", "delay", "ultimate_delay"} and n.phase != "over":
            self.no_move_left(n)
        return n

    def forget(self, n): vars(n).update(FORGOTTEN)

    def turn(self, s, c): refuse(c != s.to_play, "not_your_turn")

    # stones and repetition

    def placed(self, board, p, c):
        """(board, taken, own string gone, whether the capture is ko-like) after a stone."""
        new, taken, colour = bytearray(board), set(), COLOURS[c]
        new[p] = colour
        for q in self.b.near[p]:
            if new[q] == 3 - colour and q not in taken:
                string, free = self.b.string(new, q)
                if not free: taken |= string
        for q in taken: new[q] = 0
        own, free = self.b.string(new, p)
        for q in own if not free else (): new[q] = 0
        ko_like = len(taken) == 1 and len(own) == 1 and free == taken
        return bytes(new), taken, set() if free else own, ko_like

    def out_of_stones(self, s, c): return s.prisoners[OTHER[c]] - s.prisoners[c] > self.supply

    def may_play(self, s, c, p):
        """What a stone at p leads to; refused by suicide, repetition and the like."""
        refuse(s.board[p], "occupied")
        refuse(self.out_of_stones(s, c), "out_of_stones")
        board, taken, own, ko_like = self.placed(s.board, p, c)
        refuse(own and (self.r.suicide == "forbidden" or self.r.suicide == "multi_stone" and len(own) == 1),
               "suicide")
        self.repetition(s, c, p, board, taken, ko_like)
        return board, taken, own, ko_like

    def do_play(self, s, n, c, a):
        stopped = s.phase == "stopped"
        refuse(stopped and self.r.stopping != "two_stop_four_end", "wrong_phase")
        refuse((stopped or s.passes == 3) and self.used_up(s), "continuations_used_up")
        self.turn(s, c)
        p = self.b.point(a["at"])
        n.board, taken, own, ko_like = self.may_play(s, c, p)
        n.prisoners = s.prisoners | {c: s.prisoners[c] + len(taken)}
        n.prisoners[OTHER[c]] += len(own)
        n.ko, n.passes = (next(iter(taken)), c, s.number) if ko_like else None, 0
        n.to_play = c if s.moves_left > 1 else OTHER[c]
        n.moves_left = max(s.moves_left - 1, 0)
        if s.kos is not None: self.mark_kos(s, n, c, p, taken, ko_like)
        if s.phase in {"play", "stopped"}:
            self.forget(n)
            n.phase, n.fresh = "play", False
            self.goes_on(s, n)
        elif s.phase == "capture": self.capture_played(s, n, c)
        else: self.watch(s, n)

    def goes_on(self, s, n):
        if s.passes >= 2 and not s.asked: n.continuations, n.asked = s.continuations + 1, True

    def used_up(self, s):
        return self.r.continuations != "unlimited" and s.continuations >= self.r.continuations

    def line(self, s):
        """The positions before and with s, the last first, back to the button."""
        while s is not None:
            yield s
            if s.did and s.did[0] == "take_button": return
            s = s.past

    def repetition(self, s, c, p, board, taken, ko_like):
        rule = self.r.repetition
        if s.phase == "capture": rule = "any_own"
        with_kos = s.kos is not None and (s.phase == "confirmation"
                                          and self.r.confirmation_ko == "pass_for_ko" or s.modified)
        if rule in {"simple_ko", "basic_ko_with_locks"} or with_kos:
            refuse(ko_like and s.ko and s.ko[0] == p and s.ko[1] != c, "ko", s.ko and s.ko[2])
            if with_kos and ko_like:
                ko = s.kos.get(frozenset((p, *taken)))
                refuse(ko and c in ko.locked, "locked_ko")
            return
        to_play, found = c if s.moves_left > 1 else OTHER[c], None
        for x in self.line(s) if rule != "none" else ():
            mine = x.did and x.did[1] == c and x.did[0] in TURNS
            if x.board == board and (
                    rule == "positional" or mine and rule in {"any_own", "own_previous"} or
                    rule == "natural_situational" and mine and x.did[0] == "play" or
                    rule in {"situational", "situational_unless_multi_capture"}
                    and x.to_play == to_play): found = x.number
            if rule == "own_previous" and mine: break
        if rule == "situational_unless_multi_capture" and len(taken) >= 2: return
        refuse(found is not None, "ko" if rule == "own_previous" else "superko", found)

    def mark_kos(self, s, n, c, p, taken, ko_like):
        """Which kos are known after a stone, and who is locked out of them."""
        n.kos = {}
        changed = {q for q in range(self.b.points) if s.board[q] != n.board[q]}
        for ko, told in s.kos.items():
            if not (self.b.beside(ko) - ko) & changed: n.kos[ko] = told
        if not ko_like: return
        ko = frozenset((p, *taken))
        old = n.kos.get(ko, Ns(captured=frozenset(), prepared=frozenset(), locked=frozenset()))
        new = Ns(captured=old.captured | {c}, prepared=old.prepared, locked=old.locked)
        if s.phase == "confirmation" and self.r.confirmation_ko == "pass_for_ko":
            new.locked = frozenset(OTHER[c])
        elif c in old.prepared: new.locked, new.prepared = old.locked | {OTHER[c]}, old.prepared - {c}
        n.kos[ko] = new

    def do_challenge_ko(self, s, n, c, a):
        p = self.b.point(a["at"])
        refuse(s.kos is None or s.phase not in {"play", "confirmation"}, "wrong_phase")
        self.turn(s, c)
        refuse(self.out_of_stones(s, c), "out_of_stones")
        refuse(s.board[p], "not_a_recapture")
        _, taken, _, ko_like = self.placed(s.board, p, c)
        ko = s.kos.get(frozenset((p, *taken)))
        refuse(not ko_like or not ko or OTHER[c] not in ko.captured, "not_a_recapture")
        new = Ns(**vars(ko))
        if s.phase == "confirmation" and self.r.confirmation_ko == "pass_for_ko":
            refuse(c not in ko.locked, "already_prepared")
            new.locked = ko.locked - {c}
        else:
            refuse(s.ko and s.ko[0] == p, "ko")
            refuse(c in ko.locked, "locked_ko")
            refuse(c in ko.prepared, "already_prepared")
            new.prepared = ko.prepared | {c}
        n.kos, n.passes, n.to_play = s.kos | {frozenset((p, *taken)): new}, 0, OTHER[c]

    # passes and other turns

    def do_pass(self, s, n, c, a):
        refuse(s.phase == "stopped" and self.r.stopping != "two_stop_four_end", "wrong_phase")
        self.turn(s, c)
        if s.phase == "capture": return self.capture_passed(s, n, c)
        refuse(self.r.passing == "delay", "pass_not_allowed")
        refuse(s.moves_left > 0 and self.r.handicap == "free" and self.can_play(s, c), "pass_not_allowed")
        n.passes, n.to_play, n.moves_left = s.passes + 1, OTHER[c], 0
        if s.kos and self.r.confirmation_ko != "pass_for_ko":
            n.kos = {k: Ns(captured=v.captured, prepared=v.prepared, locked=frozenset()) for k,
                     v in s.kos.items()}
        if s.phase == "confirmation": return self.judge(n, not n.left) if n.passes == 2 else None
        if self.r.passing == "token": n.tokens = s.tokens | {OTHER[c]: s.tokens[OTHER[c]] + 1}
        n.last_passer = c
        self.forget(n)
        stopping = self.r.stopping
        if n.passes == {"two_passes": 2, "two_stop_four_end": 4}.get(stopping): self.counted(n, set())
        elif n.passes == 2 and stopping in {"two_stop", "two_stop_four_end"}:
            n.phase, n.asked = "stopped", False
        elif s.phase == "stopped": n.phase = "play"  # a third pass
        return None

    def do_penalise(self, s, n, c, a):
        refuse(self.r.illegal_move != "pass_and_fine" or s.phase not in {"play", "stopped"}, "wrong_phase")
        self.do_pass(s, n, c, a)
        n.fines = s.fines | {c: s.fines[c] + 1}

    def can_play(self, s, c):
        for p in range(self.b.points):
            with contextlib.suppress(Refused):
                self.may_play(s, c, p)
                return True
        return False

    def do_take_button(self, s, n, c, a):
        refuse(s.phase not in {"play", "stopped"}, "wrong_phase")
        self.turn(s, c)
        refuse(not self.r.button or s.button, "no_button")
        refuse(self.out_of_stones(s, c), "out_of_stones")
        refuse(s.moves_left > 0 and self.r.handicap == "free", "wrong_phase")
        self.forget(n)
        n.button, n.passes, n.to_play, n.phase, n.fresh = c, 0, OTHER[c], "play", False
        n.moves_left = max(s.moves_left - 1, 0)
        self.goes_on(s, n)

    def do_delay(self, s, n, c, a):
        self.turn(s, c)
        refuse(self.r.passing != "delay", "wrong_phase")
        refuse(s.prisoners[c] < 1, "nothing_to_return")
        n.prisoners, n.to_play = s.prisoners | {c: s.prisoners[c] - 1}, OTHER[c]

    def do_ultimate_delay(self, s, n, c, a):
        self.turn(s, c)
        refuse(self.r.passing != "delay" or c in s.given, "nothing_to_return")
        n.given, n.to_play = s.given | {c}, OTHER[c]
        if OTHER[c] in s.given: n.right = OTHER[c]

    def no_move_left(self, n):
        c = n.to_play
        if n.given and c in n.given and n.prisoners[c] < 1 and n.right != c and not self.can_play(n, c):
            self.over(n, OTHER[c], "no move left")

    def do_resign(self, s, n, c, a):
        if self.r.passing == "delay": self.turn(s, c)
        self.over(n, OTHER[c], "resignation")

    def occurrences(self, s, prisoners):
        count, fresh, key = 0, True, lambda x: (x.board, x.to_play,
                                                prisoners and x.prisoners["b"] - x.prisoners["w"])
        for x in self.line(s):
            if key(x) == key(s) and fresh: count, fresh = count + 1, False
            if x.did and x.did[0] == "play": fresh = True
        return count

    def do_declare_draw(self, s, n, c, a):
        endless = self.r.endless
        refuse(s.phase != "play", "wrong_phase")
        if endless != "no_result_on_claim": self.turn(s, c)
        if endless == "draw_right" and s.right == c: self.over(n, None, "declared draw")
        elif endless == "draw_on_claim" and self.occurrences(s, True) >= 3: self.over(n, None, "claimed draw")
        elif endless == "no_result_on_claim" and self.occurrences(s, False) >= 3: n.offer = c
        else: refuse(True, "no_draw_right")

    def do_agree_draw(self, s, n, c, a):
        endless = self.r.endless
        refuse(s.phase not in {"play", "stopped"}, "wrong_phase")
        refuse(not (endless == "draw_on_claim" or endless == "no_result_on_claim" and s.offer or
                    endless == "no_result_on_agreement" and self.occurrences(s, False) >= 2), "no_draw_right")
        refuse(c is not None and c == s.offer, "no_draw_right")
        if c is None or s.offer:
            self.over(n, None, "agreed draw" if endless == "draw_on_claim" else "no result")
        else: n.offer = c

    # a stopped game

    def do_resume(self, s, n, c, a):
        modified = bool(a.get("modified_ko")) and self.r.modified_ko is True
        if s.phase == "play" and s.fresh and modified: n.modified, n.kos = True, {}; return
        refuse(s.phase != "stopped" or self.r.resumption == "none", "wrong_phase")
        refuse(self.used_up(s), "continuations_used_up")
        self.forget(n)
        n.continuations, n.phase = s.continuations + 1, "play"
        n.asked, n.fresh, n.modified = True, True, modified
        n.kos = {} if modified else None
        if self.r.stopping != "two_stop_four_end": n.passes = 0
        n.to_play = OTHER[c] if self.r.resumption == "asker_waits" and c else OTHER[s.last_passer]

    def chosen(self, s, points):
        found = {self.b.point(p) for p in points}
        return found if self.r.settling == "agreed_points" else self.b.strings(s.board, found)

    def do_mark_dead(self, s, n, c, a):
        refuse(s.phase != "stopped", "wrong_phase")
        n.marks, n.accepted = s.marks | {c: frozenset(self.chosen(s, a["points"]))}, frozenset()

    def do_accept(self, s, n, c, a):
        refuse(s.phase != "stopped", "wrong_phase")
        n.accepted = s.accepted | {c}
        if len(n.accepted) == 2:
            b, w = s.marks.get("b", frozenset()), s.marks.get("w", frozenset())
            refuse(self.r.disputed == "unsettled" and (b ^ w) - s.alive - s.dead, "wrong_phase")
            self.counted(n, set(b & w))

    def do_agree_dead(self, s, n, c, a):
        refuse(s.phase != "stopped", "wrong_phase")
        self.counted(n, set(self.chosen(s, a["points"])))

    def do_claim(self, s, n, c, a):
        refuse(s.phase != "stopped" or self.r.settling not in {"capture_phase", "confirmation"},
               "wrong_phase")
        points = self.b.strings(s.board, {self.b.point(p) for p in a["points"]})
        owners = {s.board[p] for p in points}
        refuse(len(owners) != 1, "no_stones")
        owner = "bw"[owners.pop() - 1]
        if self.r.settling == "capture_phase":
            refuse(owner == c or points & s.alive or not a.get("capturable", True), "no_stones")
            n.phase, n.to_play, n.capture = "capture", owner, Ns(points=points, owner=owner, due=False,
                    passed=False, board=s.board)
            return
        cap = self.r.claims_per_player
        refuse(cap != "unlimited" and s.claims[c] >= cap, "continuations_used_up")
        n.claims = s.claims + Counter([c])
        n.questions = (*s.questions,
                       Ns(by=c, owner=owner, points=points, capturable=a.get("capturable", True), proved=None,
                          tried=0))

    # the capture phase

    def capture_played(self, s, n, c):
        k = n.capture = Ns(**vars(s.capture))
        n.alive, n.dead = (frozenset(p for p in x if n.board[p] == s.board[p]) for x in (s.alive, s.dead))
        k.due, k.passed = c != k.owner, False
        if c == k.owner: self.capture_decided(n)

    def capture_decided(self, n):
        if not any(n.board[p] == COLOURS[n.capture.owner] for p in n.capture.points): self.back(n)

    def do_give_stone(self, s, n, c, a):
        refuse(s.phase != "capture" or not s.capture.due, "wrong_phase")
        self.turn(s, c)
        n.capture = Ns(**{**vars(s.capture), "due": False})
        n.prisoners, n.to_play = s.prisoners | {OTHER[c]: s.prisoners[OTHER[c]] + 1}, OTHER[c]
        self.capture_decided(n)

    def capture_passed(self, s, n, c):
        k = s.capture
        refuse(c == k.owner and k.due, "pass_not_allowed")
        if c == k.owner and k.passed: n.alive = s.alive | k.points; self.back(n); return
        n.capture, n.to_play = Ns(**{**vars(k), "passed": c != k.owner, "due": False}), OTHER[c]

    def back(self, n): n.phase, n.passes, n.to_play = "stopped", 2, OTHER[n.last_passer]

    def do_concede(self, s, n, c, a):
        refuse(s.phase not in {"capture", "confirmation"}, "wrong_phase")
        if s.phase == "confirmation":
            q = s.stop.questions[s.asked_of]
            self.judge(n, (c != q.by) == q.capturable)
            return
        k = s.capture
        if k.due: n.prisoners = s.prisoners | {OTHER[k.owner]: s.prisoners[OTHER[k.owner]] + 1}
        stones = frozenset(p for p in k.points if s.board[p] == COLOURS[k.owner])
        if c == k.owner: n.dead = s.dead | stones
        else: n.alive = s.alive | stones
        self.back(n)

    # confirmations

    def do_confirm(self, s, n, c, a):
        refuse(s.phase != "stopped" or self.r.settling != "confirmation", "wrong_phase")
        k = a.get("claim", 0)
        refuse(not 0 <= k < len(s.questions), "wrong_phase")
        q, by_pass = s.questions[k], self.r.confirmation_ko == "pass_for_ko"
        refuse(self.r.sequences_per_claim != "unlimited" and q.tried >= self.r.sequences_per_claim,
               "continuations_used_up")
        modified = bool(a.get("modified_ko")) and self.r.modified_ko is True
        n.phase, n.passes, n.stop, n.asked_of, n.modified = "confirmation", 0, s, k, modified
        n.kos, n.ko = {} if by_pass or modified else None, None
        n.to_play = OTHER[q.owner if by_pass else s.last_passer]
        n.left = frozenset(q.points)
        around = {p for p in self.b.beside(q.points) if s.board[p] == 3 - COLOURS[q.owner]}
        n.again = q.points | self.b.strings(s.board, around) if by_pass else set()

    def watch(self, s, n):
        """Which stones of the question are left."""
        owner = COLOURS[s.stop.questions[s.asked_of].owner]
        n.left = frozenset(p for p in s.left | n.again if n.board[p] == owner
                           and (p in s.left or p in n.again))

    def judge(self, n, captured):
        """Back to the stop, with what was shown."""
        stop, k, gone = n.stop, n.asked_of, n
        q = stop.questions[k]
        number, did, board = n.number, n.did, gone.board
        vars(n).update({**vars(stop), "past": stop.past, "number": number, "did": did})
        n.ended_confirmation = (q.points, captured)
        if captured: n.dead, n.alive = stop.dead | q.points, stop.alive - q.points
        else:
            stay = frozenset(p for p in q.points & stop.dead if board[p] != COLOURS[q.owner])
            if len(stay) == len(q.points): stay = frozenset()
            n.alive, n.dead = stop.alive | (q.points - stay), stop.dead - q.points | stay
        n.questions = tuple(Ns(**{**vars(x), "tried": x.tried + (i == k),
                                  "proved": (captured if i == k else x.points <= n.dead) == x.capturable
                                  if i == k or x.proved is not None else None}) for i,
                                  x in enumerate(stop.questions))

    # the end

    def over(self, n, winner, by, margin=None):
        text = "Void" if by == "no result" else "0"
        by_much = "R" if by == "resignation" else "" if margin is None else f"{margin:g}"
        if winner: text = f"{winner.upper()}+{by_much}"
        n.phase, n.outcome = "over", Ns(winner=winner or "", by=by, margin=margin, text=text)

    def counted(self, n, dead):
        r, b, board = self.r, self.b, n.board
        proved = set(n.dead) - dead
        if r.scoring == "territory_no_seki" and proved:
            full = dead | proved
            outside = {c: self.outside_seki(board, full)[c] for c in "bw"}
            mixed = {p for part in b.parts(full) if len({board[x] for x in part}) > 1 for p in part}
            proved = {p for p in proved if p in outside[OTHER["bw"[board[p] - 1]]]} - mixed
        dead = {p for p in dead | proved if board[p]}
        total = {c: self.points_of(n, c, dead) for c in "bw"}
        for c in "bw":
            extra = c == "b" and r.white_passes_last and n.last_passer == "b"
            if r.scoring in {"territory", "territory_less_lost", "territory_no_seki"}:
                total[c] += (n.tokens[c] + extra) * r.token
            total[c] += (r.button if n.button == c else 0) - n.fines[c] * r.fine
        margin = total["b"] - total["w"] - self.komi - self.compensation
        n.dead_at_end = dead
        winner = "b" if margin > 0 or not margin and r.ties == "black" else "w" if margin < 0 else None
        self.over(n, winner, "score", abs(margin) if winner else 0)

    def points_of(self, n, c, dead):
        b, board, own, other, how = self.b, n.board, COLOURS[c], 3 - COLOURS[c], self.r.scoring
        live = {k: {p for p in range(b.points) if board[p] == k and p not in dead} for k in (1, 2)}
        gone = {k: {p for p in dead if board[p] == k} for k in (1, 2)}
        if how in {"makrai_area", "makrai_territory"}:
            area = {p for p in range(b.points) if not board[p]} | gone[other]
            land = {p for part in b.parts(area) if (x := b.beside(part)) & live[own]
                    and not x & (live[other] | gone[own]) for p in part}
        elif how == "territory_no_seki": land = self.outside_seki(board, dead)[c]
        else:
            area = {p for p in range(b.points) if not board[p]} | dead
            land = {p for part in b.parts(area) if (x := b.beside(part)) & live[own] and not x & live[other]
                    for p in part}
        held = n.prisoners[c]
        return {"area": len(live[own]) + len(land), "makrai_area": len(live[own]) + len(land), "none": 0,
                "territory": len(land) + held + len(gone[other]), "territory_no_seki": len(land) + held
                + len(gone[other]),
                "territory_less_lost": len(land) - n.prisoners[OTHER[c]] - len(gone[own]),
                "makrai_territory": len(land) + held + len(gone[other] & land)}[how]

    def outside_seki(self, board, dead): return Seki(self.b, board, dead).territory

    def replay(self, actions, setup=None, length=None):
        """The states from the start on, and the Refused that the first illegal turn met, with that turn."""
        try: states = [self.start(setup)]
        except Refused as error: return [], (0, error)
        for turn, action in enumerate(actions, 1):
            try:
                after = self.act(states[-1], action)
                refuse(length is not None and turn > length, "game_over")
                states.append(after)
            except Refused as error: return states, (turn, error)
        return states, None

# ---- seki.md ----

SHAPES = ((" oo", " @+", " o+"), ("+o ", "+@+", "+o "), ("o++", "+@o", "o++"), (" oo", " @+", " ##"),
          ("+o ", "+@+", "###"))

class Seki:
    """What counts as land where territory in seki does not: `territory` of each colour."""

    def __init__(self, b, board, dead):
        self.b, every = b, set(range(b.points))
        stones = {c: {p for p in every if board[p] == k and p not in dead} for c, k in COLOURS.items()}
        gone = {c: {p for p in dead if board[p] == k} for c, k in COLOURS.items()}
        self.land = land = every - stones["b"] - stones["w"]
        self.bare = bare = land - dead
        near = {c: stones[c] | b.flow(b.beside(stones[c]), land) for c in "bw"}
        shared = bare & near["b"] & near["w"]
        seals = {c: {p for p in shared if self.sealed(p, stones[c], bare | gone[OTHER[c]])} for c in "bw"}
        reach = {}
        for c in "bw":
            ways = land - seals[OTHER[c]]
            own = stones[c] | b.flow(b.beside(stones[c]), ways)
            reach[c] = own | b.beside(own) & seals[OTHER[c]]
        dame, self.territory = land - (reach["b"] ^ reach["w"]), {}
        for c in "bw":
            only = land & reach[c] - reach[OTHER[c]]
            found = self.safe(stones[c], only, land - seals[OTHER[c]], dame, bare, gone[OTHER[c]])
            self.territory[c] = found - near[OTHER[c]]

    def sealed(self, p, own, passable):
        b, x, y = self.b, p % self.b.w, p // self.b.w
        def at(dx, dy): return (y + dy) * b.w + x + dx if 0 <= x + dx < b.w and 0 <= y + dy < b.h else None
        def fits(sign, q):
            if sign in " @": return True
            if q is None or sign == "#": return q is None and sign == "#"
            return q in own or sign == "+" and q in passable
        for shape, turns, mirrored in itertools.product(SHAPES, range(4), (False, True)):
            for i, j in itertools.product((-1, 0, 1), repeat=2):
                dx, dy = (-i if mirrored else i), j
                for _ in range(turns): dx, dy = dy, -dx
                if not fits(shape[1 - j][1 + i], at(dx, dy)): break
            else: return True
        return False

    def atleast(self, k, points):
        return {p for p in range(self.b.points) if sum(q in points for q in self.b.near[p]) >= k}

    def flow(self, start, among): return self.b.flow(set(start) | self.b.beside(start), among)

    def safe(self, own, land, ways, dame, bare, dead):
        b = self.b
        self.own, self.land, self.bare, self.dead = own, land, bare, dead
        self.chains = [x for part in b.parts(own | dame & ways) if (x := own & part)]
        eyes = b.parts(land)
        false = self.false_points(eyes, land, set())
        self.points(false)
        counted = [e for e in eyes if self.makes_one(e)]
        sure = self.real & set().union(*counted)
        unfilled = self.false_points(eyes, false, sure) if false else set()
        unfilled |= b.beside(unfilled & dead)
        living = set()
        for eye in counted:
            group = self.flow(eye, own | ways)
            if sum(bool(e & group) for e in counted) >= 2 or self.makes_two(eye): living |= group
        return land & living - unfilled

    def false_points(self, eyes, among, sure):
        found, b = set(), self.b
        for eye in eyes:
            its = [c for c in self.chains if b.beside(c) & eye]
            for p in eye & among:
                if sum(q in self.land for q in b.near[p]) > 1 or not set(b.near[p]) & self.own: continue
                if len(its) == 1 and (len(b.beside(its[0]) & eye) > 1 or len(eye) == 1): continue
                here = [c for c in its if p in b.beside(c)]
                if any(self.depends(c, p, sure) for c in (here if sure else here[:1])): found.add(p)
        return found

    def depends(self, chain, p, sure):
        ground, grown = (self.own | self.land) - {p}, set(chain)
        sides = set(self.b.near[p]) & ground
        while True:
            reached = self.flow(grown, ground)
            if sides <= reached or reached & sure: return False
            more = reached.union(*(c for c in self.chains if c & reached))
            if more == grown: return True
            grown = more

    def points(self, false):
        b, n, every = self.b, self.atleast, set(range(self.b.points))
        real = self.real = self.land - false
        gap, gaps = n(1, self.bare & false), n(2, self.bare & false)
        thrown, throws = n(1, self.dead & false), n(2, self.dead & false)
        lasting = b.beside(self.dead & (false | real & (thrown | gaps)))
        weak = self.bare & ((every - real) | thrown) | self.dead & real & gap
        self.safe_, self.fair, self.bonus = real - n(1, weak) - lasting, real - n(2,
                weak) - lasting, thrown - throws
        self.two, self.three, self.four = (real & n(k, real) for k in (2, 3, 4))
        self.playable = {p for p in self.bare if set(b.near[p]) - self.dead} | {
            p for string in b.parts(self.dead) if len(b.beside(string) & self.bare) <= 1
            for p in b.beside(string) & self.bare}

    def large(self, E):
        worth = len(E) - len(E - self.safe_) - len(E - self.fair) - len(self.dead & E & self.two)
        return worth >= 6 or len(self.dead & E) >= 8

    def wide(self, E): return len(self.bare & E & self.three) + len(self.bare & E & self.four) >= 6

    def divides(self, E):
        for p in E & self.two & self.playable:
            good = self.fair if p in self.bonus else self.safe_
            if sum(bool(part & good) for part in self.b.parts(E - {p})) >= 2: return True
        return False

    def divides_twice(self, E):
        for f in E & self.fair & self.three & self.playable:
            if len(self.b.near[f]) < 4: continue
            for s in set(self.b.near[f]) & E & self.fair & self.three:
                if s not in self.bare and sum(q in self.bare & E for q in self.b.near[s]) < 2: continue
                k = [len(part & self.safe_) for part in self.b.parts(E - {f, s})]
                if sum(x > 0 for x in k) >= 2 and sum(x > 1 for x in k) >= (1 if s in self.bare else 2):
                    return True
        return False

    def outlives(self, eye):
        E = eye & self.real
        D = self.dead & E
        if not D: return False
        t, shut = len(self.dead & eye - self.real), E - self.dead - self.playable
        def eyes_left(X):
            parts = len(self.b.parts(X))
            j = sum(sum(q in X for q in self.b.near[p]) >= 3 or len(self.b.parts(X - {p})) > parts for p in X)
            return parts + (j + (len(X) >= 7)) // 2
        return all(eyes_left(D | shut - {p}) - t >= 2 for p in {None} | shut)

    def makes_one(self, eye):
        E = eye & self.real
        return bool(eye & self.fair) or len(self.dead & E) >= 5 or self.wide(E) or self.outlives(eye)

    def makes_two(self, eye):
        E = eye & self.real
        return self.large(E) or self.wide(E) or self.divides(E) or self.divides_twice(E) or self.outlives(eye)

# ---- records.md, limits.md: a game's stream, judged by its terms ----

class Game:
    """The fold of one stream `game-ID` up to a version."""

    def __init__(self, events, until=math.inf):
        self.terms, self.setup, self.actions, self.ended, self.opened = None, None, [], None, None
        self.withdrawn, self.hidden, self.received = False, False, None
        for where, e in events:
            if e.version > until: break
            if e.get("data") is None: self.hidden = True; continue
            self.fold(e.kind.removeprefix("game.").rsplit(".", 1)[0], e.data, where)

    def fold(self, kind, d, where=""):
        match kind:
            case "opened": self.opened, self.terms, self.ended = d, Data(d), None
            case "terms-changed":
                self.terms, self.ended = Data({**self.opened, "length": None, "limits": 0, **d}), None
            case "position-set-up": self.setup = d
            case "record-received": self.received = d
            case "turns-taken-back": self.actions, self.ended = self.actions[:d.to_turn], None
            case "record-withdrawn":
                self.setup, self.actions, self.ended, self.received = None, [], None, None
            case "withdrawn": self.withdrawn = True
            case "ended": self.ended = d
            case _ if kind in DOES: self.actions.append(Data(d, do=DOES[kind]))

    def judged(self, terms=None, actions=None):
        """(states, illegal turn or None) under terms: the game's own, or others."""
        t = terms or self.terms
        rules = Rules(t.ruleset, self.opened.width, self.opened.height, t.handicap)
        states, illegal = rules.replay(self.actions if actions is None else actions, self.setup, t.length)
        return rules, states, illegal

    def proves(self, terms=None):
        """What a record proves: an outcome, or None; and the illegal turn, or None."""
        _, states, illegal = self.judged(terms)
        return (None if illegal else states[-1].outcome), illegal

def told(o): return o and (o.winner, o.by, o.margin, o.text)

def in_force(t, game, pair):
    """The terms of a game under the limits of now."""
    if not t.limits_number > game.terms.limits: return game.terms
    values = {k: v for k, v in t.limits.items() if k in LIMITS} | {"komi": pair.komi, "handicap_komi": None}
    length = t.limits.get("length")
    return Data(game.terms, ruleset=axis(game.terms.ruleset, **values), limits=t.limits_number,
                length=length if isinstance(length, int) else None)

def result_of(outcome):
    """The result of a pair that an outcome means."""
    return "not_played" if outcome.by == "no result" else {"b": "black", "w": "white"}.get(outcome.winner,
            "jigo")

def follows(before, after, result):
    """limits.md, What follows: the finding that new terms lead to, and what the result would be."""
    if after[1]:
        return None if before[1] and before[1][0] == after[1][0] else ("illegal_move", after[1][0]), None
    if result[0] == "not_played" or result[1]: return None, None
    if not after[0]: return ("wrong_result", "Void") if before[0] else None, None
    same = before[0] and before[0].text == after[0].text or result_of(after[0]) == result[0]
    counted = after[0].by == "score" and after[0].winner and before[0]
    if same or counted and before[0].text[0] == after[0].text[0]: return None, None
    return ("wrong_result", after[0].text), result_of(after[0])

def check_limits(t, pair, line, event, before, after, bundle, report):
    """What a game judged again under changed limits led to."""
    at = event.position + event.get("came", 0)
    _, result, ruled, applies = next((x for x in reversed(t.history[pair.game_id]) if x[0] < at),
                                     (0, NONE, False, False))
    found, due = follows(before, after, result)
    wanted = (due, False) if due not in {None, "not_played", result[0]} and applies and not ruled else None
    report.same(line, "result after limits changed", t.recorded.get((event.command_id, pair.game_id)), wanted)
    name = uuid.uuid5(uuid.UUID(pair.game_id), f"limits/{event.data.limits}")
    claim = Claim(bundle.streams.get(f"claim-{name}", ()))
    if claim.made is None or wanted: return
    s = claim.made.statement
    report.same(line, "claim after limits changed",
                (s.kind, s.turn if s.kind == "illegal_move" else s.result), found)

def check_game(t, pair, bundle, report):
    """A game's terms are its pair's, what it tells to be proved is what its record proves."""
    where, events = f"game-{pair.game_id}", bundle.streams.get(f"game-{pair.game_id}", ())
    game = Game(events)
    if game.opened is None: return report.skip("games whose stream is not public")
    if game.hidden: return report.skip("games with lines that are not public")
    terms, s = in_force(t, game, pair), t.settings
    report.same(where, "opening of a game", (game.opened.game_id, game.opened.context, game.opened.width,
            game.opened.height),
                (pair.game_id, t.id, s.board_size, s.board_size))
    colours = (pair.black, pair.white) if pair.colours_known else ("", "")
    report.same(where, "players of a game", (game.terms.black, game.terms.white), colours)
    due = [ruleset(axis(x, komi=pair.komi, handicap_komi=None)) for x in pair.rulesets]
    report.same(where, "ruleset of a game", dict(ruleset(terms.ruleset)),
                next((x for x in due if x == ruleset(terms.ruleset)), due[-1]))
    report.same(where, "handicap of a game", terms.handicap, pair.handicap)
    partial = Game(())
    for line, e in events:
        kind = e.kind.removeprefix("game.").rsplit(".", 1)[0]
        if kind == "ended": report.same(line, "outcome of a record", told(e.data), told(partial.proves()[0]))
        old, again = partial.terms, kind == "terms-changed" and e.data.limits > partial.terms.limits
        before = partial.proves(old) if again else None
        with report.at(line): partial.fold(kind, e.data)
        if again: check_limits(t, pair, line, e, before, partial.proves(), bundle, report)
    outcome, illegal = game.proves(terms)
    if game.withdrawn: return None
    own = outcome if terms is game.terms else game.proves()[0]
    report.same(where, "last outcome of a record", told(game.ended), told(own))
    if illegal and game.actions:
        report.notes.append(f"{where}: turn {illegal[0]} is illegal: {illegal[1].reason}")
    winner = outcome and result_of(outcome)
    if winner and said(pair)[0][0] not in {winner, "not_played"}:
        result, state = said(pair)
        report.notes.append(f"{where}: the record proves {outcome.text}, the result is {result[0]} ({state})")
    return None

# ---- findings.md ----

class Claim:
    """The fold of one stream `claim-ID`."""

    def __init__(self, events):
        self.made, self.ruling, self.sequences, self.withdrawn, self.hidden = None, None, {}, False, False
        for _, e in events:
            if e.get("data") is None: self.hidden = True; continue
            d, kind = e.data, e.kind.removeprefix("claim.").rsplit(".", 1)[0]
            match kind:
                case "made": self.made = d
                case "withdrawn": self.withdrawn = True
                case "sequence-begun": self.sequences[d.number] = Ns(root=d, actions=[], by=[])
                case "sequence-acted":
                    self.sequences[d.number].actions.append(d.action)
                    self.sequences[d.number].by.append(d.by)
                case "sequence-taken-back":
                    for x in (self.sequences[d.number].actions, self.sequences[d.number].by):
                        del x[d.to_turn:]
                case "ruled": self.ruling = d
                case "ruling-not-seconded": self.ruling = None

def answer(verdict, turn=None, follows="", *missing):
    return {"verdict": verdict, "turn": turn, "follows": follows, "missing": sorted(missing)}

def undecidable(*missing, turn=None, follows=""): return answer("undecidable", turn, follows, *missing)

def lines_of(claim, game, events, states, terms, rules):
    """Of every sequence that counts, its positions (from where it begins) and its actions."""
    for number in sorted(claim.sequences):
        chain = [(claim.sequences[number], None)]
        while chain[0][0].root.sequence:
            chain.insert(0, (claim.sequences[chain[0][0].root.sequence], chain[0][0].root.turn))
        root, last = chain[0][0].root, chain[-1][0]
        then = Game(events, root.game_version)
        same = (then.terms.ruleset, then.terms.handicap, then.setup) == (terms.ruleset, terms.handicap,
                game.setup)
        if root.turn != len(states) - 1 or not same or then.actions[:root.turn] != game.actions[:root.turn]:
            continue
        if len(chain) > 1 and len(set(last.by) & {"b", "w"}) < 2 and "desk" not in last.by: continue
        line, by = [states[root.turn]], [None]
        for x, upto in chain:
            for action, who in zip(x.actions[:upto], x.by[:upto], strict=True):
                try: line.append(rules.act(line[-1], action))
                except Refused: break
                by.append(who)
        if line[-1].phase not in {"stopped", "over"}:
            stop = max((i for i, s in enumerate(line) if s.phase == "stopped"), default=0)
            if len(set(by[stop + 1:])) == 1 and by[-1] in {"b", "w"}: line = line[:stop + 1]
        yield line

def differs(s, what, game, pair):
    """Whether the record says that another handicap, or komi, was played than the pair has."""
    played = game.received and game.received.get(what)
    if played is None: return undecidable("record", "person")
    if what == "handicap" and played < 2: played = 0
    return answer("refuted" if played == getattr(pair, what) or played != s["count"] else "proved")

def finding(claim, game, events, terms, pair):
    """What the rules say of a claim; None where it rests on a record that lies beside the log."""
    s, kind = claim.made.statement, claim.made.statement.kind
    if kind in {"time", "conduct"}: return undecidable("person")
    if s.record: return None
    if kind in {"handicap_differs", "komi_differs"}: return differs(s, kind.split("_")[0], game, pair)
    rules, states, illegal = game.judged(terms)
    r, turns, empty = rules.r, len(game.actions), not game.actions and game.setup is None
    broken = illegal and undecidable("legal_record", turn=illegal[0])
    lines = list(lines_of(claim, game, events, states, terms, rules))
    if kind in {"illegal_move", "out_of_stones"}:
        t = s.turn
        if illegal and illegal[0] < t: return broken
        if t > turns: return undecidable("end_of_record", turn=t)
        if kind == "out_of_stones":
            if rules.supply == math.inf: return answer("refuted", t)
            held, c = states[t - 1].prisoners, s.color
            mine = game.actions[t - 1]["do"] == "play" and game.actions[t - 1].color == c
            return answer("proved" if held[OTHER[c]] - held[c] > rules.supply and mine else "refuted", t)
        if not illegal or illegal[0] != t:
            return answer("proved" if game.actions[t - 1]["do"] == "penalise" else "refuted", t)
        error = illegal[1]
        own = r.preset == "ing" and r.repetition == "positional"
        if own and error.reason == "superko" and error.repeats != t - 2:
            return cycle(rules, states, game.actions[t - 1], error.repeats, t)
        return answer("proved", t)
    if kind in {"wrong_result", "continuations_exceeded", "strings", "records_differ"} and empty:
        return undecidable("record")
    if kind == "records_differ": return undecidable("record")
    if kind == "wrong_result":
        ends = [x[-1].outcome for x in lines if len(x) > 1 and x[-1].outcome]
        if not ends and broken: return broken
        outcome = ends[-1] if ends else states[-1].outcome
        if outcome:
            same = s.result == outcome.text or s.result in {"B+", "W+"} and outcome.text.startswith(s.result)
            return answer("proved" if same else "refuted", turns, outcome.text)
        return undecidable("agreement" if states[-1].phase == "stopped" and r.scoring != "none"
                           else "end_of_record", turn=turns)
    if kind == "continuations_exceeded":
        if not illegal: return answer("refuted")
        over = illegal[1].reason == "continuations_used_up" and game.actions[illegal[0] - 1]["do"] in {"play",
                "resume"}
        return answer("proved", illegal[0]) if over else broken
    if kind == "strings": return strings(s, rules, states, lines, broken)
    t = turns if s.turn is None else s.turn
    if empty: return undecidable("record")
    if illegal and illegal[0] <= t: return broken
    if t > turns: return undecidable("end_of_record", turn=t)
    x = states[t]
    def legal(do, **more):
        try: return rules.act(x, Data(do=do, **more))
        except Refused: return None
    if kind == "repetition":
        if x.phase == "over":
            return answer("refuted" if x.outcome.winner or x.outcome.by == "score" else "proved", t,
                          x.outcome.text)
        after = legal("declare_draw", color=x.to_play)
        if after and after.outcome: return answer("proved", t, after.outcome.text)
        agreed = r.endless == "no_result_on_agreement" and legal("agree_draw", color=None)
        own = r.preset == "chinese" and r.endless == "no_result_on_agreement"
        if after or agreed:
            return undecidable("agreement", *(["person"] if own else []), turn=t, follows="Void")
        return answer("refuted", t)
    if kind == "continuation_refused":
        if x.phase != "stopped": good = False
        elif r.stopping == "two_stop_four_end" and not rules.used_up(x): good = True
        else: good = bool(legal("resume", color=x.to_play))
        return answer("proved" if good else "refuted", t)
    if not (r.passing == "token" if kind == "tokens" else r.illegal_move == "pass_and_fine"):
        return answer("refuted")
    held = x.tokens[s.color] if kind == "tokens" else x.fines[s.color] * r.fine
    return answer("proved" if held == s["count"] else "refuted", t)

def cycle(rules, states, action, since, t):
    """Under Ing's own rules: hot stones, or a cycle that a referee judges."""
    captures = []
    for before, after in itertools.pairwise(states[since:t]): captures.append((before.board, after.board))
    board, *_ = rules.placed(states[t - 1].board, rules.b.point(action["at"]), action.color)
    captures.append((states[t - 1].board, board))
    gone = [[p for p in range(rules.b.points) if a[p] and not b[p]] for a, b in captures]
    points = {p for g in gone for p in g}
    single = all(len(g) <= 1
                 for g in gone) and len(points) == 2 and len(next(iter(rules.b.parts(points)))) == 2
    return answer("refuted", t) if single else undecidable("person", turn=t)

def at_stops(line, rules):
    """What the stops of a line tell of points: captured or not."""
    known = {}
    for a, x in itertools.pairwise(line):
        if x.phase == "play": known = {}
        elif a.phase == "capture": known |= dict.fromkeys(x.alive, False) | dict.fromkeys(x.dead, True)
        elif a.phase == "confirmation" and x.phase == "stopped":
            points, captured = x.ended_confirmation
            known |= dict.fromkeys(points, captured)
        elif x.phase == "over" and a.phase != "over" and x.outcome.by == "score":
            known |= {p: p in x.dead_at_end for p in range(rules.b.points) if a.board[p]}
    return known

def strings(s, rules, states, lines, broken):
    r, b, last, points = rules.r, rules.b, states[-1], {rules.b.point(p) for p in s.points}
    if r.settling == "as_it_stands": return answer("refuted" if s.capturable else "proved")
    if any(not any(x.board[p] for x in states) for p in points): return answer("refuted")
    known, end = {p: True for p in range(b.points) if not last.board[p]} | at_stops(states, rules), last
    for line in lines:
        more, x = at_stops(line, rules), line[-1]
        if len(line) > 1 and (x.phase == "stopped" or x.phase == "over" and x.outcome.by == "score"):
            more |= {p: True for p in range(b.points) if line[0].board[p] not in {0, x.board[p]}}
        known, end = known | more, x if points & more.keys() else end
    if points <= known.keys():
        dead = {p for p in points if known[p]}
        good = dead == points if s.capturable else not dead
        return answer("proved" if good else "refuted", len(states) - 1 if end is last else None,
                      end.outcome.text if end.outcome else worth(rules, end, dead))
    if broken: return broken
    if last.phase == "over": return undecidable("person")
    missing = ["end_of_record"] * (last.phase == "play") + ["agreement"]
    needed = {"capture_phase": "capture", "confirmation": "confirmation"}.get(r.settling)
    try: on = bool(rules.act(last, Data(do="resume", color=last.to_play)))
    except Refused:
        on = last.phase == "play" or r.stopping == "two_stop_four_end" and not rules.used_up(last)
    return undecidable(*missing, *([needed] if needed else ["resumption"] if on else []))

def worth(rules, end, dead):
    """The text of a position's count with these strings dead."""
    n = Ns(**vars(end))
    if rules.r.settling != "agreed_points":
        dead = rules.b.strings(n.board, {p for p in dead if n.board[p]}) - set(n.dead)
    rules.counted(n, dead)
    return n.outcome.text

def check_claims(t, bundle, report):
    """Claims in the log: what is found of each, and whether they were made when they might be."""
    made = defaultdict(list)
    for stream, events in bundle.streams.items():
        if not stream.startswith("claim-"): continue
        with report.at(stream):
            claim = Claim(events)
            if claim.made is None: report.skip("claims that are not public"); continue
            game_events, d = bundle.streams.get("game-" + claim.made.game_id, ()), claim.made
            made[d.game_id, d.by].append(d)
            pair = t.games.get(d.game_id)
            if d.context != t.id or pair is None:
                report.wrong(stream, "a claim on no game of this tournament")
                continue
            rested = claim.ruling.game_version if claim.ruling else math.inf
            game = Game(game_events, rested)
            if claim.hidden or game.hidden or game.opened is None:
                report.unfound.add(d.claim_id)
                report.skip("claims on games that are not public")
                continue
            found = finding(claim, game, game_events, game.terms if claim.ruling else in_force(t, game, pair),
                            pair)
            if found is None:
                report.skip("findings that rest on a record beside the log")
                report.unfound.add(d.claim_id)
            else: report.findings[d.claim_id] = found
    for (game, by), claims in made.items():
        if by in {"b", "w"} and len(claims) > t.most_claims:
            report.wrong(f"game-{game}", f"{len(claims)} claims of one player")
        if by in {"b", "w"} and any(c.statement.kind in {"time", "conduct"} for c in claims):
            report.wrong(f"game-{game}", "a claim for officials")

def check_rests(where, event, bundle, games, report):
    """log.md, What rests on a game: the version and digest of a game's stream that a word names."""
    d = event.data
    if not d.get("game_digest"): return
    game = d.get("game_id") or games.get(event.stream)
    told = bundle.digests.get(("game-" + game, d.game_version)) if game else None
    report.same(where, "record that a word rests on", d.game_digest, told)

# ---- standings.md, ratings.md: prizes ----

CLASSES = {"online": {"D": (40, 50)}, "fischer": {"A": (45, 75), "B": (30, 50), "C": (20, 30)},
           "board": {"A": (60, 75), "B": (40, 50), "C": (25, 30)}}
WEIGHTS = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25, "-": None, None: None}

def weight_of(details):
    """The weight of the tournament's time class; None: nothing is rated."""
    time = {"basic": 0, "overtime": "none", "seconds": 0, "moves": 0} | dict(details.get("time", {}))
    if named := details.get("time_class"): return WEIGHTS[named]
    if not time["basic"]: return WEIGHTS["A"]
    seconds, fischer = time["seconds"], time["overtime"] == "fischer"
    more = {"byoyomi": 45 * seconds, "canadian": 60 * seconds / (time["moves"] or math.inf),
            "fischer": 120 * seconds}.get(time["overtime"], 0)
    row = CLASSES["online" if details.get("online") else "fischer" if fischer else "board"]
    return WEIGHTS[next((c for c, (basic, adjusted) in row.items() if time["basic"] >= basic
                         and time["basic"] + more / 60 >= adjusted), None)]

def rises(t, f, last):
    """Changes of the EGF rating, in thousandths, of all who played a game that is rated."""
    weight, changes, e = weight_of(t.details), defaultdict(list), f.entries
    if weight is None or (t.settings.board_size, t.settings.players_per_side) != (19, 1): return {}
    beta = lambda r: -7 * math.log(3300 - r)
    for g in f.games:
        if g.round > last or g.winner == "not_played" or g.by_default or not {g.white, g.black} <= e.keys():
            continue
        w, b = e[g.white].rating, e[g.black].rating
        if max(w, b) >= 3300 or g.handicap and not g.colours_known: continue
        more = b + 100 * (g.handicap - 0.5) if g.handicap else b
        due = 1.0 if more >= 3300 else 1 / (1 + math.exp(beta(w) - beta(more)))
        for i, r, got, expected in ((g.white, w, g.points[0], 1 - due), (g.black, b, g.points[1], due)):
            changes[i] += [weight * ((3300 - r) / 200) ** 1.6 * (got / 2 - expected),
                           weight * math.log(1 + math.exp((2300 - r) / 80)) / 5]
    after = {i: max(-900, math.fsum([e[i].rating, *x])) for i, x in changes.items()}
    return {i: round(1000 * (x - e[i].rating)) for i, x in after.items()}

def prizes(t, group=None, last=None, first=3):
    """Views of one standing that follow from the log, as {view: [[place, who or what, value]]}."""
    f, s = t.field(group), t.settings
    if last is None: last = max((g.round for g in f.games if g.winner != "not_played"), default=0)
    places, _ = Scores(s, f, last).standing(criteria_of(s, False))
    byes = (b for q, b in f.byes.items() if q <= last)
    played = {i for g in f.games if g.round <= last and g.winner != "not_played"
              for i in (g.white, g.black)}.union(*byes)
    placed = {i: f.entries[i] for i in places if i in played}
    def lines(values):
        told = sorted((sum(x < v for x in values.values()) + 1, i, abs(v)) for i, v in values.items())
        return [list(line) for line in told if line[0] <= first]
    def among(fits): return lines({i: places[i] for i, e in placed.items() if fits(e)})
    def together(name_of):
        found = defaultdict(list)
        for i, e in placed.items():
            if name := name_of(e): found[name].append(places[i])
        return lines({name: sum(sorted(x)[:3]) for name, x in found.items() if len(x) >= 3})
    category = lambda e: 1 + sum(limit > e.rank for limit in s.categories)
    return {
        **{f"category-{n}": among(lambda e, n=n: category(e) == n)
           for n in range(1, len(s.categories) + 2) if s.categories},
        "best-kyu": among(lambda e: e.rank < 0),
        "club": together(lambda e: e.club and f"{e.country} {e.club}".strip()),
        "country": together(lambda e: e.country),
        "greatest-rise": lines({i: -x for i, x in rises(t, f, last).items() if x > 0 and i in placed})}

# ---- bundle.md: what was published ----

def check_published(t, bundle, report):
    """What was shown of rounds and places, against what follows."""
    if "published/rounds.json" not in bundle.names: return report.skip("nothing published is in the bundle")
    shown = parsed(bundle.read("published/rounds.json")).rounds
    public = sorted(q for q, r in t.rounds.items() if r.published)
    report.same("published/rounds.json", "rounds shown", [x.round for x in shown], public)
    for x in shown:
        r, where = t.rounds[x.round], f"published/rounds.json, round {x.round}"
        report.same(where, "byes of a round", sorted(x.byes), sorted(r.byes - r.held))
        pairs = {p.game_id: p for p in r.pairs.values() if not {p.white, p.black} & r.held}
        report.same(where, "games of a round", sorted(p.game_id for p in x.pairs), sorted(pairs))
        for p in x.pairs:
            due, result = pairs.get(p.game_id), p["result"] and outcome(p["result"])
            if due is None: continue
            report.same(f"{where}, table {p.table}", "game of a round",
                        (p.white, p.black, p.table, p.handicap, p.komi, result or NONE),
                        (due.white, due.black, due.table, due.handicap, due.komi, said(due)[0]))
    shown = "published/findings.json"
    for x in parsed(bundle.read(shown)).findings if shown in bundle.names else ():
        if due := report.findings.get(x.claim):
            told = {**x, "missing": sorted(x.missing)}
            report.same(f"{shown}, claim {x.claim}", "finding of a claim", told,
                        {**due, "claim": x.claim})
        elif x.claim not in report.unfound:
            report.wrong(f"{shown}, claim {x.claim}", "a finding of no claim of the bundle")
    shown = parsed(bundle.read("published/standings.json"))
    for teams, told in ((False, shown.rounds), (True, shown.get("teams", []))):
        rounds = sorted({q for q in public if t.rounds[q].closed} | set(public[-1:]))
        groups = t.group_names(teams) if len(t.group_names(teams)) > 1 else [None]
        if teams != bool(t.settings.teams.boards) and teams: continue
        report.same("published/standings.json", "standings shown of " + ("teams" if teams else "players"),
                    sorted((x.round, x.get("group") or "") for x in told),
                    sorted((q, g or "") for q in rounds for g in groups))
        for x in told:
            where = f"published/standings.json, round {x.round} {x.get('group') or ''}" + " of teams" * teams
            with report.at(where):
                criteria = criteria_of(t.settings, teams)
                places, values = Scores(t.settings, t.field(x.get("group"), teams),
                                        x.round).standing(criteria)
                report.same(where, "criteria", x.criteria, criteria)
                report.same(where, "places", x.places, places)
                for e, due in values.items(): report.same(f"{where}, {e}", "score", x["values"].get(e), due)
    return None

# ---- all of it ----

def keys_of(bundle, trusted, report):
    """The keys that heads may be signed with: the bundle's, or what follows from the one that is trusted."""
    keys = []
    with report.at("key"):
        keys = [key_of(line) for line in bundle.read("key").splitlines()]
        if not trusted:
            report.skip("the key is the bundle's own word: compare it with one on paper")
            return keys
        key = key_of(trusted)
        if not any(k[:2] == key[:2] for k in keys):
            report.wrong("key", "the bundle's keys are others than the one you gave")
        return [key, *(k for k in keys if k[:2] in rotated(bundle, key, report))]
    return keys

def check_tree(bundle, kept, keys, policy, report):
    """The signed head, the tree below it, heads of before and heads that somebody kept."""
    m = bundle.manifest
    signed = lambda note: any(note.signed(k) and k[0] == note.head()[0] for k in keys)
    note = Note(bundle.read("checkpoint"))
    if not signed(note): report.wrong("checkpoint", "is not signed by the log's key")
    if policy and not quorum(policy, note):
        report.wrong("checkpoint", "lacks cosignatures that the policy wants")
    origin, size, root = note.head()
    report.same("bundle.json", "origin and size", (m.origin, m.size), (origin, size))
    nodes = {}
    for _, (begin, end, value) in bundle.lines("nodes.jsonl"):
        nodes[begin, end] = unbase(value)
    tree = Tree(bundle.leaves, nodes)
    with report.at("nodes.jsonl"):
        if tree.root(0, size) != root: report.wrong("checkpoint", "its root is not that of the events")
    if nodes.keys() - tree.used:
        report.wrong("nodes.jsonl", f"parts that nothing needs: {sorted(nodes.keys() - tree.used)[:3]}")
    heads, proofs = {size: root}, []
    told = [(f"heads.jsonl, line {n}", Note(h.note), h.path) for n, h in bundle.lines("heads.jsonl")]
    for (where, old, path), new in zip(told, [*[x[1] for x in told], note][1:], strict=True):
        (_, a, first), (_, b, second) = old.head(), new.head()
        if not signed(old): report.wrong(where, "is not signed by the log's key")
        if a >= b or not continued(a, first, b, second, [unbase(p) for p in path]):
            report.wrong(where, f"the head of {b} events does not continue it")
        heads[a] = first
    for name, raw in kept:
        with report.at(name):
            if raw.startswith("old "):
                old, *path = raw.split("\n\n")[0].splitlines()
                proofs.append((int(old[4:]), raw.split("\n\n", 1)[1], [unbase(p) for p in path]))
                raw = proofs[-1][1]
            head = Note(raw)
            if head.head()[0] != origin or not signed(head):
                report.wrong(name, "is no head of this log under this key")
            proofs.append((name, head.head()))
    for name, (_, a, found) in [p for p in proofs if len(p) == 2]:
        if a not in heads and a < size:
            with contextlib.suppress(LookupError): heads[a] = tree.root(0, a)
        if a in heads:
            if heads[a] != found:
                report.wrong(name, f"contradicts the bundle: another root of {a} events, both signed")
            report.done["kept heads"] += 1
            continue
        for old, raw, path in [p for p in proofs if len(p) == 3]:
            ends = {old: heads.get(old, found if a == old else None),
                    Note(raw).head()[1]: Note(raw).head()[2]}
            if {a} & ends.keys() and set(ends) & heads.keys() and None not in ends.values():
                x, y = sorted(ends)
                if ends[a] != found or not continued(x, ends[x], y, ends[y], path):
                    report.wrong(name, "contradicts the bundle: no proof leads from the one to the other")
                report.done["kept heads"] += 1
                break
        else:
            ends = f"{min(a, size)}/{max(a, size)}"
            report.skip(f"{name}: fetch /log/consistency/{ends} and give it with --kept")

def rotated(bundle, key, report):
    """The keys that follow from a trusted one by events that both signed."""
    good = {key[:2]}
    for stream, events in bundle.streams.items():
        for where, e in events if stream.startswith("log:keys:") else ():
            with report.at(where):
                old, new, note = key_of(e.data.old), key_of(e.data.new), Note(e.data.note)
                due = f"keys of a log/v1\n{stream[9:]}\n{e.data.old.strip()}\n{e.data.new.strip()}\n".encode()
                if note.text != due or not note.signed(old) or not note.signed(new):
                    report.wrong(where, "the new key is not signed by both")
                elif old[:2] in good: good.add(new[:2])
    return good

def opened(bundle, report):
    """The openings of names and secrets, by their commitments, as far as they fit."""
    found = {}
    for number, n in bundle.lines("names.jsonl"):
        with report.at(at := f"names.jsonl, line {number}"):
            due = sha(bytes.fromhex(n.salt) + canonical(n.value).encode()).hex()
            report.same(at, "commitment of a name", n.salted, due)
            if n.salted == due: found[due] = n.value
    return found

def check_ruling(d, remedy, where, report):
    if remedy is None: report.skip("rulings whose claim is not public")
    elif remedy["result"]:
        report.same(where, "result of a ruling", outcome(d.result),
                    (remedy["result"], bool(remedy.by_default)))

def check_receipt(name, raw, key, bundle, report):
    """A proof of one event (tree.md, Tiles and proofs), or the digits of one."""
    if raw.strip().isdigit():
        data = int(raw.strip())
        data = data.to_bytes((data.bit_length() + 7) // 8)
        unpack = zlib.decompressobj(-15)
        raw = unpack.decompress(data[1:], LINE_LIMIT).decode()
    proof, note = raw.split("\n\n", 1)
    kind, extra, index, *path = proof.splitlines()
    line, index, head = unbase(extra.removeprefix("extra ")), int(index.removeprefix("index ")), Note(note)
    origin, size, root = head.head()
    event = parsed(line.decode())
    if kind != "c2sp.org/tlog-proof@v1" or not any(head.signed(k) for k in key):
        report.wrong(name, "is not signed by the log's key")
    elif included(sha(b"\0" + line), index, size, [unbase(p) for p in path]) != root:
        report.wrong(name, "its event is not in the tree of its head")
    elif index + 1 in bundle.leaves and bundle.leaves[index + 1] != sha(b"\0" + line):
        report.wrong(name, f"contradicts the bundle: another event at position {index + 1}, both signed")
    else: report.done["receipts"] += 1
    if origin != bundle.manifest.origin: report.wrong(name, "is of another log")
    elif index + 1 not in bundle.leaves:
        report.skip(f"{name}: its event ({event.kind}) is not of this bundle")
    return name, note

def verify(path, kept=(), trusted=None, policy=None, receipts=()):
    report = Report()
    bundle, t = Bundle(path, report), Tournament(report)
    try:
        with report.at("the bundle"): check(bundle, t, kept, trusted, policy, receipts, report)
    except Enough: report.skip(f"whatever comes after {MOST_FAULTS} faults")
    return report, bundle, t

def check(bundle, t, kept, trusted, policy, receipts, report):
    own, claimed = "tournament-" + bundle.manifest.tournament_id, {}
    t.openings, remedies = opened(bundle, report), {}
    for where, event, data in bundle.events():
        with report.at(where):
            if event.stream == own:
                if data is None: t.hidden = True
                elif (kind := lifted(event.kind, data))[0].startswith("tournament."):
                    kind, d = kind[0].removeprefix("tournament.").rsplit(".", 1)[0], kind[1]
                    t.laws(kind, d, lambda what, where=where: report.wrong(where, what))
                    if kind == "round-paired": check_pairing(t, d, where, report)
                    if kind == "pairing-proved": check_proved(t, d, where, report)
                    t.position = event.position
                    if kind == "result-recorded": t.recorded[event.command_id, d.game_id] = outcome(d.result)
                    if kind == "result-ruled":
                        check_ruling(d, remedies.get("claim-" + d.claim_id), where, report)
                    t.fold(kind, d)
            elif event.stream.startswith(("game-", "claim-", "log:keys:")):
                bundle.streams[event.stream].append((where, event))
            if data is not None:
                if event.kind == "log.joined.v1": bundle.joinings[event.position + bundle.moved] = data
                changed = event.kind == "claim.appeal-decided.v1" and data.decision == "changed"
                if changed or event.kind == "claim.ruled.v1":
                    remedies[event.stream] = data.remedy
                if event.kind == "claim.made.v1": claimed[event.stream] = data.game_id
                check_rests(where, event, bundle, claimed, report)
    with report.at("logs that were joined"): check_joined(bundle, report)
    keys, kept = keys_of(bundle, trusted, report), list(kept)
    for name, raw in receipts:
        with report.at(name): kept.append(check_receipt(name, raw, keys, bundle, report))
    with report.at("the tree"): check_tree(bundle, kept, keys, policy, report)
    loose = t.openings.keys() - bundle.commitments
    if len(loose) > bundle.hidden["person"]:
        report.wrong("names.jsonl", f"no event has the commitments {sorted(loose)[:4]}")
    elif loose: report.skip("names whose line is not public")
    for pair in [p for r in t.rounds.values() for p in r.pairs.values()]:
        with report.at(f"game-{pair.game_id}"): check_game(t, pair, bundle, report)
    with report.at("claims"): check_claims(t, bundle, report)
    with report.at("published"): check_published(t, bundle, report)
    with report.at("prizes"):
        names = t.group_names(False)
        report.prizes = {g or "": prizes(t, g) for g in (names if len(names) > 1 else [None])}
        report.skip("prizes: no bundle says which were shown; --json tells those that follow")
    if t.settings is None: report.wrong("events.jsonl", "no event creates the tournament")

def main():
    options = argparse.ArgumentParser(description=__doc__,
                                      formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("bundle")
    options.add_argument("--key")
    options.add_argument("--kept", action="append", default=[])
    options.add_argument("--policy")
    options.add_argument("--receipt", action="append", default=[])
    options.add_argument("--json", action="store_true")
    given = options.parse_args()
    text = lambda path: Path(path).read_text(encoding="utf-8")
    try:
        report, _, _ = verify(given.bundle, [(p, text(p)) for p in given.kept], given.key,
                              given.policy and text(given.policy), [(p, text(p)) for p in given.receipt])
    except (Unreadable, OSError, UnicodeDecodeError) as error:
        print(json.dumps({"unreadable": str(error)}) if given.json else f"not readable: {error}")
        return 2
    if given.json:
        print(json.dumps({"faults": report.faults, "not checked": report.skipped, "notes": report.notes,
                          "findings": report.findings, "checked": report.done,
                          "prizes": report.prizes}, indent=1))
    else:
        for fault in report.faults[:200]: print("WRONG", fault)
        for note in report.notes[:200]: print("note:", note)
        for claim, found in report.findings.items(): print(f"claim {claim}: {canonical(found)}")
        for what, times in report.skipped.items():
            print("not checked:", what, f"({times})" if times > 1 else "")
        print(", ".join(f"{n} {what}" for what, n in report.done.items()) + f": {len(report.faults)} faults")
    return 1 if report.faults else 0

if __name__ == "__main__": sys.exit(main())
