"""The parts that share a thread's state: what shows, changes and answers it."""

from __future__ import annotations

from kgcore.turn.changing import Changing
from kgcore.turn.engine import Engine
from kgcore.turn.literature import Literature
from kgcore.turn.panelling import Panelling
from kgcore.turn.questions import Questions
from kgcore.turn.settling import Settling
from kgcore.turn.showing import Showing


class Rooms:
    """One of each, made together over the same engine."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.showing = Showing(engine)
        self.changing = Changing(engine, self.showing)
        self.settling = Settling(engine.store, engine.models)
        self.panelling = Panelling(engine, self.showing, self.settling)
        self.questions = Questions(engine, self.showing, self.settling)
        self.literature = Literature(engine)
