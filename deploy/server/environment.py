"""The environment variables of the service, or the files that hold them; the secret key.

`NAME_FILE` names a file with the value of `NAME`, as container secrets do.
"""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from pathlib import Path
from secrets import token_hex
from tempfile import mkstemp
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import environ
from django.core.management.utils import get_random_secret_key
from tzlocal import get_localzone_name

from games.log.tree.checkpoints import BadNote, new_signer, read_signer

KNOWN = frozenset(
    {
        "NIGIRI_ACCOUNTS",  # who may sign up: anybody, or who is invited
        "NIGIRI_ADDRESS",  # what links that are given to others begin with: http://192.168.1.7:8000
        "NIGIRI_ALLOWED_HOSTS",  # names this server answers to, with commas
        "NIGIRI_BACKUP_DAYS",  # since the last backup, after which the doctor says BAD; 0: never
        "NIGIRI_DATA",  # folder of the SQLite file, the secret key and the collected static files
        "NIGIRI_DEBUG",  # Django's DEBUG; never on a server others can reach
        "NIGIRI_FOUNDERS",  # who may found organisations: anybody, invited or operator
        "NIGIRI_FROM_EMAIL",  # sender of the mails about accounts
        "NIGIRI_HTTPS",  # served over https: secure cookies, redirect, HSTS
        "NIGIRI_IDLE_DAYS",  # after which a login that nobody uses ends
        "NIGIRI_LEASE_SECONDS",  # after which a job is another's where its worker gives no sign of life
        "NIGIRI_LIST_AGA",  # address at which the federation publishes its rating list
        "NIGIRI_LIST_EGD",
        "NIGIRI_LIST_FFG",
        "NIGIRI_LOG_KEY",  # signs the heads of the log's tree; a club makes its own in the data folder
        "NIGIRI_LOG_LEVEL",  # DEBUG, INFO, WARNING, ERROR
        "NIGIRI_METRICS_TOKEN",  # bearer token that opens /metrics
        "NIGIRI_NAME",  # of this installation's queue and cache keys; else by its SECRET_KEY
        "NIGIRI_ORIGINS",  # trusted origins for forms, with commas: https://go.example
        "NIGIRI_PROXIES",  # number of proxies in front whose X-Forwarded-For is believed
        "NIGIRI_SECOND_FACTOR",  # who asks officers for one: organisations, or the service all officers
        "NIGIRI_SECURITY_CONTACT",  # whom to tell of a weakness: mailto:security@go.example, or a page
        "NIGIRI_SESSION_DAYS",  # after which a login ends, however often it is used
        "NIGIRI_STATIC",  # folder of collected static files; unset: served from the packages
        "NIGIRI_SWEEP_SECONDS",  # between two looks for jobs that the queue forgot
        "NIGIRI_VERIFY_DAYS",  # since the last verification, after which the doctor says BAD; 0: never
        "NIGIRI_VERIFY_HOURS",  # between two verifications of the whole log by the service itself; 0: none
        "NIGIRI_WORKER_MEMORY",  # MB of a Celery child after which it is replaced
        "NIGIRI_WORKER_PROCESSES",  # children of one Celery worker
        "NIGIRI_WORKER_SECONDS",  # that a task may take; after one minute more its process is killed
        "NIGIRI_WORKER_TASKS",  # of a Celery child after which it is replaced
        "NIGIRI_TIME_ZONE",  # of clocks on pages, where a tournament names none: Europe/Helsinki
        "NIGIRI_WEBHOOK_PRIVATE",  # webhooks may reach this machine itself; never on a public server
    }
)

OTHERS = frozenset(
    {
        "CELERY_BROKER_URL",
        "DATABASE_URL",
        "EMAIL_URL",
        "REDIS_URL",
        "SECRET_KEY",
        "SECRET_KEY_FALLBACKS",
    }
)
"""Names without NIGIRI_ that the settings read too."""

OF_PROGRAMS = frozenset(
    {
        "NIGIRI_USER",  # whose token a program asks for
        "NIGIRI_PASSWORD",
        "NIGIRI_TOKEN",
        "NIGIRI_ORGANISATION",  # its slug
        "NIGIRI_WEBHOOK",  # its address
        "NIGIRI_WEBHOOK_SECRET",
    }
)
"""What the help pages give to programs that use a service: no settings, but often in the same shell."""

YES, NO = ("true", "yes", "on", "1"), ("false", "no", "off", "0", "")
FOUNDING = ("anybody", "invited", "operator")


class ConfigurationFault(SystemExit):
    """A wrong setting: a sentence with its name and the remedy, with which any program ends."""


