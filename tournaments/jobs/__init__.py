"""Work after the request: rows that workers lease. The queue is a doorbell, a sweep finds what it forgot."""
