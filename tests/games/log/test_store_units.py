"""Commands, their transactions, retries and idempotence; cached states."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection, transaction

from games.log import folding, store, unit_of_work
from games.refusals import CODES, Refusal, refuse
from tests.games.sample import Counted, Noted, context, count, note, total


@pytest.mark.django_db
class TestExecute:
    def test_decides_on_the_folded_state(self):
        count("a", 2, 3)
        unit_of_work.execute("a", 0, total, lambda state: [Counted(by=state)], context())
        assert folding.load("a", 0, total) == (10, 3)

    def test_repeated_command_returns_stored_events_and_stores_nothing(self):
        given = context()
        first = count("a", 2, 3, given=given)
        assert count("a", 99, given=given) == first
        assert folding.load("a", 0, total) == (5, 2)

    def test_repeated_command_is_recognised_before_expected_version_is_checked(self):
        given = context(expected=0)
        assert count("a", 1, given=given) == count("a", 1, given=given)

    def test_rejects_outdated_expected_version(self):
        count("a", 1)
        with pytest.raises(store.VersionClash):
            count("a", 1, given=context(expected=0))
        assert store.version("a") == 1

    def test_refusal_stores_nothing(self):
        with pytest.raises(Refusal):
            unit_of_work.execute("a", 0, total, lambda _: refuse("invalid", field="by"), context())
        assert store.version("a") == 0

    def test_command_on_several_streams_numbers_events_consecutively(self):
        given = context()
        changes = [
            unit_of_work.Change(stream="a", expected=0, events=[Counted(by=1), Counted(by=2)]),
            unit_of_work.Change(stream="b", expected=0, events=[Counted(by=3)]),
        ]
        stored = unit_of_work.execute_many(lambda: changes, given)
        assert [(r.stream, r.ordinal) for r in stored] == [("a", 0), ("a", 1), ("b", 0 + 2)]
        assert (
            unit_of_work.execute_many(lambda: changes, given)
            == stored
            == store.events_of_command(given.command_id)
        )

    def test_command_writes_all_streams_or_none(self):
        count("b", 1)
        changes = [
            unit_of_work.Change(stream="a", expected=0, events=[Counted(by=1)]),
            unit_of_work.Change(stream="b", expected=0, events=[Counted(by=3)]),
        ]
        with pytest.raises(store.VersionClash):
            unit_of_work.execute_many(lambda: changes, context())
        assert store.version("a") == 0

    def test_nested_commands_are_part_of_the_outer_one(self):
        given = context()

        def both():
            return count("a", 1, given=given) + count("b", 2, given=given)

        stored = unit_of_work.run(both, context=given)
        assert [(r.stream, r.ordinal) for r in stored] == [("a", 0), ("b", 1)]
        assert unit_of_work.run(lambda: count("a", 1, given=given), context=given) == stored

    def test_nested_command_without_events_follows_one_with_events(self):
        """As a request with an idempotency key is carried out: its command is assumed to be new."""
        given = context()

        def both():
            store.assume_new(given.command_id)
            return count("a", 1, given=given) + count("b", given=given)

        assert [r.stream for r in unit_of_work.run(both, context=given)] == ["a"]


@pytest.mark.django_db(transaction=True)
class TestRun:
    def clash_until(self, tries, given):
        calls = []

        def work():
            calls.append(1)
            with transaction.atomic():
                return store.append(
                    "a", expected=0 if len(calls) < tries else store.version("a"), events=[Counted(by=1)],
                    actor="user:1", command_id=given.command_id, at=given.at,
                )  # fmt: skip

        return work, calls

    def test_retries_after_a_version_conflict(self):
        count("a", 1)
        given = context()
        work, calls = self.clash_until(3, given)
        assert [r.version for r in unit_of_work.run(work, context=given)] == [2]
        assert len(calls) == 3

    def test_refusal_caused_by_the_same_command_is_a_success(self, monkeypatch):
        """Sent twice at once, the second decides on what the first has just stored."""
        given, calls, by_command = context(), [], store.events_of_command

        def stored_meanwhile(command_id):
            monkeypatch.undo()
            count("a", 1, given=given)
            return by_command(command_id)

        def work():
            calls.append(1)
            if len(calls) == 1:
                monkeypatch.setattr(store, "events_of_command", stored_meanwhile)
                refuse("invalid")
            return unit_of_work.earlier_events(given)

        assert [recorded.version for recorded in unit_of_work.run(work, context=given)] == [1]

    def test_other_refusals_are_not_retried(self):
        calls = []

        def work():
            calls.append(1)
            refuse("invalid")

        with pytest.raises(Refusal):
            unit_of_work.run(work, context=context())
        assert len(calls) == 1

    def test_gives_up_after_ten_tries(self):
        count("a", 1)
        given = context()
        work, calls = self.clash_until(11, given)
        with pytest.raises(store.VersionClash):
            unit_of_work.run(work, context=given)
        assert len(calls) == unit_of_work.MAX_ATTEMPTS == 10

    def test_does_not_retry_against_a_version_named_by_the_caller(self):
        count("a", 1)
        given = context(expected=0)
        work, calls = self.clash_until(3, given)
        with pytest.raises(store.VersionClash):
            unit_of_work.run(work, context=given)
        assert len(calls) == 1

    def test_rolled_back_state_is_discarded(self):
        count("a", 1)

        def fail():
            count("a", 10)
            assert folding.load("a", 0, total) == (11, 2)
            raise RuntimeError

        with pytest.raises(RuntimeError):
            unit_of_work.run(fail, context=context())
        assert folding.load("a", 0, total) == (1, 1)
        count("a", 5)
        assert folding.load("a", 0, total) == (6, 2)

    def in_threads(self, number, work):
        def closing(n):
            try:
                return work(n)
            finally:
                connection.close()

        with ThreadPoolExecutor(number) as pool:
            return list(pool.map(closing, range(number)))

    def test_concurrent_repetition_of_a_command_executes_it_once(self):
        given = context()
        answers = self.in_threads(6, lambda n: count(f"stream:{n}", 1, given=given))
        assert all(answer == answers[0] for answer in answers)
        assert store.events_of_command(given.command_id) == answers[0]
        assert len(answers[0]) == store.head() == 1

    def test_concurrent_commands_on_one_stream_all_succeed_in_some_order(self):
        answers = self.in_threads(4, lambda _: [count("a", 1)[0].version for _ in range(5)])
        assert sorted(version for answer in answers for version in answer) == list(range(1, 21))
        assert folding.load("a", 0, total) == (20, 20)


@pytest.mark.django_db
class TestFolding:
    def test_reads_only_new_events(self, django_assert_num_queries):
        count("a", *range(100))
        folding.load("a", 0, total)
        seen = []

        with django_assert_num_queries(1):
            folding.load("a", 0, total)
        count("a", 7)
        folding.load("a", 0, lambda state, event: seen.append(event) or state)
        assert len(seen) == 101
        assert folding.load("a", 0, total) == (sum(range(100)) + 7, 101)

    def test_returns_state_at_a_past_version(self):
        count("a", 1, 2, 4)
        assert [folding.fold("a", 0, total, upto=n) for n in range(4)] == [0, 1, 3, 7]

    def test_caches_a_bounded_number_of_streams(self):
        for n in range(folding.CACHE_SIZE + 5):
            folding.load(f"empty:{n}", 0, total)
        for n in range(20):
            count(f"s:{n}", 1)
        assert len(folding._cache) <= folding.CACHE_SIZE

    def test_unknown_stream_has_initial_state(self):
        folding.clear_cache()
        assert folding.load("never", 5, total) == (5, 0)
        note("n", "x")
        assert folding.load("n", 0, lambda state, event: state + isinstance(event, Noted)) == (1, 1)


class TestRefusals:
    def test_refusal_has_status_text_and_facts(self):
        with pytest.raises(Refusal) as refused:
            refuse("illegal_move", turn=3, reason="superko")
        refusal = refused.value
        assert (refusal.code, refusal.status, refusal.facts) == (
            "illegal_move", 422, {"turn": 3, "reason": "superko"},
        )  # fmt: skip
        assert str(refusal) == "The rules forbid this move. (turn: 3, reason: superko)"

    def test_every_code_is_a_client_error_with_a_message(self):
        ours = ("internal_error", "list_unavailable", "storage_full", "unavailable", "worker_lost")
        for code, row in CODES.items():
            assert 400 <= row.status < 500 or code in ours, code
            assert row.title.endswith("."), code
