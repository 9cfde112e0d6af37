"""Articles in: what is read of JATS, PubMed, reference managers' files and PDF, and where it is found."""
