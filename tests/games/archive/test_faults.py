"""What is not a whole archive of this version is refused by name, and nothing of it is stored."""

import json
from hashlib import sha256
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command

from games.archive import keys, making, restoring, sealing
from games.archive.parts import LOG, MANIFEST, Damaged
from games.archive.restoring import NotEmpty
from games.archive.sealing import NoKey
from games.log.tables import Event
from tests.builders import NOW
from tests.games.sample import note

pytestmark = pytest.mark.django_db(transaction=True)
USERS = "tables/auth.User.jsonl"


@pytest.fixture
def archive(tmp_path):
    """One account and three events; the database is empty again."""
    get_user_model().objects.create_user("somebody", password="secret")
    note("test:a", "one", "two", "three")
    making.make(tmp_path / "archive", (), NOW)
    call_command("flush", "--no-input", verbosity=0)
    return tmp_path / "archive"


def rewritten(path: Path, change) -> None:
    """The same archive after ``change`` of its parts, a dict of bytes by name."""
    with ZipFile(path) as file:
        parts = {name: file.read(name) for name in file.namelist()}
    change(parts)
    with ZipFile(path, "w", ZIP_DEFLATED) as file:
        for name, content in parts.items():
            file.writestr(name, content)


def saying(**members):
    def change(parts):
        parts[MANIFEST] = json.dumps(json.loads(parts[MANIFEST]) | members).encode()

    return change


def replacing(name, old, new, *, consistent=False):
    """Alter a part; ``consistent``: the manifest's digest of it as well."""

    def change(parts):
        assert old in parts[name]
        parts[name] = parts[name].replace(old, new)
        said = json.loads(parts[MANIFEST])
        said["parts"][name]["sha256"] = sha256(parts[name]).hexdigest()
        if consistent:
            parts[MANIFEST] = json.dumps(said).encode()

    return change


def without_last_line(parts):
    parts[LOG] = b"".join(parts[LOG].splitlines(keepends=True)[:-1])


def without_a_migration(parts):
    said = json.loads(parts[MANIFEST])
    said["migrations"]["tournaments"].pop()
    parts[MANIFEST] = json.dumps(said).encode()


FAULTS = [
    (saying(version=9), "nigiri-backup of version 9 is not read by this program"),
    (saying(format="other"), "other of version 1 is not read by this program"),
    (saying(log_digest="0" * 64), "the log is not the one that the manifest names"),
    (without_a_migration, "written by another version: tournaments has 00"),
    (lambda parts: parts.pop(MANIFEST), f"{MANIFEST} cannot be read"),
    (lambda parts: parts.pop(USERS), f"parts and manifest differ: {USERS}"),
    (lambda parts: parts.update(more=b""), "parts and manifest differ: more"),
    (without_last_line, f"{LOG} has 3 lines, not 4"),
    (replacing(LOG, b"two", b"too"), f"{LOG}, line 3: the digest of test:a version 2 does not match"),
    (replacing(LOG, b"two", b"too", consistent=True), "the digest of test:a version 2 does not match"),
    (replacing(USERS, b"somebody", b"somebuddy"), f"{USERS} is not what was written"),
    (replacing(USERS, b'"username"', b'"name"', consistent=True), f"{USERS}, line 1: other columns"),
    (replacing(USERS, b'"id":', b'"id":"x","id":', consistent=True), f"{USERS}, line 1: a key is given"),
]


@pytest.mark.parametrize(("change", "said"), FAULTS, ids=[said for _, said in FAULTS])
def test_an_archive_that_is_not_whole_is_refused_by_name(archive, change, said):
    rewritten(archive, change)
    with pytest.raises(Damaged) as verified:
        restoring.check(archive, None)
    with pytest.raises(Damaged) as restored:
        restoring.restore(archive, None)
    assert said in str(verified.value) == str(restored.value)
    assert (Event.objects.count(), get_user_model().objects.count()) == (0, 0)


@pytest.mark.parametrize("kept", [0, 100, -1, -500])
def test_an_archive_that_was_cut_off_is_refused(archive, kept):
    archive.write_bytes(archive.read_bytes()[:kept])
    with pytest.raises(CommandError, match="cut off"):
        call_command("backup", str(archive), verify=True)


