"""Backups in PostgreSQL's custom format, by pg_dump and pg_restore."""

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
DEBIAN_FOLDER = Path("/usr/lib/postgresql")  # the directory of each version on Debian
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
    """Return the app and name of each migration in a backup. Raises UnusableSource for a damaged file."""
    _run([*_restore_command(source), f"--file={os.devnull}"])
    output = _run([*_restore_command(source), "--data-only", "--table=django_migrations", "--file=-"])
    return {(row["app"], row["name"]) for row in map(_ROW.fullmatch, output.splitlines()) if row}


def restore(source: Path) -> None:
    """Fill this database, which has no tables, in one transaction."""
    options = ["--single-transaction", "--no-owner", "--no-privileges"]
    _run([*_restore_command(source), *options, _database_option()])


def _restore_command(source: Path) -> list[str]:
    """Return the start of a command of the newest pg_restore, which reads the files of older versions."""
    return [max(_suitable_programs("pg_restore"))[1], str(source)]


def _suitable_programs(name: str) -> list[tuple[int, str]]:
    """Return the programs of this name of the server's version or later. Raises MissingTool."""
    connection.ensure_connection()
    least = connection.pg_version // 10_000  # type: ignore[attr-defined]  # PostgreSQL's has it
    found = [(_version_of(program), program) for program in _programs(name)]
    if suitable := [one for one in found if one[0] >= least]:
        return suitable
    installed = (
        ", ".join(f"{program} is {version}" for version, program in found) or "none is on this machine"
    )
    raise MissingTool(f"The server is PostgreSQL {least} and needs its {name} or a later one; {installed}")


def _programs(name: str) -> Iterator[str]:
    if program := shutil.which(name):
        yield program
    yield from map(str, DEBIAN_FOLDER.glob(f"*/bin/{name}"))


def _version_of(program: str) -> int:
    found = re.search(r"\d+", _run([program, "--version"]))
    return int(found[0]) if found else 0


def _database_option() -> str:
    """Return the option that names this database as the settings do, without its password.

    Parameters that our libpq adds by itself are left out: an older pg_dump refuses those it does not know.
    """
    connection.ensure_connection()
    requested = connection.get_connection_params().keys()
    used = connection.connection.info.get_parameters()
    return f"--dbname={make_conninfo(**{name: value for name, value in used.items() if name in requested})}"


def _run(command: Sequence[str]) -> str:
    """Run a program and return its output. Raises UnusableSource with its error message."""
    connection.ensure_connection()
    password = {"PGPASSWORD": connection.connection.info.password}
    result = subprocess.run(  # noqa: S603 - a program of PostgreSQL, and our own arguments
        command, env={**os.environ, **password}, capture_output=True, text=True, check=False
    )
    if result.returncode:
        raise UnusableSource(result.stderr.strip() or f"{command[0]} ended with {result.returncode}")
    return result.stdout
