"""Bundles that are no whole and true bundle: each fault is named, in seconds and little memory."""

import hashlib
import json
import resource
import subprocess
import sys
import time
import zipfile

import pytest

from games.log.tree import signed_checkpoints
from games.log.tree.checkpoints import Signer, sign_note
from tests.builders import a_tournament
from tests.verifier.bad import canonical, changed, lines, members, written
from tests.verifier.bundles import CHECK
from tests.verifier.checking import bundle_of, integrity, meaning, sentences
from tests.verifier.forgeries.honest import ROUNDS, honest_tournament
from tests.verifier.forgeries.readers import LATER

EVENTS = "events.jsonl"
LONGEST_HEADERS = 400  # bytes of the headers of two members
SECONDS, MEGABYTES = 20, 300


@pytest.fixture(scope="module")
def bundles(lasting_db, tmp_path_factory):
    """A true bundle, one of another tournament of the same log, and a head of a longer log."""
    folder = tmp_path_factory.mktemp("bundles")
    row = honest_tournament().row
    signed_checkpoints.sign_checkpoint(LATER)
    true = bundle_of(row.slug, folder)
    other = bundle_of(a_tournament(4, slug="other", finished=1).slug, folder)
    return true, other


def last_lines_gone(files, other):
    files[EVENTS] = b"".join(lines(files, EVENTS)[:-3])


def lines_turned_round(files, other):
    told = lines(files, EVENTS)
    told[10], told[11] = told[11], told[10]
    files[EVENTS] = b"".join(told)


def a_line_gone(files, other):
    told = lines(files, EVENTS)
    del told[12]
    files[EVENTS] = b"".join(told)


def a_word_forged(files, other):
    files[EVENTS] = files[EVENTS].replace(rb"\"winner\":\"white\"", rb"\"winner\":\"black\"", 1)


def lines_of_another(files, other):
    theirs = [line for line in lines(members(other), EVENTS) if b"tournament-" in line]
    files[EVENTS] += b"".join(theirs)


def another_head(files, other):
    """Of the same log when it was longer."""
    files["checkpoint"] = members(other)["checkpoint"]


def head_of_another_key(files, other):
    signer = Signer(name="nigiri/test", seed=bytes(32))
    text = files["checkpoint"].decode().split("\n\n")[0] + "\n"
    files["checkpoint"] = str(sign_note(text, signer)).encode()


def a_part_of_the_tree_gone(files, other):
    """Of the other tournament's bundle, which has the first one's events as parts of the tree."""
    files.clear()
    files.update(members(other))
    files["nodes.jsonl"] = b"".join(lines(files, "nodes.jsonl")[1:])


def _results(files):
    """(number of the line, the line, its event) of each result of the last round."""
    for number, raw in enumerate(lines(files, EVENTS)):
        told = json.loads(raw)
        event = json.loads(told.get("line", "{}"))
        if event.get("kind", "").startswith("tournament.result-re") and event["data"].get("round") == ROUNDS:
            yield number, told, event


def events_below_a_part_of_the_tree(files, other):
    """The root of all events as a part of the tree, and below it whatever is wanted."""
    told, digests = list(map(json.loads, lines(files, EVENTS))), {}
    forged = {number: event for number, _, event in _results(files)}
    for number, one in enumerate(told):
        event = forged.get(number) or json.loads(one["line"]) if "line" in one else one
        if number in forged:
            event["data"]["result"]["winner"] = "black"
            one["line"] = canonical(event).decode()
        if "line" in one:
            before = digests.get(event["stream"], "")
            one["digest"] = hashlib.sha256((before + one["line"]).encode()).hexdigest()
        digests[event["stream"]] = one["digest"]
    files[EVENTS] = b"".join(canonical(one) + b"\n" for one in told)
    _, size, root = files["checkpoint"].decode().split("\n")[:3]
    files["nodes.jsonl"] = canonical([0, int(size), root]) + b"\n"


def words_beside_a_leaf(files, other):
    """Results as events that are not public, with what they should be taken to say beside the leaf."""
    told = lines(files, EVENTS)
    for number, one, event in _results(files):
        event["data"]["result"]["winner"] = "black"
        leaf = hashlib.sha256(b"\0" + one.pop("line").encode()).hexdigest()
        named = {name: event[name] for name in ("stream", "version", "kind", "data", "command_id")}
        told[number] = canonical(one | named | {"leaf": leaf}) + b"\n"
    files[EVENTS] = b"".join(told)


def a_leaf_of_another_length(files, other):
    number, one, event = next(_results(files))
    del one["line"]
    told = lines(files, EVENTS)
    named = {"stream": event["stream"], "version": event["version"], "leaf": "00"}
    told[number] = canonical(one | named) + b"\n"
    files[EVENTS] = b"".join(told)


def a_salt_with_a_part_of_the_value(files, other):
    """What was typed without its beginning, which is said to be salt."""
    salt, value = bytes(32), canonical('It was "no"')
    commitment = hashlib.sha256(salt + value).hexdigest()
    longer = salt + value[:-6]
    assert hashlib.sha256(longer + canonical('no"')).hexdigest() == commitment
    told = {"salt": longer.hex(), "salted": commitment, "value": 'no"'}
    files["names.jsonl"] += canonical(told) + b"\n"


def no_json(files, other):
    files[EVENTS] = lines(files, EVENTS)[0] + b"{no json\n" + files[EVENTS]


def another_tournament(files, other):
    told = json.loads(files["bundle.json"])
    told["tournament_id"] = json.loads(members(other)["bundle.json"])["tournament_id"]
    files["bundle.json"] = canonical(told)


def a_line_that_is_no_object(files, other):
    files[EVENTS] += b"[]\n"


