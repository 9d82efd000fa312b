"""`deploy/postgresql/roles.sh` on a server of its own."""

import os
import subprocess

import psycopg
import pytest

from tests.conftest import ROOT
from tests.services import postgresql_server


@pytest.mark.postgresql
def test_the_database_is_the_owners_and_the_application_owns_nothing(tmp_path):
    for role in ("owner", "application"):
        (tmp_path / role).write_text(f"of the {role}: it's 100 % \\ odd\n")
    with postgresql_server() as server:
        with psycopg.connect(str(server.get_uri())) as superuser:
            programs, where = superuser.execute(
                "SELECT setting, current_setting('unix_socket_directories')"
                " FROM pg_config() WHERE name = 'BINDIR'"
            ).fetchone()
        environment = {
            "PATH": f"{programs}:{os.environ['PATH']}",
            "PGHOST": where,
            "POSTGRES_USER": "postgres",
            "OWNER_PASSWORD_FILE": str(tmp_path / "owner"),
            "APPLICATION_PASSWORD_FILE": str(tmp_path / "application"),
        }
        subprocess.run(["sh", str(ROOT / "deploy/postgresql/roles.sh")], env=environment, check=True)
        with psycopg.connect(host=where, user="nigiri_owner", dbname="nigiri") as owner:
            owner.execute("CREATE TABLE kept (line text)")
        with (
            psycopg.connect(host=where, user="nigiri", dbname="nigiri") as application,
            pytest.raises(psycopg.errors.InsufficientPrivilege),
        ):
            application.execute("CREATE TABLE other (line text)")
