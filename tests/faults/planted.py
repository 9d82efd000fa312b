"""The program with one fault in it, for the checker to find: each function breaks it by ``monkeypatch``.

Every SEVENTH write is hit where a fault would otherwise be seen by the first request.
"""

from itertools import count

from django.db import connection, transaction
from django.http import JsonResponse

from games.log import append_only, idempotency, store, unit
from games.rest import views

SEVENTH = 7


def _seventh():
    numbers = count(1)
    return lambda: next(numbers) % SEVENTH == 0


def acknowledges_before_it_commits(monkeypatch):
    """The answer is sent, and the transaction fails after it."""
    due = _seventh()

    def once(work, context, *, waiting=False):
        with transaction.atomic(), store.counting(context.command_id):
            answer = work()
            if due():
                transaction.set_rollback(True)
            return answer

    monkeypatch.setattr(unit, "_once", once)


def loses_an_event_after_the_answer(monkeypatch):
    """As a replica that was behind and took over: its chain of digests is whole."""
    due = _seventh()

    def around(response):
        if response.status_code < 300 and due():
            _forget_the_last()
        return response

    _after_each_write(monkeypatch, around)


def _forget_the_last():
    event = store.read_all(after=store.head() - 1)[0]
    before = event.version - 1
    with transaction.atomic(), connection.cursor() as cursor:
        append_only.remove()
        cursor.execute("DELETE FROM games_event WHERE position = %s", [event.position])
        cursor.execute(
            "UPDATE games_streamhead SET version = %s, digest = %s WHERE stream = %s",
            [before, store.read(event.stream, before - 1)[0].digest if before else "", event.stream],
        )
        append_only.install()


def forgets_keys(monkeypatch):
    """A key that was used before is taken for none: the request is carried out as a new one."""
    seen, once = set(), idempotency.once

    def forgetful(request, actor):
        asked = once(request, actor)
        request_of_this = request.META.setdefault("planted.first", asked is None or asked.id not in seen)
        if asked:
            seen.add(asked.id)
        return asked if request_of_this else None

    monkeypatch.setattr(views, "once", forgetful)


def refuses_what_it_stores(monkeypatch):
    """The client is told 409, and it is in the log."""
    due = _seventh()

    def around(response):
        if response.status_code < 300 and due():
            return JsonResponse({"code": "too_late"}, status=409)
        return response

    _after_each_write(monkeypatch, around)


def _after_each_write(monkeypatch, around):
    dispatch = views.NigiriView.dispatch

    def dispatched(self, request, *args, **kwargs):
        response = dispatch(self, request, *args, **kwargs)
        return response if request.method == "GET" else around(response)

    monkeypatch.setattr(views.NigiriView, "dispatch", dispatched)


def reads_from_a_stale_cache(monkeypatch):
    """What was read once is shown for ever."""
    kept, dispatch = {}, views.NigiriView.dispatch

    def dispatched(self, request, *args, **kwargs):
        if request.method != "GET":
            return dispatch(self, request, *args, **kwargs)
        path = request.get_full_path()
        if path not in kept:
            kept[path] = dispatch(self, request, *args, **kwargs)
        return kept[path]

    monkeypatch.setattr(views.NigiriView, "dispatch", dispatched)


def answers_a_repeat_with_todays_body(monkeypatch):
    """It is carried out once, and answered as things stand."""
    monkeypatch.setattr(views, "answer_once", lambda _asked, carry_out, _context, **_: carry_out())
