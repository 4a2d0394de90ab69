import { z } from "zod";
import { AccountError, AccountState } from "./accounts.ts";
import { FolderRole } from "./email.ts";
import { endpoint } from "../endpoint.ts";
import { AccountId, FolderId } from "../ids.ts";

/** Number of past months for which an account's mail is stored here; 0 stores all of it. */
export const SyncMonths = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(3),
  z.literal(6),
  z.literal(12),
  z.literal(24),
  z.literal(60),
]);
export type SyncMonths = z.infer<typeof SyncMonths>;

/** Shows that no message of a folder is missing: "server N · here N". */
export const FolderProof = z.object({
  id: FolderId,
  name: z.string(),
  role: FolderRole,
  here: z.number(),
  /** Number of messages on the server, within the account's `syncMonths`; null until they are counted. */
  server: z.number().nullable(),
  /** The last time when every message and flag of the folder was compared with the server's. */
  lastComparedAt: z.string().nullable(),
  /**
   * `behind`: the counts differ, and Inlet fetches the missing messages. `unreadable`: the server does not return the missing
   * messages. `unknown`: never counted.
   */
  state: z.enum(["equal", "behind", "repairing", "unreadable", "unknown"]),
  /** True if the user excluded this folder from sync. It is left out of all counts. */
  excluded: z.boolean(),
});
export type FolderProof = z.infer<typeof FolderProof>;

export const AccountHealth = z.object({
  id: AccountId,
  state: AccountState,
  error: AccountError.nullable(),
  lastSyncAt: z.string().nullable(),
  /** The server asked not to be contacted before this time. */
  pausedUntil: z.string().nullable(),
  /** Open connections to the mail server, and Inlet's own limit for this provider. */
  connections: z.object({ open: z.number(), limit: z.number() }),
  /** Bytes fetched today, and the provider's limit if it is known. */
  traffic: z.object({ bytesToday: z.number(), limitBytes: z.number().nullable() }),
  /** Pending operations: local changes that the mail server does not have yet. */
  waitingChanges: z.number(),
  syncMonths: SyncMonths,
  /** Size of the account's mail that is stored here, by the mail server's count. */
  mailBytes: z.number(),
  /** The mailbox's quota (RFC 9208); null if the server does not report one. */
  quota: z.object({ usedBytes: z.number(), limitBytes: z.number() }).nullable(),
  folders: z.array(FolderProof),
});
export type AccountHealth = z.infer<typeof AccountHealth>;

/** Returns the sync state of a mailbox, folder by folder. */
export const accountHealth = endpoint({
  method: "GET",
  path: "/imap/{id}/health",
  access: "user",
  scope: "read",
  input: z.object({ id: AccountId }),
  output: z.object({ health: AccountHealth }),
  errors: ["account.not_found"],
});

/**
 * Starts comparing every message and flag of all folders with the server's and fixing the differences. Responds at once; `health`
 * shows the progress. False while the mail server cannot be contacted.
 */
export const compareAccount = endpoint({
  method: "POST",
  path: "/imap/{id}/compare",
  access: "user",
  scope: "settings",
  input: z.object({ id: AccountId }),
  output: z.object({ started: z.boolean() }),
  errors: ["account.not_found"],
});
