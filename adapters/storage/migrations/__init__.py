"""How the tables came to be as `adapters.storage.tables` says. Run by `adapters.storage.schema` alone."""
