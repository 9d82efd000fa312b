"""Every form of every page: what is refused stays as it was typed, and the page says why."""

import re
from html import escape
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import pytest
from django.db import transaction
from django.urls import resolve

from tests.test_permission_matrix import PAGES, a_house, client_of, named_patterns
from tests.tournaments.web.visitor import Page

pytestmark = pytest.mark.django_db
TEMPLATES = Path("tournaments/templates/nigiri")
FOUNDERS = ("organisation.create", "founder.invite")
"""What a founder or an operator may do beyond any account."""
STALE = {"reason": "kept words", "version": "1"}
TERMS = {"handicap": "3", "komi": "6.3", "reason": "as agreed"}
PERSON = {"family_name": "Kept", "given_name": "Ann", "rank": "99z"}
CLUBS = {"name": "", "others": "Atlantis", "reason": "one town"}

# Address of the form: the page that it is on, who sends it, and what they type: something of it does not fit.
TYPED = {
    "web:act-in-sequence": ("web:claim", "player", {"points": "Z99"}),
    "web:begin-sequence": ("web:claim", "player", {"turn": "z9"}),
    "web:change-club-group": ("web:club-groups", "owner", CLUBS),
    "web:change-entries": ("web:players", "owner", {"do": "", "group": "Kept", "reason": "kept words"}),
    "web:change-entry": ("web:edit-entry", "owner", {"rank": "99z", "club": "Kept", "country": "FI"}),
    "web:change-placing": ("web:placing", "owner", {"criteria": "NBW", "draw_seed": "x1", "reason": "kept"}),
    "web:check-in": ("web:desk", "owner", {"code": "99999"}),
    "web:clone": ("web:clone", "owner", {"name": "Kept", "slug": "a b!"}),
    "web:decide-appeal": ("web:claim", "owner", {"reasons": "kept words"}),
    "web:disband-team": ("web:teams", "owner", STALE),
    "web:drop-club-group": ("web:club-groups", "owner", STALE),
    "web:drop-meeting": ("web:wishes", "owner", STALE),
    "web:enter-new": ("web:enter", "owner", PERSON),
    "web:foresee-decision": ("web:claim", "owner", {"reasons": "kept words", "remedy_score": "B+9"}),
    "web:foresee-ruling": ("web:claim", "owner", {"reasons": "kept words", "remedy_score": "B+9"}),
    "web:form-team": ("web:teams", "owner", {"name": "Kept", "club": "Hill"}),
    "web:exchange": ("web:round", "owner", STALE),
    "web:weigh-exchange": ("web:round", "owner", STALE),
    "web:found": ("web:found", "founder", {"name": "Kept", "slug": "a b!"}),
    "web:game-date": ("web:round", "owner", {"date": "2026-99-99"}),
    "web:join": ("web:invitation", "public", {"username": "kept", "password": "123"}),
    "web:lab-record": ("web:lab", "public", {"sgf": "(;SZ[kept]"}),
    "web:limits-change": ("web:limits-preview", "owner", {"komi": "9.5", "reason": ""}),
    "web:limits-preview": ("web:limits", "owner", {"komi": "6.3x", "fine": "2"}),
    "web:make-claim": ("web:game", "player", {"type": "wrong_result", "text": "kept words", "turn": "z"}),
    "web:make-pair": ("web:round", "owner", TERMS),
    "web:move-table": ("web:edit-pair", "owner", {"table": "99999", "reason": "as agreed"}),
    "web:name-player": ("web:edit-entry", "owner", {"family_name": "Kept\u202ename"}),
    "web:new-player": ("web:new-player", "owner", PERSON),
    "web:new-tournament": ("web:new-tournament", "owner", {"name": "Kept", "place": "Oslo", "rounds": "99x"}),
    "web:pin-player": ("web:wishes", "owner", {"table": "99999", "reason": "a wheelchair"}),
    "web:preview-table": ("web:import-table", "owner", {"pasted": "kept words"}),
    "web:player": ("web:player", "owner", PERSON),
    "web:preview-import": ("web:import", "owner", {"slug": "kept-slug"}),
    "web:rename": ("web:rename", "owner", {"name": "Kept\u202ename"}),
    "web:renumber": ("web:round", "owner", STALE),
    "web:replace-player": ("web:replace-player", "owner", {**PERSON, "reason": "kept words"}),
    "web:reopen-round": ("web:round", "owner", STALE),
    "web:replay": ("web:round", "owner", STALE),
    "web:result": ("web:round", "owner", {"result": "white", "reason": "kept", "table": "9"}),
    "web:rule": ("web:claim", "owner", {"reasons": "kept words", "remedy_score": "B+9"}),
    "web:score-groups": ("web:score-groups", "owner", {"bar": "3dd", "floor": "20k", "reason": "kept"}),
    "web:second-ruling": ("web:claim", "owner", {"reasons": "kept words"}),
    "web:screen-notes": ("web:screens", "owner", {"announcement": "kept words", "begins_at": "2026-99-99"}),
    "web:set-club-group": ("web:club-groups", "owner", CLUBS),
    "web:set-meeting": ("web:wishes", "owner", {"rule": "must_meet", "reason": "guests of honour"}),
    "web:set-participation": ("web:participation", "owner", {"reason": "kept words"}),
    "web:set-seeds": ("web:schedule", "owner", {"seed-{entry_id}": "99"}),
    "web:settings": ("web:settings", "owner", {"sheet": "settings", "komi": "6.3", "rounds": "7"}),
    "web:signup": ("web:signup", "public", {"family_name": "Kept", "rank": "99z"}),
    "web:signup-terms": ("web:signup-terms", "owner", {"places": "many", "places_of_waiting": "many"}),
    "web:change-own-signup": ("web:own-signup", "public", {"family_name": "Kept", "rank": "99z"}),
    "web:strengths": ("web:strengths", "owner", {"list": "egd", "seen": "1", "reason": "kept words"}),
    "web:swap": ("web:edit-pair", "owner", STALE),
    "web:system": ("web:system", "owner", {"system": "mcmahon", "rounds": "99x", "reason": "kept"}),
    "web:take-back": ("web:game", "owner", {"to_turn": "999", "reason": "kept"}),
    "web:take-bye": ("web:round", "owner", STALE),
    "web:take-team-bye": ("web:round", "owner", STALE),
    "web:team-group": ("web:teams", "owner", {"group": "a group with a name that is far too long"}),
    "web:team-takes-part": ("web:teams", "owner", STALE),
    "web:terms": ("web:edit-pair", "owner", TERMS),
    "web:undo": ("web:chronicle", "owner", {"reason": "kept"}),
    "web:withdraw-entry": ("web:edit-entry", "owner", STALE),
    "web:unmake": ("web:edit-pair", "owner", STALE),
    "web:unmake-match": ("web:round", "owner", STALE),
    "web:unpair": ("web:round", "owner", STALE),
    "web:unpublish-round": ("web:round", "owner", STALE),
    "web:weigh": ("web:round", "owner", TERMS),
    "web:withdraw-record": ("web:game", "owner", STALE),
}
# Forms of nothing but buttons, lists to choose from and files: nothing that was typed can be lost.
CHOSEN = {
    "language",
    "account_logout",
    "web:withdraw-own-signup",
    "web:renew-signup-link",
    "web:signup-to-waiting-list",
    "web:give-place",
    "web:fee-due",
    "web:merge-signup",
    "web:ask-second-factor",
    "web:forget-signups",
    "web:confirm-signups",
    "web:take-back-in-sequence",
    "web:agree-on-dead",
    "web:read-notices",
    "web:choose-notices",
    "web:revoke-token",
    "web:resume-webhook",
    "web:pause-webhook",
    "web:try-webhook",
    "web:send-missed",
    "web:erase-picture",
    "web:end-session",
    "web:end-other-sessions",
    "web:dismiss-password-request",
    "web:accept-import",
    "web:accept-invitation",
    "web:accept-merging",
    "web:accept-table",
    "web:archive",
    "web:restore",
    "web:ask-bye",
    "web:ask-own-bye",
    "web:cancel-job",
    "web:close-round",
    "web:confirm",
    "web:ending",
    "web:enter-known",
    "web:enter-listed",
    "web:enter-pair",
    "web:give-bye",
    "web:give-team-bye",
    "web:invite-founder",
    "web:invite-member",
    "web:invite-player",
    "web:leave",
    "web:line-up",
    "web:line-up-by-rating",
    "web:make-match",
    "web:pair",
    "web:pair-all",
    "web:open-link-as",
    "web:close-link",
    "web:renew-link",
    "web:revoke-link",
    "web:say-here",
    "web:say-presence",
    "web:say-privacy",
    "web:note-career",
    "web:switch-link",
    "web:tie-player",
    "web:pair-with-bye",
    "web:part-player",
    "web:pin-pair",
    "web:preview-merging",
    "web:publish-tournament",
    "web:hide-tournament",
    "web:publish-round",
    "web:read-list",
    "web:fetch-list",
    "web:remove-demonstration",
    "web:remove-entry",
    "web:reinstate-entry",
    "web:remove-member",
    "web:report",
    "web:retry-job",
    "web:revoke-founder",
    "web:revoke-invitation",
    "web:send-record",
    "web:uninvite-player",
}
ELSEWHERE = {
    "account_change_password": "test_account_page: passwords are typed again",
    "account_email": "test_account_page: an address that does not fit stays",
    "web:appeal": "test_a_dispute_by_forms: only who lost by a ruling has this form",
    "web:correct-ruling": "test_claim_pages: only while a ruling may be appealed",
    "web:first": "test_first_visit: a service that somebody runs has no such page",
    "web:limits-withdraw-claims": "test_limits_pages: only while changed limits have open claims",
    "web:make-token": "test_account_page: it wants the password once more",
    "web:refuse-signup": "what is said to them is taken as it is",
    "web:fee-paid": "an amount is taken as it is",
    "web:withdraw-claim": "test_claim_pages: only who made a claim has this form",
}
OPEN_LINKS = ("web:open-link", "web:close-link", "web:switch-link")
"""Pages that change who the reader is."""
FORMS = (
    re.compile(r"<form(?=[^>]*\bpost\b)[^>]*action=\"\{% url '([^']+)'"),
    re.compile(r"formaction=\"\{% url '([^']+)'"),
    re.compile(r"\{% url '([^']+)' [^%]* as (?:address|action) %\}"),
)


