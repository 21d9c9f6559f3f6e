"""What is written, and where: the database behind the tables."""
