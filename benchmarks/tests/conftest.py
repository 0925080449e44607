"""Benchmarks are of the native kernel: without one their tests are left out."""

from bingo.solver import native

pytest_plugins = ["tests.depth"]
collect_ignore_glob = [] if native.built() else ["test_*.py"]
