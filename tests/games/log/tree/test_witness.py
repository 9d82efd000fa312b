"""Witnesses: what they sign, what they refuse, whose lines a log takes, what a policy accepts."""

from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from games.log.tree import keeping, witnessing
from games.log.tree.checkpoints import Checkpoint
from games.log.tree.cosigning import cosign, cosigned_by
from games.log.tree.notes import COSIGNATURE, Note, Signer, read_note, read_signature, read_verifier, signed
from games.log.tree.policy import BadPolicy, read_policy
from games.log.tree.tables import KeptCheckpoint, WitnessedCheckpoint
from games.management.commands import witness as command
from tests.games.sample import AT, count

pytestmark = pytest.mark.django_db
OTHERS = [Signer(name=f"w{n}.example", kind=COSIGNATURE, seed=bytes([n]) * 32) for n in range(1, 6)]
LOG = "http://log.example/log"


@pytest.fixture
def web(client, monkeypatch):
    """The witness reaches the log of this very database as it would reach another's."""

    def asked(address, body=None):
        path = address.removeprefix("http://log.example")
        response = client.get(path) if body is None else client.post(path, body, content_type="text/plain")
        if response.status_code != 200:
            raise OSError(response.status_code)
        return response.content.decode()

    monkeypatch.setattr(command, "_asked", asked)


@pytest.fixture
def policy(tmp_path, settings):
    """Of the log and of the witness, which here are one."""
    settings.DATA_DIR = tmp_path
    path = tmp_path / witnessing.FILE
    log, by = keeping.signer().verifier, witnessing.witness().verifier
    path.write_text(f"# who counts\nlog {log} {LOG}\nwitness me {by}\nquorum me\n")
    return str(path)


def witness(policy):
    out = StringIO()
    try:
        call_command("witness", policy, stdout=out)
    except SystemExit as end:
        return out.getvalue(), end.code
    return out.getvalue(), 0


def test_each_head_is_cosigned_once_and_served_with_the_line(web, policy, client, tmp_path):
    count("game-1", 1, 2, 3)
    keeping.make(AT)
    assert witness(policy) == ("nigiri/test: cosigned 3 events\n", 0)
    assert witness(policy)[1] == 0
    count("game-1", 4)
    keeping.make(AT)
    assert witness(policy) == ("nigiri/test: cosigned 4 events\n", 0)
    served = client.get("/log/checkpoint").content.decode()
    assert [line.split()[1] for line in served.split("\n")[4:6]] == ["nigiri/test", "nigiri/test"]
    (tmp_path / "head").write_text(served)
    call_command("witness", policy, "--check", str(tmp_path / "head"))
    (tmp_path / "head").write_text(keeping.latest().note)
    with pytest.raises(SystemExit):
        call_command("witness", policy, "--check", str(tmp_path / "head"))


def test_a_log_with_two_faces_is_not_cosigned_and_both_notes_are_shown(web, policy):
    count("game-1", 1, 2, 3)
    keeping.make(AT)
    other = str(signed(Checkpoint(origin="nigiri/test", size=2, root=bytes(32)).text, keeping.signer()))
    WitnessedCheckpoint.objects.create(origin="nigiri/test", size=2, note=other, at=AT)
    said, code = witness(policy)
    assert (code, other in said, keeping.latest().note in said) == (1, True, True)
    assert WitnessedCheckpoint.objects.get().size == 2
    assert KeptCheckpoint.objects.get().cosigned == ""


def test_a_log_that_has_become_shorter_is_shown_too(web, policy):
    count("game-1", 1, 2, 3)
    keeping.make(AT)
    other = str(signed(Checkpoint(origin="nigiri/test", size=9, root=bytes(32)).text, keeping.signer()))
    WitnessedCheckpoint.objects.create(origin="nigiri/test", size=9, note=other, at=AT)
    said, code = witness(policy)
    assert (code, other in said, keeping.latest().note in said) == (1, True, True)


def test_a_head_takes_lines_of_witnesses_that_count_and_no_others(policy, client):
    count("game-1", 1)
    head = read_note(keeping.make(AT).note)
    mine, strange = (cosign(head, signer, 1_700_000_000) for signer in (witnessing.witness(), OTHERS[0]))
    false = replace(mine, signature=bytes(72))

    def post(*lines, text=head.text):
        return client.post(
            "/log/cosignatures", str(Note(text=text, signatures=lines)), content_type="text/plain"
        )

    assert post(strange).content == post(false).content == b"0\n"
    assert post(mine, strange).content == b"1\n"
    assert post(mine).content == b"0\n"
    assert KeptCheckpoint.objects.get().cosigned == f"{mine}\n"
    assert post(mine, text=head.text.replace("\n1\n", "\n2\n")).status_code == 400
    assert client.post("/log/cosignatures", b"\xff", content_type="text/plain").status_code == 400


def test_the_cosignature_of_the_specification_holds():
    """c2sp.org/tlog-cosignature prints a line of 76 bytes: an id, a time and a signature."""
    line = read_signature(
        "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJs"
        "X3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA=="
    )
    assert int.from_bytes(line.signature[:8]) == 1679315147
    assert len(cosign(Note(text="o\n1\nr\n", signatures=()), OTHERS[0], 1).signature) == len(line.signature)


def test_a_policy_counts_witnesses_through_groups():
    log = keeping.signer()
    head = signed(Checkpoint(origin="nigiri/test", size=1, root=bytes(32)).text, log)
    names = [f"witness X{n} {signer.verifier}" for n, signer in enumerate(OTHERS, start=1)]
    groups = ["group X 2 X1 X2 X3", "group Y any X4 X5", "group both all X Y", "quorum both"]
    text = "\n".join([f"log {log.verifier}", *names, *groups])
    policy = read_policy(text)

    def accepted(*numbers):
        lines = [cosign(head, OTHERS[n - 1], 5) for n in numbers]
        return policy.accepts(Note(text=head.text, signatures=(*head.signatures, *lines)))

    assert (accepted(1, 2, 4), accepted(2, 3, 5), accepted(1, 2, 3, 4, 5)) == (True, True, True)
    assert (accepted(1, 4, 5), accepted(1, 2, 3), accepted()) == (False, False, False)
    assert read_policy(f"log {log.verifier}\nquorum none\n").accepts(head)
    assert not read_policy(f"log {replace(log, seed=bytes(32)).verifier}\nquorum none\n").accepts(head)
    assert cosigned_by(head, [log.verifier]) == []


NO_POLICY = """

quorum w

quorum none
quorum none

log nonsense
quorum none

witness none {w}
quorum none

witness w {w}
witness v {w}
quorum none

witness w {w}
group g 2 w
quorum g

witness w {w}
group g any w
group h any w
quorum g

group g any g
quorum g

log {w}
quorum none

something else
quorum none
"""


@pytest.mark.parametrize("text", NO_POLICY.split("\n\n"))
def test_what_is_no_policy_is_refused(text):
    with pytest.raises(BadPolicy):
        read_policy(text.format(w=OTHERS[0].verifier))


def test_the_line_of_the_witness_is_printed_and_a_policy_is_wanted(capsys):
    call_command("witness", "--key")
    key = read_verifier(capsys.readouterr().out.strip())
    assert (key.kind, key.public) == (COSIGNATURE, keeping.signer().verifier.public)
    with pytest.raises(CommandError, match="policy"):
        call_command("witness")
    assert not Path("log-policy").exists()
