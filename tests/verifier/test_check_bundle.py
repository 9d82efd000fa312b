"""What check_bundle.py finds in bundles of an invented log, run as a stranger runs it."""

import ast
import subprocess
import sys
import zipfile
import zlib

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier import bundles

OTHER = Ed25519PrivateKey.from_private_bytes(bytes([3] * 32))
INDEX = 20


@pytest.fixture
def path(tmp_path):
    return tmp_path / "b.zip"


@pytest.fixture
def log(path):
    """The lines and the leaves of a bundle that is whole."""
    bundles.write(path, bundles.vectors())
    return bundles.spelled(bundles.vectors())


def kept(path, text):
    file = path.with_name("kept")
    file.write_text(text)
    return file


def test_it_is_one_readable_file_that_imports_nothing_of_this_project():
    text = bundles.CHECK.read_text()
    tree = ast.parse(text)
    named = {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    named |= {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    assert {n.split(".")[0] for n in named} - sys.stdlib_module_names == {"cryptography"}
    assert len(text.splitlines()) <= 350


def test_the_published_log_is_whole(path, log):
    status, said = bundles.verified(path, "--key", bundles.key_line()[1])
    assert (status, said.splitlines()[-1]) == (
        0,
        "The bundle is whole: its events, names and game records are as they were signed.",
    )
    assert "44 events" in said
    assert "that you gave" in said


def test_without_a_key_it_says_whose_word_the_key_is(path, log):
    status, said = bundles.verified(path)
    assert status == 0
    assert "compare it with the one on a poster" in said


def test_an_altered_line_is_named(path):
    def alter(lines):
        lines[4]["line"] = lines[4]["line"].replace('"rank":', '"rank":1', 1)

    bundles.write(path, bundles.vectors(), altered=alter)
    status, said = bundles.verified(path)
    assert status == 1
    assert "WRONG: Line 5 of events.jsonl (event 5) was altered" in said
    assert "they are not those under the bundle's signed head" in said


def test_page_and_readme_are_compared_with_their_digests_only(path):
    texts = {"index.html": "<p>Riverside Open", "README": "Riverside Open"}
    bundles.write(path, bundles.vectors(), **texts)
    status, said = bundles.verified(path)
    assert status == 0
    assert "Not looked at: what index.html and README say" in said
    with zipfile.ZipFile(path) as bundle:
        files = {name: bundle.read(name) for name in bundle.namelist()}
    with zipfile.ZipFile(path, "w") as bundle:
        for name, data in (files | {"README": b"Lake Open"}).items():
            bundle.writestr(name, data)
    status, said = bundles.verified(path)
    assert status == 1
    assert "WRONG: README was altered" in said


def test_another_key_is_named(path):
    bundles.write(path, bundles.vectors(), key=OTHER)
    status, said = bundles.verified(path, "--key", bundles.key_line()[1])
    assert status == 1
    assert "The checkpoint is not a head of this log signed with its key." in said


def test_a_key_of_another_log_is_named(path, log):
    status, said = bundles.verified(path, "--key", bundles.key_line(OTHER)[1])
    assert status == 1
    assert "not from the log whose key you gave" in said


def test_without_cryptography_it_says_what_to_install(path, log):
    hidden = f"import sys; sys.modules['cryptography'] = None; sys.argv = ['x', {str(path)!r}]; "
    run = f"import runpy; runpy.run_path({str(bundles.CHECK)!r}, run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", hidden + run], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "python3 -m pip install cryptography" in done.stdout


class TestHeads:
    def test_an_older_head_agrees(self, path, log):
        head = kept(path, bundles.head(log[1][:30]))
        status, said = bundles.verified(path, "--head", head)
        assert status == 0
        assert "The bundle agrees with kept: its 30 events are unchanged." in said

    def test_a_rewritten_log_contradicts_it(self, path, log):
        head = kept(path, bundles.head(log[1][:30]))
        forged = bundles.vectors()
        forged[3]["data"]["rating"] += 1
        bundles.write(path, forged)
        status, said = bundles.verified(path, "--head", head)
        assert status == 1
        assert "kept contradicts the bundle: the log was rewritten" in said

    def test_a_newer_head_without_a_proof_is_never_a_pass(self, path, log):
        head = kept(path, bundles.head([*log[1], bytes(32)]))
        status, said = bundles.verified(path, "--head", head)
        assert status == 2
        assert "This bundle is older than the head that you kept: ask for a newer one." in said
        assert "/log/consistency/44/45" in said

    def test_a_newer_head_agrees_by_a_proof_and_more_came_after_the_bundle(self, path, log):
        bundles.write(path, bundles.vectors()[:30])
        proof = kept(path, bundles.consistency(30, log[1]))
        status, said = bundles.verified(path, "--proof", proof)
        assert status == 0
        assert "agrees with kept, but ends at event 30 of 44" in said

    def test_a_newer_head_of_another_history_is_found_by_its_proof(self, path, log):
        forged = bundles.vectors()[:30]
        forged[3]["data"]["rating"] += 1
        bundles.write(path, forged)
        proof = kept(path, bundles.consistency(30, log[1]))
        assert bundles.verified(path, "--proof", proof)[0] == 1

    def test_an_older_head_that_the_bundle_cannot_compute_agrees_by_a_proof(self, path):
        leaves = bundles.among_others(path, 8)
        assert bundles.verified(path)[0] == 0
        head = kept(path, bundles.head(leaves[:50]))
        status, said = bundles.verified(path, "--head", head)
        assert (status, "older" in said) == (2, False)
        assert "/log/consistency/50/52" in said
        proof = path.with_name("proof")
        proof.write_text(bundles.consistency(50, leaves))
        status, said = bundles.verified(path, "--head", head, "--proof", proof)
        assert status == 0
        assert "The bundle agrees with kept: its 50 events are unchanged." in said

    def test_a_file_that_is_no_head_could_not_be_checked(self, path, log):
        status, said = bundles.verified(path, "--head", kept(path, "no head"))
        assert status == 2
        assert "can be read" in said

    def test_a_head_of_another_key_is_named(self, path, log):
        assert bundles.verified(path, "--head", kept(path, bundles.head(log[1], OTHER)))[0] == 1


class TestReceipts:
    @pytest.fixture
    def receipt(self, log):
        return bundles.receipt(INDEX, *log)

    def test_its_event_is_in_the_bundle(self, path, receipt):
        status, said = bundles.verified(path, "--receipt", kept(path, receipt))
        assert status == 0
        assert "the bundle has it word for word" in said

    def test_so_it_is_by_the_digits_of_its_code(self, path, receipt):
        packed = b"\1" + zlib.compress(receipt.encode(), level=9, wbits=-zlib.MAX_WBITS)
        assert bundles.verified(path, "--receipt", kept(path, str(int.from_bytes(packed))))[0] == 0

    def test_another_event_at_its_place_contradicts_it(self, path, receipt):
        forged = bundles.vectors()
        forged[INDEX]["recorded_at"] = "2031-01-01T00:00:00.000000Z"
        bundles.write(path, forged)
        status, said = bundles.verified(path, "--receipt", kept(path, receipt))
        assert status == 1
        assert f"receipt of event {INDEX + 1}" in said
        assert "the bundle has another event there" in said

    def test_an_event_beyond_the_end_of_a_stream_of_the_bundle_was_left_out(self, path, log):
        receipt = bundles.receipt(35, *log)
        bundles.write(path, bundles.vectors()[:30])
        status, said = bundles.verified(path, "--receipt", kept(path, receipt))
        assert status == 1
        assert "the bundle leaves it out" in said

    def test_a_receipt_of_a_stream_that_the_bundle_has_not_is_never_a_pass(self, path, log):
        receipt = bundles.receipt(len(log[0]) - 1, *log)  # of a claim
        bundles.write(path, bundles.vectors()[:30])
        status, said = bundles.verified(path, "--receipt", kept(path, receipt))
        assert status == 2
        assert "holds nothing of that stream" in said

    def test_an_event_that_is_not_under_its_head_is_named(self, path, log, receipt):
        other = bundles.receipt(INDEX + 1, *log)
        swapped = "\n".join([*receipt.split("\n")[:2], *other.split("\n")[2:]])
        status, said = bundles.verified(path, "--receipt", kept(path, swapped))
        assert status == 1
        assert "not under the receipt's signed head" in said

    def test_one_that_another_key_signed_is_named(self, path, log, receipt):
        signed = receipt.split("\n\n")[0] + "\n\n" + bundles.head(log[1], OTHER)
        assert bundles.verified(path, "--receipt", kept(path, signed))[0] == 1


def rotation(old, new, *signers):
    """The event that names the next key, with the signatures of `signers`."""
    lines = [bundles.key_line(key)[1] for key in (old, new)]
    text = f"keys of a log/v1\n{bundles.ORIGIN}\n{lines[0]}\n{lines[1]}\n"
    signed = [
        f"— {bundles.ORIGIN} {bundles.b64(bundles.key_line(key)[0] + key.sign(text.encode()))}\n"
        for key in signers
    ]
    return bundles.vectors()[-1] | {
        "stream": f"log:keys:{bundles.ORIGIN}",
        "version": 1,
        "kind": "log.key-rotated.v1",
        "data": {"old": lines[0], "new": lines[1], "note": "\n".join([text, "".join(signed)])},
    }


class TestRotation:
    def said(self, path, *events, trusted=bundles.KEY, signer=OTHER, **members):
        keys = "".join(f"{bundles.key_line(key)[1]}\n" for key in (OTHER, bundles.KEY))
        bundles.write(path, [*bundles.vectors(), *events], key=signer, keys=keys, **members)
        return bundles.verified(path, "--key", bundles.key_line(trusted)[1])[0]

    def test_either_key_leads_to_the_other(self, path):
        event = rotation(bundles.KEY, OTHER, bundles.KEY, OTHER)
        assert self.said(path, event) == self.said(path, event, trusted=OTHER) == 0

    def test_heads_of_before_may_have_the_old_signature(self, path):
        event = rotation(bundles.KEY, OTHER, bundles.KEY, OTHER)
        leaves = bundles.spelled([*bundles.vectors(), event])[1]
        heads = bundles.older_heads(30, leaves)
        assert self.said(path, event, trusted=OTHER, **{"heads.jsonl": heads}) == 0

    def test_without_the_event_it_does_not(self, path):
        assert self.said(path) == 1

    @pytest.mark.parametrize("signer", [bundles.KEY, OTHER])
    def test_nor_where_one_of_the_two_did_not_sign(self, signer, path):
        assert self.said(path, rotation(bundles.KEY, OTHER, signer)) == 1


def test_a_log_that_was_taken_over_keeps_its_positions(path):
    inner = bundles.vectors()
    data = {"accounts": {}, "digest": "0" * 64, "events": len(inner)}
    first = inner[-1] | {"stream": "log", "version": 1, "kind": "log.joined.v1", "data": data}
    bundles.write(path, [first, *(event | {"joined": 1} for event in inner)])
    assert bundles.verified(path)[0] == 0


def test_a_head_that_the_next_does_not_continue_is_named(path, log):
    other = [bytes(32), *log[1][1:]]
    head = bundles.older_heads(30, other)
    bundles.write(path, bundles.vectors(), **{"heads.jsonl": head})
    status, said = bundles.verified(path)
    assert status == 1
    assert "The signed head of 30 events contradicts the one of 44 events." in said


def test_a_record_that_no_event_names_is_a_fault(path):
    bundles.write(path, bundles.vectors(), **{f"records/{bundles.sha(b'(;)').hex()}": "(;)"})
    status, said = bundles.verified(path)
    assert status == 1
    assert "a game record that no event of it names" in said


def test_a_cut_file_and_a_bad_path_are_not_readable(path, log):
    whole = path.read_bytes()
    path.write_bytes(whole[:-30])
    assert bundles.verified(path)[0] == 2
    path.write_bytes(whole)
    with zipfile.ZipFile(path, "a") as bundle:
        bundle.writestr("../passwd", "x")
    assert bundles.verified(path)[0] == 2
