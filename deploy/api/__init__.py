"""The REST API over HTTP: its document, errors, bodies and pages of lists."""
