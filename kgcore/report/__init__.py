"""The whole thread on one page, and its downloads: Markdown, pictures, BibTeX, RIS. Pure."""
