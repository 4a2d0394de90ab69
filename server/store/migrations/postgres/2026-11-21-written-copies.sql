-- The older copies of a draft that a newer one on the mail server replaces, until they are gone.

ALTER TABLE drafts ADD COLUMN copy_leftovers_json text NOT NULL DEFAULT '[]';
