"""Small real implementations of the core's ports, for tests."""
