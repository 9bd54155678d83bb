"""A note that another has replaced is kept, so that this can be undone."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("notes", sa.Column("replaced_by", sa.Text))
    replaced = sa.text("replaced_by IS NOT NULL")
    op.create_index("notes_replaced", "notes", ["replaced_by"], sqlite_where=replaced, postgresql_where=replaced)
