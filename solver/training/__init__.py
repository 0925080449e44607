"""Training the networks that play phase one: ``python -m bingo.solver.training --help``; needs PyTorch."""
