"""PostgreSQL's own dump in its custom format, by pg_dump and pg_restore."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from django.db import connection
from psycopg.conninfo import make_conninfo

from games.backups.files import MissingTool, UnusableSource, new_file

SIGNATURE = b"PGDMP"
DEBIAN_FOLDER = Path("/usr/lib/postgresql")  # where Debian has the programs of each version
_ROW = re.compile(r"\d+\t(?P<app>[^\t]+)\t(?P<name>[^\t]+)\t.*")


def dump(target: Path, without: list[str]) -> None:
    """Dump this database into a new file, without the rows of some tables."""
    program = min(_suitable_programs("pg_dump"))[1]
    options = ["--format=custom", "--no-owner", "--no-privileges"]
    options += [f"--exclude-table-data={table}" for table in without]
    with new_file(target):
        _run([program, *options, f"--file={target}", _database_option()])
        _run([*_restore_command(target), f"--file={os.devnull}"])


def migrations_in(source: Path) -> set[tuple[str, str]]:
    """App and name of each. Raises Unusable for a file that is not whole."""
    _run([*_restore_command(source), f"--file={os.devnull}"])
    told = _run([*_restore_command(source), "--data-only", "--table=django_migrations", "--file=-"])
    return {(row["app"], row["name"]) for row in map(_ROW.fullmatch, told.splitlines()) if row}


def restore(source: Path) -> None:
    """Fill this database, which has no tables, in one transaction."""
    options = ["--single-transaction", "--no-owner", "--no-privileges"]
    _run([*_restore_command(source), *options, _database_option()])


def _restore_command(source: Path) -> list[str]:
    """The newest: it reads the files of all before."""
    return [max(_suitable_programs("pg_restore"))[1], str(source)]


def _suitable_programs(name: str) -> list[tuple[int, str]]:
    """Programs of this name of the server's version or a later one. Raises NoTool."""
    connection.ensure_connection()
    least = connection.pg_version // 10_000  # type: ignore[attr-defined]  # PostgreSQL's has it
    found = [(_version_of(program), program) for program in _programs(name)]
    if fitting := [one for one in found if one[0] >= least]:
        return fitting
    there = ", ".join(f"{program} is {version}" for version, program in found) or "none is on this machine"
    raise MissingTool(f"The server is PostgreSQL {least} and needs its {name} or a later one; {there}")


def _programs(name: str) -> Iterator[str]:
    if program := shutil.which(name):
        yield program
    yield from map(str, DEBIAN_FOLDER.glob(f"*/bin/{name}"))


def _version_of(program: str) -> int:
    found = re.search(r"\d+", _run([program, "--version"]))
    return int(found[0]) if found else 0


def _database_option() -> str:
    """Return the option that names it as the settings do, but for the password.

    Parameters that our libpq adds by itself are left out: an older pg_dump refuses those that are new to it.
    """
    connection.ensure_connection()
    asked = connection.get_connection_params().keys()
    used = connection.connection.info.get_parameters()
    return f"--dbname={make_conninfo(**{name: value for name, value in used.items() if name in asked})}"


def _run(command: Sequence[str]) -> str:
    """What it writes. Raises Unusable with what it complains of."""
    connection.ensure_connection()
    password = {"PGPASSWORD": connection.connection.info.password}
    done = subprocess.run(  # noqa: S603 - a program of PostgreSQL, and our own arguments
        command, env={**os.environ, **password}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise UnusableSource(done.stderr.strip() or f"{command[0]} ended with {done.returncode}")
    return done.stdout
