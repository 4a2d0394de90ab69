-- What one process alone may do at a time, where several work on one database.
CREATE TABLE leases (
  name text NOT NULL PRIMARY KEY,
  holder text NOT NULL,
  -- Another one with each holder: who was overtaken finds a higher one.
  fence bigint NOT NULL,
  held_until bigint NOT NULL
);