class Environment(environ.Env):  # type: ignore[misc]  # untyped there
    """The settings of an environment; each that is wrong is refused by its name."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        super().__init__()
        refuse_unknown(environment)
        self.ENVIRON = read_files(environment)

    def number(self, name: str, default: int) -> int:
        text = self.str(name, default=str(default)).strip()
        if not (text.isascii() and text.isdecimal()):
            raise ConfigurationFault(f"{name} must be a whole number, not {text!r}.")
        return int(text)

    def switch(self, name: str) -> bool:
        """Return a yes or no, no if unset. Words that are neither are refused: "ture" must not mean no."""
        text = self.str(name, default="false").strip().lower()
        if text not in YES + NO:
            raise ConfigurationFault(f"{name} must be true or false, not {text!r}.")
        return text in YES

    def address(self, name: str, *schemes: str) -> str:
        """Return the address of a server, or "". A refusal does not repeat it: it holds a password."""
        text = self.str(name, default="")
        try:
            parts = urlsplit(text)
            well_formed = parts.scheme.partition("+")[0] in schemes and parts.port != 0
        except ValueError:
            well_formed = False
        if text and not well_formed:
            raise ConfigurationFault(
                f"{name} must begin with {schemes[0]}://, and its port must be a number."
            )
        return str(text)


def read_files(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with each setting whose file ``NAME_FILE`` names.

    Raises ConfigurationFault where the file cannot be read or is empty; only the log's key may be, until
    it is made.
    """
    values = dict(environment)
    for name in KNOWN | OTHERS:
        if path := values.pop(f"{name}_FILE", ""):
            if name in values:
                raise ConfigurationFault(f"Set {name} or {name}_FILE, not both.")
            try:
                values[name] = Path(path).read_text(encoding="utf-8").strip()
            except (OSError, UnicodeError) as error:
                reason = getattr(error, "strerror", None) or error
                raise ConfigurationFault(f"{name}_FILE: {path} cannot be read: {reason}.") from error
            if not values[name] and name != "NIGIRI_LOG_KEY":
                raise ConfigurationFault(f"{name}_FILE: {path} is empty.")
    return values


def refuse_unknown(environment: Mapping[str, str]) -> None:
    """Raise ConfigurationFault for an unknown NIGIRI_* name, which may be a misspelling."""
    known = KNOWN | OF_PROGRAMS | {f"{name}_FILE" for name in KNOWN}
    for name in sorted(environment):
        if name.startswith("NIGIRI_") and name not in known:
            near = get_close_matches(name, KNOWN, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise ConfigurationFault(f"Unknown setting {name}.{hint} deploy/env.example lists the settings.")


def word_choice(name: str, text: str, words: tuple[str, ...]) -> str:
    """Return a setting that must be one of some words. Raises ConfigurationFault for any other."""
    if text not in words:
        raise ConfigurationFault(f"{name} is one of {', '.join(words)}, not {text!r}.")
    return text


def time_zone(name: str, *, own: bool) -> str:
    """Return the service's time zone: as named, else this machine's for a club (``own``), else UTC."""
    if name and name not in available_timezones():
        raise ConfigurationFault(f"NIGIRI_TIME_ZONE is a time zone such as Europe/Helsinki, not {name!r}.")
    found = name or (get_localzone_name() if own else "")
    return found if found in available_timezones() else "UTC"


def missing_folder(environment: Mapping[str, str], base: Path) -> Path | None:
    """Return the configured data folder if it does not exist yet; the settings create it."""
    folder = Path(environment.get("NIGIRI_DATA") or base / ".data").resolve()
    database = environment.get("DATABASE_URL") or environment.get("DATABASE_URL_FILE")
    return None if database or folder.exists() else folder


def secret_key(data: Path, *, create: bool) -> str:
    """Return the key in `data`/secret-key, which is generated (mode 0600) if `create`, else required."""
    if not (kept := key_in_file(data / "secret-key", get_random_secret_key, create=create)):
        raise ConfigurationFault("Set SECRET_KEY, or SECRET_KEY_FILE, where DATABASE_URL is set.")
    return kept


def log_key(given: str, data: Path, *, create: bool) -> str:
    """Return the private key that signs checkpoints of the log, with its name.

    `given`, or a file like that of the secret key; "" without a key: then nothing is signed. Checkpoints on
    paper refer to the key, so it must not change.
    """
    key = given or key_in_file(
        data / "log-key", lambda: str(new_signer(f"nigiri/{token_hex(6)}")), create=create
    )
    try:
        return str(read_signer(key)) if key else ""
    except BadNote as error:
        raise ConfigurationFault(f"NIGIRI_LOG_KEY is a line of manage.py log_key new: {error}.") from error


def key_in_file(path: Path, new: Callable[[], str], *, create: bool) -> str:
    """Return the content of the file, which is generated (mode 0600) if `create`, else "" if missing."""
    if not path.exists():
        if not create:
            return ""
        _write_key(path, new())
    return path.read_text(encoding="utf-8").strip()


def _write_key(path: Path, key: str) -> None:
    """Write the key atomically: a process that starts at the same moment never reads half of it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    made, whole = mkstemp(dir=path.parent, prefix=f".{path.name}-")  # mode 0600
    try:
        with os.fdopen(made, "w", encoding="ascii") as file:
            file.write(key + "\n")
        with suppress(FileExistsError):  # another first start was quicker: its key is read
            _link(Path(whole), path)
    finally:
        Path(whole).unlink(missing_ok=True)


def _link(whole: Path, path: Path) -> None:
    """Link the finished file to its path. Raises FileExistsError if the path exists."""
    try:
        os.link(whole, path)
    except FileExistsError:
        raise
    except OSError:  # a memory stick, say, knows no second names
        if not path.exists():
            whole.replace(path)
