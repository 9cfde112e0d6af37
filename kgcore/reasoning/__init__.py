"""Several facts, one conclusion: what tests ask, what speaks for and against each answer, and how far it decides."""
