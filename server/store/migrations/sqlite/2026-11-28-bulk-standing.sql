-- Who stood, when a change of all that match was asked for, at places of which no UID tells.
CREATE TABLE bulk_standing (
  user_id TEXT NOT NULL DEFAULT '',
  bulk_id TEXT NOT NULL DEFAULT '',
  message_id TEXT NOT NULL DEFAULT '',
  folder_id TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, bulk_id, message_id, folder_id)
) STRICT, WITHOUT ROWID;
