"""Control characters that stand for what differs between copies."""

COPY, HOUSE, DAY, CHAIN = "\x01", "\x02", "\x03", "\x04"
