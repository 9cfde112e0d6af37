"""English as data: the cues that change what a sentence says, and the lists of words that readers share."""
