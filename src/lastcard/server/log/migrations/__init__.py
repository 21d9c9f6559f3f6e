"""The schema, step by step, as Alembic runs it when a server starts."""
