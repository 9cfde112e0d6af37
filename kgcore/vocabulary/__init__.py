"""What the predicates of a graph mean in words, and what words mean in its predicates."""
