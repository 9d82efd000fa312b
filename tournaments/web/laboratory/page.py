"""The laboratory's pages. Nothing is stored: an address holds all there is."""

from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe
from rest_framework.throttling import UserRateThrottle

from games.adjudication.clauses import has_place
from games.adjudication.kinds import ClaimKind
from games.adjudication.proofs import BY_COMPARISON, sentences
from games.analysis.laboratory.answers import compare_rulesets, game_of
from games.analysis.laboratory.experiment import Experiment, experiment_of_record, parse_experiment
from games.analysis.laboratory.famous import CASES
from games.analysis.laboratory.notation import InvalidExperiment
from games.analysis.rulesets import ruleset_data
from games.operations.fields import sgf_bytes
from games.refusals import Refusal
from games.sgf import Collection
from games.sgf.uploads import read_record
from games.speaking import translate
from rules import RULESETS, Ruleset
from rules.clauses import NOT_FOUND
from rules.sources import NO_CLAUSE
from tournaments.web.base import form_action, number_in_form, seconds_to_wait
from tournaments.web.games.claim_words import KINDS
from tournaments.web.games_of_file import as_text, list_games
from tournaments.web.laboratory.view import OPENING, TOOLS, Hand, address, answer_of, context_of, touch
from tournaments.web.laboratory.words import AXES, MARKS, fault_words, value_words
from tournaments.web.refusal_words import refusal_in_words
from tournaments.web.ruleset_titles import title_of

PAGE = "nigiri/lab.html"
_LARGEST = 1024 * 1024  # bytes of a record


class LabThrottle(UserRateThrottle):
    """A state costs up to a tenth of a second: so many for each account, or each address without one."""

    scope, rate = "lab", "120/min"


@require_safe
def lab_page(request: HttpRequest) -> HttpResponse:
    """A state, or where an address says one otherwise or touches it: on to the address that it has.

    An address without anything shows a famous case.
    """
    if (wait := seconds_to_wait(request, LabThrottle())) is not None:
        return _busy(request, wait)
    hand = _hand(request)
    try:
        tried = parse_experiment(request.GET.dict()) if request.GET else CASES[OPENING].experiment
        if "points" in request.GET or "touched" in request.GET:
            return redirect(address(_touch(request, tried, hand), hand))
        if "go" in request.GET:
            return redirect(address(tried, hand))
        return render(request, PAGE, context_of(tried, hand))
    except InvalidExperiment as fault:
        return _show_fault(request, fault_words(fault))
    except ValueError:
        return _show_fault(request, _("A stone that is called dead is not on the board."))


@form_action
def lab_record(request: HttpRequest) -> HttpResponse:
    """A record that was uploaded or pasted: on to its address."""
    if (wait := seconds_to_wait(request, LabThrottle())) is not None:
        return _busy(request, wait)
    pasted = request.POST.get("sgf", "")
    file = request.FILES.get("file")
    data = file.read(_LARGEST + 1) if file else sgf_bytes(pasted)
    chosen = number_in_form(request, "game")
    try:
        collection, record = read_record(data, (chosen or 1) - 1)
        if len(collection.games) > 1 and chosen is None:
            return _which(request, collection, as_text(data, collection))
        return redirect(address(experiment_of_record(record)))
    except Refusal as refusal:
        return _show_fault(request, refusal_in_words(refusal), pasted=pasted, status=422)
    except InvalidExperiment as fault:
        return _show_fault(request, fault_words(fault), pasted=pasted, status=422)


@require_safe
def lab_ruleset(request: HttpRequest, name: str) -> HttpResponse:
    """A ruleset's choice on every axis: in our words, in those of its text, and where that says so."""
    if name not in RULESETS:
        raise Http404
    described = ruleset_data(RULESETS[name])
    choices = [
        {
            **axis,
            "title": AXES[axis["axis"]],
            "chosen": value_words(axis["value"]),
            "says": _(axis["says"]),
            "details": [{**detail, "says": _(detail["says"])} for detail in axis["details"]],
            "ours": _reason_of_own_choice(axis["axis"]) if axis["clause"].startswith(NOT_FOUND) else "",
        }
        for axis in described["axes"]
    ]
    context = {
        "name": name,
        "title": title_of(name),
        "text": _with_year(described["text"], described["year"]),
        "choices": choices,
        "marks": MARKS.items(),
        "proofs": proofs_of(RULESETS[name]),
        "rulesets": [(each, title_of(each)) for each in RULESETS],
    }
    return render(request, "nigiri/lab_ruleset.html", context)


def proofs_of(ruleset: Ruleset) -> list[dict[str, Any]]:
    """Return, for each kind of claim, the sentences by which a finding can say that it is proved."""
    return [
        {
            "title": KINDS[kind].title,
            "sentences": [
                {"says": translate(said), "mark": "T" if has_place(said) else ""}
                for said in sentences(kind, ruleset)
            ],
            "compares": kind in BY_COMPARISON,
        }
        for kind in ClaimKind
    ]


def _reason_of_own_choice(axis: str) -> str:
    return _("no clause found: %(reason)s") % {"reason": _(NO_CLAUSE[axis])}


def _with_year(text: str, year: str) -> str:
    return text if not year or year in text else f"{text} ({year})"


def _hand(request: HttpRequest) -> Hand:
    tool = request.GET.get("tool", "play")
    return Hand(tool=tool if tool in TOOLS else "play", zoom="zoom" in request.GET)


def _touch(request: HttpRequest, tried: Experiment, hand: Hand) -> Experiment:
    found = compare_rulesets(tried)
    name = tried.under or found.best
    game = game_of(tried, name) if name else None
    kept = answer_of(found, name).turns if name else 0
    return touch(tried, game, kept, hand.tool, request.GET.getlist("points"))


def _show_fault(request: HttpRequest, fault: str, *, pasted: str = "", status: int = 400) -> HttpResponse:
    """An empty board under the reason, so that one can go on from there."""
    context = context_of(Experiment(), Hand())
    return render(request, PAGE, {**context, "fault": fault, "pasted": pasted}, status=status)


def _which(request: HttpRequest, collection: Collection, text: str) -> HttpResponse:
    """The same page with the file's text, to choose one of its games."""
    n = len(collection.games)
    held = ngettext("The file holds %(n)s game.", "The file holds %(n)s games.", n) % {"n": n}
    context = {"games": list_games(collection), "chosen": 1, "pasted": text}
    words = {"fault": f"{held} {_('Which game in the file?')}"}
    return render(request, PAGE, {**context_of(Experiment(), Hand()), **context, **words})


def _busy(request: HttpRequest, wait: int) -> HttpResponse:
    fault = _("Too many requests at once. Wait %(seconds)s seconds.") % {"seconds": wait}
    response = _show_fault(request, fault, status=429)
    response["Retry-After"] = str(wait)
    return response
