"""Fetch the rating lists that federations publish, in the background, by conditional requests.

A list that cannot be fetched, is cut in the middle or cannot be read leaves the last one in place.
"""

from datetime import timedelta
from email.message import Message
from http import HTTPStatus
from http.client import HTTPException, HTTPResponse, IncompleteRead
from tempfile import TemporaryFile
from typing import IO
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet

from games.log.unit_of_work import Context
from games.marking import marked
from games.refusals import Code, refuse, register
from tournaments.access.table import Actor, Subject, may
from tournaments.formats.player_lists import ListKind
from tournaments.jobs.commands import create_job
from tournaments.outbox.rows import UNENDED, Job
from tournaments.outbox.running import Run, kind
from tournaments.persons.lists.rows import PlayerList
from tournaments.persons.lists.storing import LARGEST, ReadList, read_list, store_list
from tournaments.tables.people import Organisation
from tournaments.webhooks.posting import Sender
from tournaments.webhooks.targets import BadTarget

FETCH = "fetch_list"
SECONDS = 120.0  # for the whole download
LASTING = timedelta(minutes=5)  # without a report, while the list is stored
CHUNK = 256 * 1024
LEAST_PART = 0.5  # of the last list: a shorter one is taken for cut
HEADERS = {"user-agent": "Nigiri-Lists/1", "accept-encoding": "identity", "connection": "close"}

register(
    {
        "list_unavailable": Code(
            status=502,
            title=marked("The federation's list cannot be fetched; the last one stays in use."),
            advice=marked("Try again later, or download the file and import it."),
        ),
        "list_cut": Code(
            status=422,
            title=marked("The federation's list is much shorter than the last one, which stays in use."),
            advice=marked("Check the federation's page. If the list is right, import it from a file."),
        ),
    }
)


def start_fetching(organisation: Organisation, listed: ListKind, context: Context) -> Job:
    """Return the job that fetches the list; one that has not ended is not started again."""
    params = {"organisation": str(organisation.pk), "list": str(listed)}
    running = _fetches(organisation, listed).filter(state__in=UNENDED).first()
    return running or create_job(FETCH, None, params, context)


def latest_fetch(organisation: Organisation, listed: ListKind) -> Job | None:
    """Return the latest job that fetched the list, ended or not."""
    return _fetches(organisation, listed).first()


def readable_fetches(actor: Actor) -> QuerySet[Job]:
    """Return the fetches of the organisations in which ``actor`` may read jobs."""
    own = {office.organisation_id for office in actor.offices if not office.tournament_id}
    organisations = [one for one in own if may(actor, "job.read", Subject(organisation_id=one))]
    return Job.objects.filter(kind=FETCH, params__organisation__in=organisations)


def _fetches(organisation: Organisation, listed: ListKind) -> QuerySet[Job]:
    of = {"params__organisation": str(organisation.pk), "params__list": str(listed)}
    return Job.objects.filter(kind=FETCH, **of).order_by("-asked_at", "id")


@kind(FETCH, waits=(), lease=LASTING)
def fetch_list(run: Run) -> bool:
    """Store the federation's list if it has changed since the last time."""
    organisation = Organisation.objects.filter(pk=UUID(run.job.params["organisation"])).first()
    if organisation is None:
        return True
    listed = ListKind(run.job.params["list"])
    address = settings.LIST_ADDRESSES[listed]
    last = PlayerList.objects.filter(organisation=organisation, kind=listed).first()
    with TemporaryFile() as file:
        headers = _download(address, last, file, run)
        if headers is None:
            run.report(stage="unchanged")
            return True
        file.seek(0)
        read = read_list(listed, file, skip_faulty=True)
    _refuse_cut(read, last)
    run.report(stage="storing", lasting=LASTING)
    with transaction.atomic():
        store_list(organisation, read, run.clock())
        PlayerList.objects.filter(organisation=organisation, kind=listed).update(
            address=address,
            etag=headers.get("ETag", "")[:200],
            last_modified=headers.get("Last-Modified", "")[:60],
        )
    run.report(stage="stored")
    return True


def _download(address: str, last: PlayerList | None, file: IO[bytes], run: Run) -> Message | None:
    """Write the list to the file, and return the headers of the response; None for an unchanged list.

    Refuses ``list_unavailable`` if it cannot be read to its end.
    """
    sender = Sender(private=settings.WEBHOOK_PRIVATE, seconds=SECONDS)
    try:
        with sender.get(address, HEADERS | _conditions(address, last)) as response:
            if response.status == HTTPStatus.NOT_MODIFIED:
                return None
            if response.status != HTTPStatus.OK:
                refuse("list_unavailable", reason=f"status {response.status}", address=address)
            _copy(response, file, run)
            return response.headers
    except BadTarget as unfit:
        refuse("list_unavailable", reason=str(unfit.why), address=address)
    except (OSError, HTTPException) as error:
        reason = "timeout" if isinstance(error, TimeoutError) else type(error).__name__
        refuse("list_unavailable", reason=reason, address=address)


def _conditions(address: str, last: PlayerList | None) -> dict[str, str]:
    """Return the headers by which the server answers only with a list that has changed."""
    if last is None or last.address != address:
        return {}
    values = {"if-none-match": last.etag, "if-modified-since": last.last_modified}
    return {name: value for name, value in values.items() if value}


def _copy(response: HTTPResponse, file: IO[bytes], run: Run) -> None:
    """Copy the body, and report each part. Raises HTTPException for one that is cut or too large."""
    length, done = response.length or 0, 0  # ``length`` is 0 for a body in chunks
    while part := response.read(CHUNK):
        done += len(part)
        if done > LARGEST:
            raise HTTPException(f"more than {LARGEST} bytes")
        file.write(part)
        run.report(stage="downloading", done=done, of=max(length, done))
    if done < length:
        raise IncompleteRead(b"", length - done)


def _refuse_cut(read: ReadList, last: PlayerList | None) -> None:
    if last is not None and len(read.rows) < LEAST_PART * last.count:
        refuse("list_cut", players=len(read.rows), before=last.count)
