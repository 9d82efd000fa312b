"""The command that checks a proof with only its file and a key; no database access."""

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

TOLD = json.loads(Path("deploy/format/vectors/tree-vectors.json").read_text())
KEY = TOLD["keys"]["log"]["public"]


def checked(tmp_path, text, *options):
    (tmp_path / "one.tlog-proof").write_text(text)
    call_command("check_proof", str(tmp_path / "one.tlog-proof"), *options)


def test_proof_verifies_with_the_key(tmp_path, capsys):
    checked(tmp_path, TOLD["proof"], "--key", KEY)
    assert capsys.readouterr().out.startswith("It holds: event 23 of 44 in vectors.example/log.\n{")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("index 22", "index 21", "not in the tree"),
        ("extra e", "extra f", "not in the tree"),
        ("\n44\n", "\n43\n", "not signed by a key"),
        ("tlog-proof@v1", "tlog-proof@v2", "no proof"),
    ],
)
def test_rejects_altered_proof(tmp_path, old, new, why):
    with pytest.raises(CommandError, match=why) as refused:
        checked(tmp_path, TOLD["proof"].replace(old, new, 1), "--key", KEY)
    assert refused.value.returncode == 1


def test_rejects_another_key(tmp_path):
    with pytest.raises(CommandError, match="not signed by a key"):
        checked(tmp_path, TOLD["proof"], "--key", TOLD["keys"]["next"]["public"])
    for line in ("nonsense", TOLD["keys"]["witness"]["public"]):
        with pytest.raises(CommandError, match="no key of a kind that is known") as refused:
            checked(tmp_path, TOLD["proof"], "--key", line)
        assert refused.value.returncode == 2
