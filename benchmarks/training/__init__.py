"""Training the networks that play phase one: ``python -m benchmarks.training --help``; needs PyTorch."""
