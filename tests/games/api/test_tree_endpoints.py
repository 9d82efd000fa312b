"""The tree as a stranger meets it: without an account, by addresses alone."""

import pytest
from django.core.management import CommandError, call_command

from games.log.digests import line
from games.log.tables import Event, KeptCheckpoint
from games.log.tree import checkpoints, signed_checkpoints
from games.log.tree.checkpoints import (
    read_checkpoint,
    read_hashes,
    read_note,
    read_proof,
    read_signer,
    read_verifier,
    verify_note,
)
from games.log.tree.merkle import leaf_hash, verify_inclusion
from games.receipts.codes import code_of
from tests.games.log.tree.consistency import verify_consistency
from tests.games.sample import AT, count, note

pytestmark = pytest.mark.django_db


@pytest.fixture
def log():
    count("game-7f3b", *range(300))
    return note("hidden", "naïve")[-1]


def checkpoint(client):
    response = client.get("/log/checkpoint")
    assert response["Content-Type"] == "text/plain; charset=utf-8"
    return read_note(response.content.decode())


def test_a_stranger_checks_the_head_with_the_key_that_was_printed(log, client):
    key = read_verifier(client.get("/log/key").content.decode().strip())
    text = checkpoint(client)
    assert verify_note(text, [key]) == [key]
    assert read_checkpoint(text.text).origin == key.name


def test_a_proof_is_for_whoever_holds_the_hash_of_the_line(log, client):
    assert client.get(f"/log/proof/{log.position}").status_code == 403
    assert client.get(f"/log/proof/{code_of(log)}").status_code == 403
    proof = keeping_line(log)
    response = client.get(f"/log/proof/{log.position}", {"leaf": leaf_hash(proof).hex()})
    told = read_proof(response.content.decode())
    text = read_note(told.checkpoint)
    verify_note(text, [signed_checkpoints.log_signer().verifier])
    head = read_checkpoint(text.text)
    assert told.extra == proof
    assert verify_inclusion(leaf_hash(told.extra), told.index, head.size, told.path, head.root)
    assert client.get(f"/log/proof/{log.position}", {"leaf": "00" * 32}).status_code == 403


def keeping_line(recorded):
    return line(Event.objects.get(pk=recorded.position), recorded.position).encode()


def test_consistency_proves_that_the_log_was_only_added_to(log, client):
    first = signed_checkpoints.sign_checkpoint(AT)
    count("game-7f3b", 1, 2)
    last = signed_checkpoints.sign_checkpoint(AT)
    for address in (f"/log/consistency/{first.size}", f"/log/consistency/{first.size}/{last.size}"):
        told = client.get(address).content.decode()
        head, _, note_ = told.partition("\n\n")
        assert note_ == last.note
        assert head.split("\n")[0] == f"old {first.size}"
        path = read_hashes(head.split("\n")[1:])
        assert verify_consistency(first.size, bytes(first.root), last.size, bytes(last.root), path)
    assert client.get(f"/log/consistency/{first.size}/302").status_code == 404
    assert client.get(f"/log/consistency/{last.size + 1}").status_code == 404


def test_a_log_that_does_not_continue_what_was_signed_has_no_head(log, client):
    KeptCheckpoint.objects.create(size=300, root=b"another", at=AT, note="")
    response = client.get("/log/checkpoint")
    assert response.status_code == 409
    assert b"altered" in response.content


@pytest.mark.parametrize("event", ["0", "302", "9" * 30, "nonsense", "00001-ABCDE-FGHJK-MNPQR-STVWX"])
def test_there_is_no_proof_of_what_did_not_happen(log, client, event):
    assert client.get(f"/log/proof/{event}").status_code == 404


def test_checkpoint_and_key_return_404_without_log_key(log, client, settings):
    settings.LOG_KEY = ""
    assert [client.get(f"/log/{door}").status_code for door in ("checkpoint", "key")] == [404, 404]


def test_a_note_of_go_is_read():
    """The example of golang.org/x/mod/sumdb/note: text, keys and signature."""
    key = read_verifier("PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW")
    text = (
        "If you think cryptography is the answer to your problem,\n"
        "then you don't know what your problem is.\n\n"
        "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZ"
        "SNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n"
    )
    assert verify_note(read_note(text), [key]) == [key]
    with pytest.raises(checkpoints.BadNote):
        verify_note(read_note(text.replace("problem is", "problem was")), [key])
    secret = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz"
    assert read_signer(secret).verifier == key
    assert str(read_signer(secret)) == secret
    assert str(checkpoints.sign_note(read_note(text).text, read_signer(secret))) == text


def test_the_command_prints_the_line_that_the_door_serves(log, client, capsys):
    call_command("log_key")
    assert capsys.readouterr().out == client.get("/log/key").content.decode()
    call_command("log_key", "new", "--origin", "go.example.org/log")
    assert read_signer(capsys.readouterr().out.strip()).name == "go.example.org/log"
    with pytest.raises(CommandError, match="origin"):
        call_command("log_key", "new", "--origin", "two words")
