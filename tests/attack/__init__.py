"""Evigraph attacked from outside: a running process, real requests and signals. docs/security.md has the table."""
