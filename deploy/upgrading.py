"""Migration of a club's tables and static files at the start. A federation runs both commands itself."""

from hashlib import blake2b
from pathlib import Path

import structlog
from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.core.management import call_command

from deploy.watching.migrations import count_pending_migrations

STAMP = "sources"
log = structlog.get_logger(__name__)


def bring_up_to_date() -> None:
    """Migrate and collect static files if needed; the caller holds the lock on the folder."""
    if number := count_pending_migrations():
        log.info("migrating", migrations=number)
        call_command("migrate", interactive=False, verbosity=0)
    if settings.STATIC_ROOT:
        _collect(Path(settings.STATIC_ROOT))


def _collect(root: Path) -> None:
    """Collect the static files unless they were made from the same sources."""
    root.mkdir(parents=True, exist_ok=True)
    stamp, made_of = root / STAMP, static_digest()
    if stamp.exists() and stamp.read_text(encoding="ascii") == made_of:
        return
    stamp.unlink(missing_ok=True)
    call_command("collectstatic", interactive=False, verbosity=0)
    stamp.write_text(made_of, encoding="ascii")


def static_digest() -> str:
    """Return a digest of the collected files and of the storage that processes them."""
    digest = blake2b(settings.STORAGES["staticfiles"]["BACKEND"].encode(), digest_size=16)
    for finder in get_finders():
        for path, storage in finder.list([]):
            with storage.open(path) as file:
                digest.update(f"\0{path}\0".encode() + blake2b(file.read()).digest())
    return digest.hexdigest()
