"""Tests of kgcore.drawing."""
