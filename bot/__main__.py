"""`python -m bot` is `evigraph`."""

from bot.cli import main

if __name__ == "__main__":  # the drawing process imports this module again
    main(prog_name="evigraph")
