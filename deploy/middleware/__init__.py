"""What every request passes: limits, headers, the log line; the pages of errors."""
