"""Claims on games, the sequences played out for them, and the rulings. Each claim has a stream of events.

```
open --ruling--> [proposed --second person-->] ruled --deadline--> final
  |                                              '--appeal--> appealed --decision--> final
  '--withdrawn
```

``games.adjudication`` compares a claim with the rules and returns a finding; only officials decide.
"""
