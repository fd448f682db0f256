"""The test suite; folders below mirror the package."""
