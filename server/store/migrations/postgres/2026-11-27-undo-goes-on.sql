-- Taking back a change of very many messages goes on by itself, to its end.
ALTER TABLE undo_actions ADD COLUMN undoing_since bigint NOT NULL DEFAULT 0;
ALTER TABLE undo_steps ADD COLUMN messages bigint NOT NULL DEFAULT 0;
