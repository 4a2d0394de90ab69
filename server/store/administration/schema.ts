/** Tables about the installation, which belong to no user. */
export interface AdminTables {
  signup_invitations: SignupInvitationRow;
  server_settings: ServerSettingRow;
  made_backups: MadeBackupRow;
}

/** A backup in the folder of a process, as this process last listed it. */
interface MadeBackupRow {
  host: string;
  folder: string;
  file: string;
  kind: BackupKind;
  made_at: number;
  size_bytes: number;
  noted_at: number;
}

/** A sign-up link that an administrator created. Deleted once used. */
export interface SignupInvitationRow {
  id: string;
  /** SHA-256 in hex. */
  token_hash: string;
  /** The only address that may sign up with the link, in lower case; "" for any. */
  email: string;
  created_at: number;
  expires_at: number;
}

/** A setting of the whole installation, made by an administrator. */
interface ServerSettingRow {
  name: string;
  value: string;
}

/** Nightly backups expire after some days; manual ones stay until an administrator deletes them. */
export type BackupKind = "nightly" | "manual";
