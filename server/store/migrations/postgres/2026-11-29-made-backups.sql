-- The backups in the folder of each process, as it last listed them: another process has the files of its own folder alone.
CREATE TABLE made_backups (
  host text NOT NULL,
  folder text NOT NULL,
  file text NOT NULL,
  kind text NOT NULL,
  made_at bigint NOT NULL,
  size_bytes bigint NOT NULL,
  noted_at bigint NOT NULL,
  PRIMARY KEY (host, folder, file)
);
