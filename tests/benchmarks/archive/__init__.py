"""An archive of a federation's many years, to measure on: ``python -m tests.benchmarks.archive make``.

A few generated tournaments, made by the service's own commands, are copied as often as it takes. Every id of
a copy is its own, positions count on, digests are chained anew (the pins of results on records too); tiles of
the tree, heads of streams and all rows made from events come with them: ``verify`` and ``rebuild --check``
find nothing. What is not as in a grown archive: tournaments follow one another in the log and do not overlap,
copies share the words that open their commitments, and no records lie beside the log as files.

    make --events 10000000 --tournaments 100000     once; minutes
    plans               how PostgreSQL reads each list and page
    manage verify       any command of manage.py on it
    drop

Half of the tournaments are of one federation, the others of 500 clubs. The server is that of DATABASE_URL, or
one from a wheel in --folder; the database is called nigiri_archive.
"""
