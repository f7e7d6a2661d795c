"""SAI stops new near-duplicate code from entering a repository."""

__all__ = ["__version__"]

__version__ = "0.1.0"
