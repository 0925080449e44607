"""The engine: C++ in layers, one folder each, and ``_kernel``, which the folder ``bindings`` makes of them."""