def test_every_form_has_a_row():
    pages = [page.read_text() for page in TEMPLATES.glob("*.html")]
    found = {name for page in pages for form in FORMS for name in form.findall(page)}
    assert found == TYPED.keys() | CHOSEN | ELSEWHERE.keys()


@pytest.fixture(scope="module")
def house(lasting_db):
    with transaction.atomic():
        yield a_house(published=True)
        transaction.set_rollback(True)


@pytest.fixture(scope="module")
def patterns():
    return dict(named_patterns())


@pytest.mark.parametrize("name", sorted(TYPED))
def test_what_is_refused_stays_as_it_was_typed(house, patterns, name):
    """Every text field of the form is filled in, as its page shows it."""
    on, role, fields = TYPED[name]
    client, page = client_of(house, role), house.address(on, patterns[on])
    address = house.address(name, patterns[name])
    own = {field.format(**house.known): value for field, value in fields.items()}
    forms = Page(client.get(page)).forms_to(address)
    form = next((one for one in forms if own.keys() & one.typed.keys()), forms[0] if forms else None)
    typed = {**(filled_in(form) if form else {}), **own}
    sent = {**(form.fields if form else {}), **typed}
    shown = Page(client.post(address, {**sent, "next": page, "command": "a"}))
    assert shown.status in (200, 404, 409, 410, 412, 422), shown.text[:300]
    secret = {value for field, value in typed.items() if field == "password"}
    kept = {value for field, value in typed.items() if field not in ("version", "seen", "sheet")}
    lost = [value for value in kept - secret if escape(value) not in shown.html]
    assert lost == []
    again = [one for one in shown.forms_to(address) if form and one.typed.keys() == form.typed.keys()]
    in_place = [all(one.fields[field] == typed[field] for field in one.typed) for one in again]
    assert not in_place or any(in_place), [(one.fields, typed) for one in again]
    assert not any(f'value="{value}"' in shown.html for value in secret)
    assert 'class="message error"' in shown.html or 'class="alarm' in shown.html


