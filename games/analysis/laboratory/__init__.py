"""The rules laboratory: a course as a short text, the answer of every ruleset, the famous cases. Pure."""
