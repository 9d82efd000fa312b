"""The laboratory of rules: one page whose address is the whole state, and a page for each ruleset's words."""
