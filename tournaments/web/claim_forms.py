"""Reading the forms about claims: text in, values out, or a refusal that names the field."""

from typing import Any

from django.http import HttpRequest

from games.adjudication.kinds import ClaimKind
from games.claims.commands import Evidence
from games.claims.events import Remedy
from games.refusals import refuse
from tournaments.web.claim_words import KINDS, Kind

LARGEST_RECORD = 1_000_000
LONGEST_POINTS = 2_000


def kind_from(text: str) -> Kind:
    """The kind of claim that was chosen."""
    if text not in KINDS:
        refuse("invalid", field="kind", fault="Choose what the claim is about.")
    return KINDS[text]


def points_from(text: str) -> tuple[str, ...]:
    """Points as people type them: "D4 E5", "d4, e5"."""
    if len(text) > LONGEST_POINTS:
        refuse("too_large", what="points", limit=LONGEST_POINTS)
    return tuple(text.upper().replace(",", " ").replace(";", " ").split())


def whole_number(text: str, name: str) -> int | None:
    """A number without fractions, None for nothing."""
    text = text.strip()
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or len(text) > 6:
        refuse("invalid", field=name, fault=f"{name}: a whole number.")
    return int(text)


def number_from(text: str, name: str) -> float | None:
    """A number such as 6.5 or 6,5; None for nothing."""
    text = text.strip().replace(",", ".")
    if not text:
        return None
    try:
        number = float(text[:12])
    except ValueError:
        refuse("invalid", field=name, fault=f"{name}: a number such as 6.5.")
    if not abs(number) < 10_000:  # a NaN fails the test
        refuse("invalid", field=name, fault=f"{name}: a number such as 6.5.")
    return number


def statement_from(request: HttpRequest, kind: ClaimKind) -> dict[str, Any]:
    """What the form of a claim says; fields that its kind does not have stay empty."""
    given = request.POST
    return {
        "kind": kind,
        "turn": whole_number(given.get("turn", ""), "turn"),
        "points": points_from(given.get("points", "")),
        "capturable": given.get("capturable", "yes") == "yes",
        "color": given.get("color", ""),
        "count": number_from(given.get("count", ""), "count"),
        "result": given.get("result", "").strip(),
    }


def evidence_from(request: HttpRequest) -> Evidence:
    """Words, a picture's reference and a file."""
    sent = request.FILES.get("record")
    if sent is not None and (sent.size or 0) > LARGEST_RECORD:
        refuse("too_large", what="record", limit=LARGEST_RECORD)
    return Evidence(
        text=request.POST.get("text", "").strip(),
        photo=request.POST.get("photo", "").strip(),
        sgf=sent.read() if sent is not None else b"",
    )


def remedy_from(request: HttpRequest) -> Remedy:
    """What follows from a ruling."""
    given = request.POST
    fines = {color: number_from(given.get(f"penalty_{color}", ""), "penalty") for color in ("b", "w")}
    return Remedy(
        result=given.get("result", ""),
        by_default=given.get("by_default") == "yes",
        score=given.get("score", "").strip(),
        penalties={color: points for color, points in fines.items() if points},
        replay=given.get("replay") == "yes",
    )
