"""Tests, by folder as the product is: a package, so that no other one called ``tests`` takes its place."""
