"""Everything that is kept, in one file that both databases write and read.

A zip of ``manifest.json``, ``log.jsonl`` (what ``export_events`` writes) and ``tables/LABEL.jsonl`` (one
object a row) for each table that no event could make again. Rows made from events are not in it: they are
written anew. Nor are sessions, which would let whoever has the file go on as somebody: people log in again.
"""
