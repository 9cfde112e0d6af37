"""One thin folder per platform; each turns the platform's events into messages and a Reply into its payloads."""
