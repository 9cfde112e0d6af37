"""What a thread adds up to: its steps, its goal, how far it is explored, and its history."""
