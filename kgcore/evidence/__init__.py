"""Edges put in order: findings with their two sides, comparisons, plain sentences."""
