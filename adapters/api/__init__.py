"""Other programs: the same capabilities as JSON over HTTP and as tools of the Model Context Protocol."""
