"""What makes a question worth asking next: candidates, weights, variety and wording."""
