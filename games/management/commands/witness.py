"""Watching other logs: that each only ever goes on from what it has signed before."""

from typing import Any
from urllib.request import Request, urlopen

from django.core.management.base import CommandError, CommandParser
from django.utils import timezone

from games.log.tree import witnessing
from games.log.tree.checkpoints import read_checkpoint
from games.log.tree.cosigning import Inconsistent
from games.log.tree.notes import BadNote, Signer, Verifier, read_note
from games.log.tree.policy import BadPolicy, Policy, read_policy
from games.log.tree.tables import WitnessedCheckpoint
from games.management.base import Answer, JsonCommand

SECONDS = 20
LONGEST = 65_536


class Command(JsonCommand):
    help = (
        "Fetch the last checkpoint of each log that the policy file names with an address, check that it "
        "continues the one cosigned before, cosign it, keep it, and hand it over. Exit status 1: a log shows "
        "two faces (both notes are printed), or does not answer."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("policy", nargs="?", help="a file as c2sp.org/tlog-policy spells it")
        parser.add_argument("--key", action="store_true", help="print the line of this witness for policies")
        parser.add_argument("--check", metavar="FILE", help="say whether the policy accepts this checkpoint")

    def answer(self, **options: Any) -> Answer:
        signer = witnessing.witness()
        if signer is None:
            raise CommandError("This installation has no key to cosign with: see log_key.")
        if options["key"]:
            return Answer(data={"key": str(signer.verifier)}, text=str(signer.verifier))
        policy = _policy(options["policy"])
        return _checked(policy, options["check"]) if options["check"] else _watched(policy, signer)


def _policy(path: str | None) -> Policy:
    if path is None:
        raise CommandError("Name the file of the policy.")
    try:
        with open(path) as file:  # noqa: PTH123 - a name that was typed
            return read_policy(file.read())
    except BadPolicy as error:
        raise CommandError(f"{path}: {error}") from error


def _checked(policy: Policy, path: str) -> Answer:
    with open(path) as file:  # noqa: PTH123 - a name that was typed
        try:
            good = policy.accepts(read_note(file.read()))
        except BadNote:
            good = False
    said = "is accepted" if good else "is not accepted"
    return Answer(data={"accepted": good}, text=f"{path} {said}.", good=good)


def _watched(policy: Policy, signer: Signer) -> Answer:
    found = {key.name: _watch(key, address, signer) for key, address in policy.logs if address}
    text = "\n".join(f"{origin}: {said}" for origin, said in found.items()) or "The policy names no address."
    return Answer(data=found, text=text, good=all(said.startswith("cosigned") for said in found.values()))


def _watch(key: Verifier, address: str, signer: Signer) -> str:
    last, base = witnessing.last_of(key.name), address.rstrip("/")
    try:
        body = _asked_to_go_on(base, last)
        cosigned = witnessing.witnessed(body, key, signer, timezone.now())
        _asked(f"{base}/cosignatures", str(cosigned).encode())
    except Inconsistent as error:
        return f"{error}\n\n{error.kept}\n{error.told}"
    except (BadNote, OSError) as error:
        return f"not cosigned: {error}"
    return f"cosigned {cosigned.text.split()[1]} events"


def _asked_to_go_on(base: str, last: WitnessedCheckpoint | None) -> str:
    """Raises OSError; Inconsistent for a log that has become shorter."""
    try:
        return _asked(f"{base}/consistency/{last.size if last else 0}")
    except OSError:
        now = read_note(_asked(f"{base}/checkpoint"))
        if last and read_checkpoint(now.text).size < last.size:
            raise Inconsistent(last.note, str(now)) from None
        raise


def _asked(address: str, body: bytes | None = None) -> str:
    """By GET, or by POST of a body. Raises OSError."""
    if not address.startswith(("https://", "http://")):
        raise OSError(f"{address} is no address of the web")
    request = Request(address, data=body, headers={"Content-Type": "text/plain; charset=utf-8"})  # noqa: S310
    with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310 - the operator's policy names it
        text: str = answer.read(LONGEST).decode()
        return text
