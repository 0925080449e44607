"""What the solver is held against: random positions and rules, and comparisons of one part with another.

Tests and benchmarks share it: nothing here needs a test runner.
"""
