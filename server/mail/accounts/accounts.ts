import { X509Certificate } from "node:crypto";
import type {
  Account,
  AccountColor,
  AccountError,
  MailSettings,
} from "@inlet/contract/mail/accounts.ts";
import { errors } from "@inlet/contract/errors.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/failure.ts";
import type { Egress } from "#/egress/egress.ts";
import { accountsOf, getAccount } from "#/store/accounts/queries.ts";
import { type FolderCount, folderCounts, foldersOf } from "#/store/folders/queries.ts";
import { olderMailOf } from "#/store/messages/outdated-messages.ts";
import type { AccountRow, FolderRow } from "#/store/engine/schema.ts";
import { discover } from "#/wire/login/discover.ts";
import type { MailContext } from "#/mail/context.ts";

/** Returns the user's accounts, each with its state and progress, in the order in which they were added. */
export async function listAccounts(mail: MailContext, userId: UserId): Promise<Account[]> {
  const { reader } = mail.database;
  const rows = await accountsOf(reader, userId);
  const folders = await foldersOf(reader, userId);
  const counts = await folderCounts(reader, userId);
  const older = await olderMailOf(reader, userId);
  return rows.map((row) => {
    const account = presentAccount(row, { folders, counts });
    const of = older.find(({ accountId }) => accountId === row.id);
    return of ? { ...account, olderMail: { read: of.count - of.left, all: of.count } } : account;
  });
}

/** Returns the settings of an address's servers, or null if none were found in time. */
export async function discoverSettings(
  mail: MailContext,
  address: string,
): Promise<MailSettings | null> {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  const known = discoveries.get(mail.egress) ?? new Map<string, Discovery>();
  discoveries.set(mail.egress, known);
  const earlier = known.get(domain);
  if (earlier !== undefined && earlier.until > mail.clock.now()) return earlier.settings;
  const settings = discover(mail.egress, address, { timeoutMs: limits.discoveryMs });
  known.set(domain, { settings, until: mail.clock.now() + discoveryTtlMs });
  const [oldest] = known.keys();
  if (known.size > maxDiscoveries && oldest !== undefined) known.delete(oldest);
  return settings;
}

interface Discovery {
  settings: Promise<MailSettings | null>;
  until: number;
}

/** Cache of discoveries: the form requests one when the address is typed, and again when it is submitted. */
const discoveries = new WeakMap<Egress, Map<string, Discovery>>();
const discoveryTtlMs = 5 * 60_000;
const maxDiscoveries = 1000;

/** Throws account.not_found if the account is not this user's. */
export async function requireAccount(
  mail: MailContext,
  userId: UserId,
  accountId: AccountId,
): Promise<AccountRow> {
  const account = await getAccount(mail.database.reader, userId, accountId);
  if (account === undefined) throw new Failure("account.not_found");
  return account;
}

/** Sets the account's color, without signing in at its server again. Throws account.not_found. */
export async function setAccountColor(
  mail: MailContext,
  userId: UserId,
  accountId: AccountId,
  color: AccountColor | null,
): Promise<Account> {
  const change = { color: color ?? "" } as const;
  await mail.execute("account.change", { userId, accountId, change, reconnects: false });
  return readAccount(mail, userId, accountId);
}

/** Returns an account with its state and progress. Throws account.not_found. */
export async function readAccount(
  mail: MailContext,
  userId: UserId,
  accountId: AccountId,
): Promise<Account> {
  const account = (await listAccounts(mail, userId)).find(({ id }) => id === accountId);
  if (account === undefined) throw new Failure("account.not_found");
  return account;
}

/** Returns an account as users see it. Without its folders, it is shown as just added. */
export function presentAccount(
  row: AccountRow,
  all: { folders: readonly FolderRow[]; counts: readonly FolderCount[] } = {
    folders: [],
    counts: [],
  },
): Account {
  const folders = all.folders.filter((folder) => folder.account_id === row.id);
  const counts = all.counts.filter((count) => count.accountId === row.id);
  const countOf = new Map(counts.map((count) => [count.folderId, count]));
  const marked = sum(counts.map((count) => count.marked));
  const isCounted = folders.length > 0 && folders.every((folder) => folder.server_count >= 0);
  return {
    id: row.id,
    account_mail: row.account_mail,
    name: row.name,
    color: row.color === "" ? null : row.color,
    provider: row.provider === "" ? null : row.provider,
    imap_user: row.imap_user,
    imap_host: row.imap_host,
    user_port: row.imap_port,
    tls: row.imap_tls === 1,
    state: row.state,
    progress: {
      here: sum(counts.map((count) => count.here)),
      server: isCounted ? sum(folders.map((folder) => folder.server_count)) - marked : null,
    },
    error: presentError(
      row,
      folders.map((folder) => {
        const count = countOf.get(folder.id);
        return { folder, here: (count?.here ?? 0) + (count?.marked ?? 0) };
      }),
    ),
    canSend: row.smtp_host !== "",
    outgoing:
      row.smtp_host === ""
        ? null
        : {
            smtp_host: row.smtp_host,
            smtp_port: row.smtp_port,
            smtp_tls: row.smtp_tls === 1,
            smtp_user: row.smtp_user,
          },
    fingerprints: {
      imap: fingerprintOf(row.imap_certificate),
      smtp: fingerprintOf(row.smtp_certificate),
    },
    lastSyncAt: row.last_sync_at === 0 ? null : new Date(row.last_sync_at).toISOString(),
  };
}

/** A folder with the number of its messages in the store. */
interface CountedFolder {
  folder: FolderRow;
  here: number;
}

/** Returns true if the server counted messages in the folder at the last comparison that it did not deliver. */
export function isUnreadable(folder: FolderRow, here: number): boolean {
  return folder.is_complete === 1 && folder.unreadable_count > 0 && here < folder.server_count;
}

/** Returns the account's error with its text, or null without an error. Times in the text are UTC. */
export function presentError(
  { error_code: code, imap_host: host, trouble_since: sinceMs, state }: AccountRow,
  counted: readonly CountedFolder[],
): AccountError | null {
  if (code === "") return state === "watching" ? unreadableError(counted) : null;
  const since = sinceMs === 0 ? null : new Date(sinceMs).toISOString();
  if (code === "account.no_answer" && since !== null) {
    const when = `${since.slice(0, 10)} ${since.slice(11, 16)} UTC`;
    return {
      code,
      message: `${host} has not responded since ${when}. Your changes are waiting.`,
      since,
    };
  }
  const known = Object.entries(errors).find(([name]) => name === code)?.[1];
  return { code, message: known?.message ?? errors.internal.message, since };
}

/** Maximum number of folders named in one sentence. */
const maxNamed = 3;

function unreadableError(counted: readonly CountedFolder[]): AccountError | null {
  const some = counted.filter(({ folder, here }) => isUnreadable(folder, here));
  if (some.length === 0) return null;
  const names = some.slice(0, maxNamed).map(({ folder }) => folder.name);
  if (some.length > maxNamed) names.push("…");
  const server = sum(some.map(({ folder }) => folder.server_count));
  const here = sum(some.map((each) => each.here));
  const message = `${names.join(", ")}: ${server} on the server, ${here} could be read.`;
  return { code: "account.unreadable", message, since: null };
}

function fingerprintOf(certificate: string): string | null {
  if (certificate === "") return null;
  return new X509Certificate(Buffer.from(certificate, "base64")).fingerprint256;
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
