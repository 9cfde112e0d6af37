"""`python -m bot` is `evigraph`."""

from bot.cli import main

main(prog_name="evigraph")
