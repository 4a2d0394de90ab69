-- What is marked as deleted on its server is counted for each list of folders.

CREATE INDEX pending_operations_left ON pending_operations (user_id, folder_id)
  WHERE kind = 'left';
