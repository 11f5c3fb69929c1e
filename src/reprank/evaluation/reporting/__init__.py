"""Results to tables, pages and plots."""
