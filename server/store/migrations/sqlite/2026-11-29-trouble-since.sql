-- Since when an account is without its mail server, in milliseconds since 1970; 0: it has it.
ALTER TABLE accounts ADD COLUMN trouble_since INTEGER NOT NULL DEFAULT 0;
