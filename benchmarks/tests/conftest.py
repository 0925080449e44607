"""The depth of tests is an option here too."""

pytest_plugins = ["tests.support.depth"]
