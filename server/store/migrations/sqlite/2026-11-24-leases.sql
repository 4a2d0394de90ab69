-- What one process alone may do at a time, where several work on one database.
CREATE TABLE leases (
  name TEXT NOT NULL PRIMARY KEY,
  holder TEXT NOT NULL,
  -- Another one with each holder: who was overtaken finds a higher one.
  fence INTEGER NOT NULL,
  held_until INTEGER NOT NULL
) STRICT;
