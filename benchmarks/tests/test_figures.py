"""The benchmark page shows the figures that benchmarks keep, and is short."""

from __future__ import annotations

from benchmarks import figures


def test_the_tables_of_the_page_are_drawn_from_the_figures() -> None:
    page = figures.PAGE.read_text(encoding="utf-8")
    assert figures.drawn(page) == page
    assert figures.written(figures.tables()) == figures.DATA.read_text(encoding="utf-8")
    assert len(page.encode()) <= 27_000
