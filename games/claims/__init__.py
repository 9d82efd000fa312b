"""Claims on games: what is claimed, how it is played out, what is ruled. One stream of events each.

```
open --ruling--> [proposed --second person-->] ruled --deadline--> final
  |                                              '--appeal--> appealed --decision--> final
  '--withdrawn
```

Findings, what the rules say of a claim, are in ``games.adjudication``; only people decide.
"""
