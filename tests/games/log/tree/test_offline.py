"""A proof is checked by a command that has nothing but its file and a key: no database is allowed here."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.log.tree.cosigning import cosign
from games.log.tree.notes import COSIGNATURE, Signer, read_note

TOLD = json.loads(Path("deploy/format/vectors/tree-vectors.json").read_text())
KEY = TOLD["keys"]["log"]["public"]


def checked(tmp_path, text, *options):
    (tmp_path / "one.tlog-proof").write_text(text)
    call_command("check_proof", str(tmp_path / "one.tlog-proof"), *options)


def test_a_proof_holds_by_the_key_or_by_a_policy_with_witnesses(tmp_path, capsys):
    checked(tmp_path, TOLD["proof"], "--key", KEY)
    said = capsys.readouterr().out
    assert said.startswith("It holds: event 23 of 44 in vectors.example/log.\n{")
    (tmp_path / "policy").write_text(f"log {KEY}\nwitness w {TOLD['keys']['witness']['public']}\nquorum w\n")
    checked(tmp_path, TOLD["proof"], "--policy", str(tmp_path / "policy"))
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("index 22", "index 21", "not in the tree"),
        ("extra e", "extra f", "not in the tree"),
        ("\n44\n", "\n43\n", "lacks a signature"),
        ("tlog-proof@v1", "tlog-proof@v2", "no proof"),
    ],
)
def test_what_was_altered_does_not(tmp_path, old, new, why):
    with pytest.raises(CommandError, match=why) as refused:
        checked(tmp_path, TOLD["proof"].replace(old, new, 1), "--key", KEY)
    assert refused.value.returncode == 1


def test_another_key_or_a_witness_that_is_missing_is_said(tmp_path):
    with pytest.raises(CommandError, match="lacks a signature"):
        checked(tmp_path, TOLD["proof"], "--key", TOLD["keys"]["next"]["public"])
    missing = Signer(name="other.example", kind=COSIGNATURE, seed=bytes(32))
    assert cosign(read_note(TOLD["checkpoint"]), missing, 0).name == missing.name
    (tmp_path / "policy").write_text(f"log {KEY}\nwitness w {missing.verifier}\nquorum w\n")
    with pytest.raises(CommandError, match="lacks a signature"):
        checked(tmp_path, TOLD["proof"], "--policy", str(tmp_path / "policy"))
    with pytest.raises(CommandError, match="line 1") as refused:
        checked(tmp_path, TOLD["proof"], "--key", "nonsense")
    assert refused.value.returncode == 2