def filled_in(form):
    """A text for each field, by which it can be told from the others."""
    return {field: f"kept {field}"[:longest] for field, longest in form.typed.items() if field != "password"}


def test_every_form_with_text_on_a_page_has_a_row(house, patterns):
    """The forms are those of the pages themselves, as an owner, a player and everybody see them."""
    found = {}
    for role in ("owner", "player", "founder", "public"):
        client = client_of(house, role)
        for name, pattern in patterns.items():
            is_theirs = role != "founder" or PAGES.get(name, ("", ""))[1] in FOUNDERS
            if name.startswith("web:") and name not in OPEN_LINKS and is_theirs:
                page = house.address(name, pattern)
                response = client.get(page)
                if response.status_code == 200 and response["Content-Type"].startswith("text/html"):
                    shown = addresses_with_text(Page(response))
                    found |= dict.fromkeys((urlsplit(urljoin(page, where)).path for where in shown), name)
    named = {resolve(where).view_name: page for where, page in found.items()}
    assert named.keys() - TYPED.keys() - ELSEWHERE.keys() == set(), named
    assert len(named) > 40


def addresses_with_text(page):
    forms = [one for one in page.forms if one.typed and one.method.lower() == "post"]
    return {where for one in forms for where in (one.action, *(button[3] for button in one.buttons)) if where}
