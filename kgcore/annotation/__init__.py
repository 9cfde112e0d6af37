"""The annotated answer: the format as a model is asked for it, and how what models make of it is read."""
