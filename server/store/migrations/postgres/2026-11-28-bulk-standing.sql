-- Who stood, when a change of all that match was asked for, at places of which no UID tells.
CREATE TABLE bulk_standing (
  user_id text NOT NULL DEFAULT '',
  bulk_id text NOT NULL DEFAULT '',
  message_id text NOT NULL DEFAULT '',
  folder_id text NOT NULL DEFAULT '',
  PRIMARY KEY (user_id, bulk_id, message_id, folder_id)
);
