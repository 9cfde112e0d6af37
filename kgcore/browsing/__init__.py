"""What lies around an entity, and the ways between two, in words; all pure."""
