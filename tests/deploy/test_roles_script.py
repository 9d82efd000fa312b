"""`deploy/postgresql/roles.sh` on a server of its own."""

import os
import subprocess

import psycopg
import pytest

from tests.conftest import ROOT
from tests.services import postgresql_server, programs_and_socket

pytestmark = pytest.mark.postgresql
OTHER_NAMES = {"OWNER_ROLE": "go owner", "APPLICATION_ROLE": "go", "DATABASE": "go-2026"}


@pytest.fixture(scope="module")
def server():
    with postgresql_server() as server:
        yield programs_and_socket(server)


@pytest.fixture
def environment(tmp_path, server):
    programs, socket = server
    for role in ("owner", "application"):
        (tmp_path / role).write_text(f"of the {role}: it's 100 % \\ odd\n")
    return {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "PGHOST": socket,
        "POSTGRES_USER": "postgres",
        "OWNER_PASSWORD_FILE": str(tmp_path / "owner"),
        "APPLICATION_PASSWORD_FILE": str(tmp_path / "application"),
    }


def run(environment):
    script = ["sh", str(ROOT / "deploy/postgresql/roles.sh")]
    return subprocess.run(script, env=environment, capture_output=True, text=True, check=False)


def roles(environment):
    with psycopg.connect(host=environment["PGHOST"], user="postgres", dbname="postgres") as superuser:
        query = "SELECT rolname, rolpassword FROM pg_authid WHERE rolname NOT LIKE 'pg_%'"
        return dict(superuser.execute(query).fetchall())


@pytest.mark.parametrize("names", [{}, OTHER_NAMES], ids=["usual", "other"])
def test_the_database_is_the_owners_and_the_application_owns_nothing(environment, names):
    for _ in range(2):  # a second run changes nothing
        done = run(environment | names)
        assert (done.returncode, done.stderr) == (0, "")
    owner, application, database = (
        names.get(name, usual)
        for name, usual in (
            ("OWNER_ROLE", "nigiri_owner"), ("APPLICATION_ROLE", "nigiri"), ("DATABASE", "nigiri"),
        )
    )  # fmt: skip
    host = environment["PGHOST"]
    assert all(roles(environment)[role] for role in (owner, application))
    with psycopg.connect(host=host, user=owner, dbname=database) as connection:
        connection.execute("CREATE TABLE kept (line text)")
        connection.rollback()
    with (
        psycopg.connect(host=host, user=application, dbname=database) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("CREATE TABLE other (line text)")


@pytest.mark.parametrize("setting", ["OWNER_PASSWORD_FILE", "APPLICATION_PASSWORD_FILE"])
@pytest.mark.parametrize("fault", ["empty", "missing", "unset"])
def test_no_role_is_made_without_both_passwords(environment, tmp_path, setting, fault):
    names = {"OWNER_ROLE": "nobody_owner", "APPLICATION_ROLE": "nobody", "DATABASE": "nothing"}
    (tmp_path / "empty").write_text("\n")
    given = environment | names | {setting: str(tmp_path / fault)}
    if fault == "unset":
        del given[setting]
    done = run(given)
    assert done.returncode != 0
    assert (setting if fault != "empty" else str(tmp_path / "empty")) in done.stderr
    assert {"nobody_owner", "nobody"} & set(roles(environment)) == set()
