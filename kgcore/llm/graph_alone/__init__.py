"""The answerer that needs no model: short factual sentences written from the evidence, and nothing else."""
