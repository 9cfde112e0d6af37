"""Microsoft Teams; `app.TeamsAdapter` is the adapter. Nothing is imported here: the SDK takes its time."""
