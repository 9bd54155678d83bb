"""What alembic runs to migrate: on the connection, and in the transaction, that it is handed."""

from alembic import context

attributes = context.config.attributes
context.configure(connection=attributes["connection"], version_table=attributes["version_table"])
context.run_migrations()
