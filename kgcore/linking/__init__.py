"""From the words of a mention to the entity of the graph that it means."""
