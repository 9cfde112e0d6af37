"""Embedders: what turns names into vectors. Which one is used is decided where the settings are read."""
