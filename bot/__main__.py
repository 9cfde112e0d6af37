"""`python -m bot` is `evigraph`."""

if __name__ == "__main__":  # the drawing process imports this module again, and needs no command
    from bot.cli import main

    main(prog_name="evigraph")
