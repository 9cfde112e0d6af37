"""The process: configuration, wiring, worker, server and command line."""
