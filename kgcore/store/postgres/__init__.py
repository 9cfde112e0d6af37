"""The Store on PostgreSQL, and how several processes on one database agree."""
