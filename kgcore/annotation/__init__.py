"""The parts of the annotated-answer format; `kgcore.annotate` is their public face."""
