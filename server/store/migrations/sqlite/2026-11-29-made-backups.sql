-- The backups in the folder of each process, as it last listed them: another process has the files of its own folder alone.
CREATE TABLE made_backups (
  host TEXT NOT NULL,
  folder TEXT NOT NULL,
  file TEXT NOT NULL,
  kind TEXT NOT NULL,
  made_at INTEGER NOT NULL,
  size_bytes INTEGER NOT NULL,
  noted_at INTEGER NOT NULL,
  PRIMARY KEY (host, folder, file)
) STRICT, WITHOUT ROWID;
