"""Reading and comparing what people say to each other; all pure."""
