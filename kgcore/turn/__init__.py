"""One turn on its way: read, draft, repair, correct, answer. These modules wait for the outside."""
