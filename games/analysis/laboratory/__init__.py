"""The laboratory of rules: a course as a short text, every ruleset's answer to it, the famous cases. Pure."""
