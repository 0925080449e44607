"""The engine: C++ in layers, one folder each; ``_kernel``, which ``bindings`` makes of them; and what asks it."""
