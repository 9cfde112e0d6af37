"""What questions ask: their skeleton, their relation, and what follow-ups lean on."""
