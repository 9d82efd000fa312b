"""Rotation of the log's signing key: the next key is verifiable from the previous one."""

from dataclasses import replace

import pytest
from django.core.management import call_command

from games.log import store
from games.log.tree import signed_checkpoints
from games.log.tree.checkpoints import BadNote, Signer, new_signer, read_note, read_signer, verify_note
from games.log.tree.signed_checkpoints import rotate, rotation_event, stream_of, successor
from games.log.verification import verify
from tests.games.sample import AT, count

pytestmark = pytest.mark.django_db
OLD, NEW = (Signer(name="go.example/log", seed=bytes([n]) * 32) for n in (1, 2))


def test_next_key_is_derived_from_the_event_and_one_key():
    assert successor(rotation_event(OLD, NEW), OLD.verifier) == NEW.verifier


@pytest.mark.parametrize(
    "change",
    [
        {"old": str(NEW.verifier)},
        {"new": str(OLD.verifier)},
        {"note": rotation_event(NEW, OLD).note},
        {
            "note": "\n".join([*rotation_event(OLD, NEW).note.split("\n")[:-2], ""])
        },  # without the new key's line
    ],
)
def test_rejects_rotation_not_signed_by_both_keys(change):
    with pytest.raises(BadNote):
        successor(replace(rotation_event(OLD, NEW), **change), OLD.verifier)


def test_rejects_key_of_another_log_and_the_same_key():
    for key in (replace(NEW, name="go.example/other"), OLD):
        with pytest.raises(BadNote):
            rotation_event(OLD, key)


def test_command_stores_the_new_key_and_logs_the_rotation(settings, tmp_path, client):
    count("game-1", 1)
    before = signed_checkpoints.log_signer()
    signed_checkpoints.sign_checkpoint(AT)
    settings.DATA_DIR, settings.DATABASE_URL = tmp_path, ""
    (tmp_path / "log-key").write_text(f"{before}\n")
    call_command("log_key", "rotate")
    after = read_signer((tmp_path / "log-key").read_text().strip())
    [event] = [one.event for one in store.read(stream_of(before.name))]
    assert successor(event, before.verifier) == after.verifier
    assert (tmp_path / "log-key").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / f"log-key-{before.verifier.key_id.hex()}").read_text().strip() == str(before)
    settings.LOG_KEY = str(after)
    head = read_note(signed_checkpoints.sign_checkpoint(AT).note)
    assert verify_note(head, [after.verifier])
    assert client.get("/log/key").content.decode() == f"{after.verifier}\n{before.verifier}\n"
    assert signed_checkpoints.checkpoint_covering(1, AT).note == str(
        head
    )  # not the one that the old key signed
    assert list(verify()) == []


def test_federation_gets_the_key_to_configure(settings, capsys):
    count("game-1", 1)
    settings.DATABASE_URL = "postgresql://somewhere"
    call_command("log_key", "rotate")
    given = read_signer(capsys.readouterr().out.split("\n")[1])
    assert store.read(stream_of(given.name))[0].data["new"] == str(given.verifier)
    assert rotate("operator", AT, new_signer(given.name)).name == given.name