def test_any_altered_byte_of_the_log_or_of_people_is_found(archive):
    """Where zip itself notices nothing, as in its notes on a part, nothing of the contents has changed."""
    whole = archive.read_bytes()
    found = 0
    for place in range(0, len(whole), len(whole) // 40):
        archive.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        try:
            assert restoring.check(archive, None).events == 3
        except Damaged:
            found += 1
    assert found > 20


def test_only_an_empty_database_is_restored_into(archive):
    get_user_model().objects.create_user("somebody-else")
    with pytest.raises(NotEmpty, match=r"auth.User has rows"):
        restoring.restore(archive, None)
    get_user_model().objects.all().delete()
    note("test:b", "one")
    with pytest.raises(CommandError, match=r"the log has events.* Nothing was stored"):
        call_command("restore", str(archive))
    assert [Event.objects.count(), get_user_model().objects.count()] == [1, 0]


def test_a_row_that_points_to_nothing_takes_all_others_with_it(archive):
    def orphan(parts):
        parts[USERS] = b""
        said = json.loads(parts[MANIFEST])
        said["parts"][USERS] = {"lines": 0, "sha256": sha256(b"").hexdigest()}
        name = "tables/tournaments.Wishes.jsonl"
        parts[name] = b'{"id":1,"kinds":[],"mail":true,"user_id":1}\n'
        said["parts"][name] = {"lines": 1, "sha256": sha256(parts[name]).hexdigest()}
        parts[MANIFEST] = json.dumps(said).encode()

    rewritten(archive, orphan)
    with pytest.raises(Damaged, match="points to nothing"):
        restoring.restore(archive, None)
    assert Event.objects.count() == 0


def test_nothing_is_written_over_and_nothing_half_done_is_left(tmp_path, monkeypatch):
    (tmp_path / "there").write_text("precious")
    with pytest.raises(FileExistsError):
        making.make(tmp_path / "there", (), NOW)
    assert (tmp_path / "there").read_text() == "precious"
    monkeypatch.setattr(making, "digest_of_log", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        making.make(tmp_path / "new", (), NOW)
    assert not (tmp_path / "new").exists()


def test_encrypted_it_opens_with_its_key_alone(archive, tmp_path):
    public, other = (sealing.new_identity(tmp_path / name) for name in ("key", "other-key"))
    sealed = tmp_path / "sealed"
    with sealing.written(sealed, [public]) as file:
        file.write(archive.read_bytes())
    assert b"somebody" not in sealed.read_bytes()
    assert (tmp_path / "key").stat().st_mode & 0o777 == 0o600
    assert restoring.check(sealed, tmp_path / "key").events == 3
    for key, said in ((None, "name the file of its private key"), (tmp_path / "other-key", "does not open")):
        with pytest.raises(NoKey, match=said):
            restoring.check(sealed, key)
    whole = sealed.read_bytes()
    for altered in (whole[:-1], whole[:400] + b"x" + whole[401:]):
        sealed.write_bytes(altered)
        with pytest.raises(Damaged, match="cut off or altered"):
            restoring.check(sealed, tmp_path / "key")
    with pytest.raises(CommandError, match="no public key"):
        call_command("backup", str(tmp_path / "never"), recipient=["age1"])
    assert not (tmp_path / "never").exists()
    assert other != public


@pytest.mark.sqlite
def test_keys_go_apart_and_come_back_on_wish(archive, tmp_path, settings):
    settings.SECRET_KEY, settings.DATA_DIR = "it's $a #key", tmp_path / "data"
    settings.DATA_DIR.mkdir()
    public = sealing.new_identity(tmp_path / "key")
    call_command("backup", str(tmp_path / "new"), keys=tmp_path / "keys", recipient=[public])
    (settings.DATA_DIR / "secret-key").write_text("of the new folder\n")
    (tmp_path / "other").write_text("SECRET_KEY=a OTHER=b")
    with pytest.raises(Damaged, match="is no file of keys"):
        keys.read(tmp_path / "other", None)
    call_command("restore", str(tmp_path / "new"), keys=tmp_path / "keys", identity=tmp_path / "key")
    assert (settings.DATA_DIR / "secret-key").read_text() == "it's $a #key\n"
    assert (settings.DATA_DIR / "log-key").read_text().strip() == settings.LOG_KEY
    assert (tmp_path / "keys").read_bytes().startswith(sealing.BEGINNING)
