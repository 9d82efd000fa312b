"""Pages of what happened, who did it, taking it back, receipts."""
