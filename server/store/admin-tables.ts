/** Of the tables those about the installation, which belong to nobody. */
export interface AdminTables {
  signup_invitations: SignupInvitationRow;
  server_settings: ServerSettingRow;
  made_backups: MadeBackupRow;
}

/** A backup in the folder of a process, as that process last listed it. */
interface MadeBackupRow {
  host: string;
  folder: string;
  file: string;
  kind: BackupKind;
  made_at: number;
  size_bytes: number;
  noted_at: number;
}

/** A link that an administrator made for somebody to sign up with. Gone once used. */
export interface SignupInvitationRow {
  id: string;
  /** SHA-256, hex. */
  token_hash: string;
  /** The only address that it lets in, in lower case; "" for any. */
  email: string;
  created_at: number;
  expires_at: number;
}

/** What an administrator decided about the whole installation. */
interface ServerSettingRow {
  name: string;
  value: string;
}

/** Those of the night go again after some days; the others stay until somebody deletes them. */
export type BackupKind = "nightly" | "manual";
