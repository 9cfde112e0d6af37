"""Values and plain text helpers that every room and adapter may use; they know nothing else of the house."""
