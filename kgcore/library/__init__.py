"""Papers, and how they are searched."""
