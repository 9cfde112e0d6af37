"""English as people write it: words, verbs, phrases and what they mean in a graph's predicates."""
