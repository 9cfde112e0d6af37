"""A graph that grows under review: what papers say becomes proposals, and a person decides."""
