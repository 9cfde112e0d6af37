"""The library in one SQLite file: articles, their tables, and a full-text index (FTS5) over their fields."""
