"""Which version of the texts in ``deploy/format`` a log is written by.

``created`` of a tournament tells it; what was written before versions were told says nothing, and is read by
version 1, too. Version 2: for what was typed there is a salted commitment (``games.log.words``).
``deploy/format/README.md`` says when it changes.
"""

SPECIFICATION = "2"
SPECIFICATION_OF_OLD_LOGS = "1"
