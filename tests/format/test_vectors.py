"""The vectors: what the program makes of them, and what the texts make of them."""

import json
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pytest

from deploy.format import examples
from games.log.exchange import check
from tests.format.pairing import Round
from tests.format.standings import table
from tournaments.competition.standings import CRITERIA

FOLDER = Path(examples.__file__).parent / "vectors"


def told(name):
    return json.loads((FOLDER / name).read_text())


@pytest.fixture(scope="module")
def played():
    return examples.Played()


def test_they_are_what_the_program_makes():
    """Else ``python -m deploy.format vectors``."""
    assert {file.name: file.read_text() for file in FOLDER.iterdir()} == examples.files()


def test_digests_follow_by_the_recipe_alone():
    """log.md, word by word, on the file itself."""
    head, *every = (FOLDER / "log.jsonl").read_text().splitlines()
    lines, openings = every[: json.loads(head)["count"]], every[json.loads(head)["count"] :]
    assert json.loads(head)["openings"] == len(openings)
    last, digests = {}, []
    for position, text in enumerate(lines, start=1):
        event = json.loads(text)
        digest = event.pop("digest")
        before, version = last.get(event["stream"], ("", 0))
        spelled = json.dumps(event, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
        assert (event["position"], event["version"]) == (position, version + 1)
        assert sha256((before + spelled).encode()).hexdigest() == digest
        last[event["stream"]] = digest, version + 1
        digests.append(digest)
    whole = sha256("".join(digests).encode()).hexdigest()
    assert check((FOLDER / "log.jsonl").read_text().splitlines()) == (len(lines), whole)
    said = {}
    for opened in map(json.loads, openings):
        data = json.loads(lines[opened["position"] - 1])["data"]
        [name] = [name for name, value in data.items() if value == {"salted": opened["opening"]}]
        salted = sha256(bytes.fromhex(opened["salt"]) + opened["said"].encode()).hexdigest()
        assert salted == opened["opening"]
        said.setdefault(name, []).append(json.loads(opened["said"]))
    assert said["reason"] == [examples.REASON]
    assert said["secret"][1] == told("pairing.json")["secret"]


def test_the_example_of_the_text_is_one():
    """The commitment that log.md has worked out."""
    salt, typed = bytes(range(32)), "Counted again: \u201e7½\u201c is right."
    spelled = json.dumps(typed, ensure_ascii=False)
    text = (FOLDER.parent / "log.md").read_text()
    assert spelled in text
    assert sha256(salt + spelled.encode()).hexdigest() in text


def test_the_round_by_the_text(played):
    pairing, (history, _) = told("pairing.json"), played.paired[1]
    round_ = Round(history, 2, pairing["rules"], pairing["seed"])
    assert round_.order == pairing["order"]
    nodes = [id_ for id_, e in round_.e.items() if e.present]
    assert round_.bye(nodes) == pairing["bye"]
    worth = {frozenset((one, other)): costs for one, other, costs in pairing["worth"]}
    assert all(round_.worth(*sorted(two)) == costs for two, costs in worth.items())
    assert len(worth) == 21
    assert sum(sum(worth[frozenset(two)].values()) for two in pairing["pairs"]) == pairing["total"]


def test_the_standings_by_the_text(played):
    standings, history = told("standings.json"), played.state.history()
    _, places = table(history, 2)
    assert places == standings["places"]
    for name in CRITERIA:
        rows, _ = table(replace(history, settings=replace(history.settings, criteria=(name,))), 2)
        assert {id_: row[0] for id_, row in rows.items()} == {
            id_: values[name] for id_, values in standings["values"].items()
        }


def test_the_created_event_tells_the_version_of_the_format():
    first = json.loads((FOLDER / "log.jsonl").read_text().splitlines()[1])
    assert first["kind"] == "tournament.created.v2"
    assert first["data"]["specification"] == "3"
