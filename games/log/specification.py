"""Which version of the texts in ``deploy/format`` a log is written by.

``created`` of a tournament tells it; what was written before versions were told says nothing, and is read by
version 1, too. Version 2: for what was typed there is a salted commitment (``games.log.words``). Version 3:
what decides a tournament is in the log, names, offices, seeds and the records that results rest on included.
``deploy/format/README.md`` says when it changes.
"""

SPECIFICATION = "3"
SPECIFICATION_OF_OLD_LOGS = "1"