def a_line_without_its_stream(files, other):
    files[EVENTS] += b'{"position":99999}\n'


def a_name_that_is_no_object(files, other):
    files["names.jsonl"] += b"[]\n"


def a_key_that_is_none(files, other):
    files["key"] = b"\n"


BAD = {
    "no object": (a_line_that_is_no_object, "cannot be read"),
    "no stream": (a_line_without_its_stream, "cannot be read (KeyError('stream'))"),
    "a name that is none": (a_name_that_is_no_object, "of names.jsonl cannot be read"),
    "a key that is none": (a_key_that_is_none, "cannot be read"),
    "truncated": (last_lines_gone, "Events were altered or left out"),
    "reordered": (lines_turned_round, "is out of order"),
    "a line missing": (a_line_gone, "Events were altered or left out"),
    "forged": (a_word_forged, "was altered: its digest"),
    "two tournaments' lines": (lines_of_another, "is out of order"),
    "a checkpoint of a longer tree": (another_head, "Events were altered or left out"),
    "another key": (head_of_another_key, "not a head of this log signed with its key"),
    "a part of the tree missing": (a_part_of_the_tree_gone, "Events were altered or left out"),
    "events below a part of the tree": (events_below_a_part_of_the_tree, "does not need"),
    "words beside a leaf": (words_beside_a_leaf, "is not spelled as the format says"),
    "a leaf of another length": (a_leaf_of_another_length, "not a SHA-256"),
    "a salt with a part of the value": (a_salt_with_a_part_of_the_value, "not a SHA-256"),
    "no JSON": (no_json, "Line 2 of events.jsonl cannot be read"),
    "another tournament's name": (another_tournament, "no event of its tournament"),
}


@pytest.mark.parametrize("name", BAD)
def test_each_fault_is_named(name, db, bundles):
    true, other = bundles
    change, words = BAD[name]
    bad = changed(true, lambda files: change(files, other))
    check = integrity(bad)
    assert check.status == 1
    assert any(words in fault for fault in check.faults), check.faults
    meaning(bad)  # ends, whatever it finds


def test_the_true_bundles_have_none(db, bundles):
    assert [sentences(bundle) for bundle in bundles] == [[], []]


def test_nothing_is_read_from_beside_a_leaf(db, bundles):
    report = meaning(changed(bundles[0], lambda files: words_beside_a_leaf(files, None)))
    assert report.unchecked["events of the tournament that are not public"] > 0


def test_a_member_that_is_named_twice_is_not_read(db, bundles):
    def change(files):
        shown = files["published/standings.json"]
        files["published/standings.json"] = b'{"rounds":[],' + shown[1:]

    assert "there twice" in str(meaning(changed(bundles[0], change)).faults[0])


def test_a_file_other_than_the_list_says(db, bundles):
    bad = changed(bundles[0], lambda files: a_word_forged(files, None), manifest=False)
    assert (
        "events.jsonl was altered: its digest is not the one in the list of files." in integrity(bad).faults
    )


def test_nothing_but_bad_lines_fills_neither_memory_nor_screen(db, bundles):
    """A hundred million lines that are none, in a hundred kilobytes."""
    bad = changed(bundles[0], lambda files: files.update({EVENTS: b"\n" * 100_000_000}))
    status, said = apart(bad)
    assert status == 1
    assert len(said) < 10_000


class TestNoBundle:
    """What is refused as a whole: exit status 2, one sentence, a program of its own within its memory."""

    def cut(self, true):
        path = true.with_name("bad.zip")
        path.write_bytes(true.read_bytes()[:-200])
        return path

    def twice(self, true):
        path = written(true.with_name("bad.zip"), members(true))
        with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "a") as zipped:
            zipped.writestr(EVENTS, b"")
        return path

    def outside(self, true):
        return written(true.with_name("bad.zip"), members(true) | {"../outside": b""})

    def bomb(self, true):
        """A gigabyte of nothing in a few megabytes."""
        path = true.with_name("bad.zip")
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as zipped:
            zipped.writestr("bundle.json", members(true)["bundle.json"])
            with zipped.open(EVENTS, "w", force_zip64=True) as out:
                for _ in range(64):
                    out.write(bytes(1 << 24))
        return path

    def lying_bomb(self, true):
        """The same, and it says that it is small."""
        path = self.bomb(true)
        with zipfile.ZipFile(path) as zipped:
            headers = [zipped.getinfo(EVENTS).header_offset, zipped.start_dir]
        content, size = bytearray(path.read_bytes()), (1 << 30).to_bytes(4, "little")
        for header in headers:  # the bytes may be in the packed data too
            place = content.find(size, header)
            if 0 <= place < header + LONGEST_HEADERS:
                content[place : place + 4] = (1000).to_bytes(4, "little")
        path.write_bytes(content)
        return path

    @pytest.mark.parametrize("kind", ["cut", "twice", "outside", "bomb", "lying_bomb"])
    def test_it_is_not_readable(self, kind, db, bundles):
        status, said = apart(getattr(self, kind)(bundles[0]))
        assert status == (1 if kind == "lying_bomb" else 2)  # which lacks files besides
        assert "cannot be unpacked" in said


def apart(bundle):
    """(exit status, what it printed) of check_bundle.py in seconds and little memory."""
    begun = time.monotonic()
    done = subprocess.run(
        [sys.executable, str(CHECK), str(bundle)],
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=_with_little_memory,
    )
    assert done.stderr == ""
    assert time.monotonic() - begun < SECONDS
    return done.returncode, done.stdout


def _with_little_memory() -> None:
    """Of data: libraries map more addresses than they use."""
    resource.setrlimit(resource.RLIMIT_DATA, (MEGABYTES << 20, MEGABYTES << 20))
