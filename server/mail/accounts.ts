import type { Account, addAccount, MailSettings } from "@inlet/contract/accounts.ts";
import { errors } from "@inlet/contract/errors.ts";
import { AccountId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import type { z } from "zod";
import { Failure } from "#/base/fail.ts";
import type { Egress } from "#/egress/egress.ts";
import { randomId } from "#/base/random-id.ts";
import { getAccount, accountsOf } from "#/store/accounts.ts";
import { type FolderCount, folderCounts, foldersOf } from "#/store/folders.ts";
import type { AccountRow, Bit, FolderRow } from "#/store/tables.ts";
import { connectImap } from "#/wire/imap/connection.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import { discover } from "#/wire/login/discover.ts";
import { type SmtpLogin, trySmtpLogin } from "#/wire/smtp/send.ts";
import type { MailContext } from "./context.ts";
import { loginFailure } from "./login-failure.ts";
import { secretPlace } from "./logins.ts";

type NewAccount = z.output<typeof addAccount.input>;

/** Long enough for a slow server, short enough for a person who waits at a form. */
const loginTimeoutMs = 15_000;

/** The user's accounts in the order in which they were added, each with its state and progress. */
export async function listAccounts(mail: MailContext, userId: UserId): Promise<Account[]> {
  const { reader } = mail.database;
  const rows = await accountsOf(reader, userId);
  const folders = await foldersOf(reader, userId);
  const counts = await folderCounts(reader, userId);
  return rows.map((row) => presentAccount(row, { folders, counts }));
}

/**
 * Tries the login, looks for the outgoing server where none is given, and only then saves. Throws Failure with the
 * codes of addAccount.
 */
export async function addMailAccount(
  mail: MailContext,
  userId: UserId,
  form: NewAccount,
): Promise<Account> {
  const existing = await accountsOf(mail.database.reader, userId);
  const address = form.account_mail.toLowerCase();
  if (existing.some((row) => row.account_mail.toLowerCase() === address)) {
    throw new Failure("account.duplicate");
  }
  const imap: ImapLogin = {
    host: form.imap_host,
    port: form.user_port,
    tls: form.tls,
    user: form.account_mail,
    pass: form.account_pass,
  };
  // Both at once, but what is wrong with the mailbox itself is said first.
  const [receiving, sending] = await Promise.allSettled([
    tryImapLogin(mail, imap),
    findSmtp(mail, form),
  ]);
  if (receiving.status === "rejected") throw receiving.reason;
  if (sending.status === "rejected") throw sending.reason;
  const smtp = sending.value;
  const row = newRow(mail, userId, form, smtp);
  await mail.door("account.add", row);
  return presentAccount(row, { folders: [], counts: [] });
}

/** Forgets an account with all its mail; the mail server keeps what it has. Throws account.not_found. */
export async function removeMailAccount(
  mail: MailContext,
  userId: UserId,
  accountId: AccountId,
): Promise<void> {
  const isRemoved = await mail.door("account.remove", { userId, accountId });
  if (!isRemoved) throw new Failure("account.not_found");
}

/** The settings of an address's servers, null when none were found in time. */
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
  known.set(domain, { settings, until: mail.clock.now() + discoveryKeptMs });
  const [oldest] = known.keys();
  if (known.size > discoveriesKept && oldest !== undefined) known.delete(oldest);
  return settings;
}

interface Discovery {
  settings: Promise<MailSettings | null>;
  until: number;
}

/** The form asks when the address is typed, and once more when it is sent: the second time costs nothing. */
const discoveries = new WeakMap<Egress, Map<string, Discovery>>();
const discoveryKeptMs = 5 * 60_000;
const discoveriesKept = 1000;

/** Throws account.not_found when the account is not this user's. */
export async function requireAccount(
  mail: MailContext,
  userId: UserId,
  accountId: AccountId,
): Promise<AccountRow> {
  const account = await getAccount(mail.database.reader, userId, accountId);
  if (account === undefined) throw new Failure("account.not_found");
  return account;
}

async function tryImapLogin(mail: MailContext, login: ImapLogin): Promise<void> {
  try {
    await using connection = await connectImap(mail.egress, login, {
      log: mail.log,
      timeoutMs: loginTimeoutMs,
    });
    await connection.listFolders();
  } catch (cause) {
    throw loginFailure(cause);
  }
}

/** Undefined: not found, or found and refusing this password: the account can still receive. */
async function findSmtp(mail: MailContext, form: NewAccount): Promise<SmtpLogin | undefined> {
  const given = {
    user: form.smtp_user ?? form.account_mail,
    pass: form.smtp_pass ?? form.account_pass,
  };
  if (form.smtp_host !== undefined && form.smtp_host !== "") {
    const tls = form.smtp_tls ?? true;
    const port = form.smtp_port ?? (tls ? 465 : 25);
    const login = { host: form.smtp_host, port, tls, ...given };
    try {
      await trySmtpLogin(mail.egress, login);
    } catch (cause) {
      throw new Failure("account.smtp_failed", { cause });
    }
    return login;
  }
  const found = await discoverSettings(mail, form.account_mail);
  if (found === null || found.smtp_host === null || found.smtp_port === null) return undefined;
  const login = {
    host: found.smtp_host,
    port: found.smtp_port,
    tls: found.smtp_tls ?? true,
    ...given,
  };
  try {
    await trySmtpLogin(mail.egress, login);
    return login;
  } catch (error) {
    mail.log.info({ error }, "the outgoing server that was found refuses this login");
    return undefined;
  }
}

function newRow(
  mail: MailContext,
  userId: UserId,
  form: NewAccount,
  smtp: SmtpLogin | undefined,
): AccountRow {
  const id = AccountId.parse(randomId(mail.clock.now()));
  const owner = { id, user_id: userId };
  const hasOwnSmtpPassword = smtp !== undefined && smtp.pass !== form.account_pass;
  return {
    ...owner,
    account_mail: form.account_mail,
    imap_host: form.imap_host,
    imap_port: form.user_port,
    imap_tls: bit(form.tls),
    imap_user: form.account_mail,
    imap_secret: mail.box.seal(form.account_pass, secretPlace(owner, "imap_secret")),
    smtp_host: smtp?.host ?? "",
    smtp_port: smtp?.port ?? 0,
    smtp_tls: bit(smtp?.tls ?? true),
    smtp_user: smtp?.user ?? "",
    smtp_secret: hasOwnSmtpPassword
      ? mail.box.seal(smtp.pass, secretPlace(owner, "smtp_secret"))
      : "",
    state: "connecting",
    error_code: "",
    last_sync_at: 0,
    created_at: mail.clock.now(),
  };
}

function presentAccount(
  row: AccountRow,
  all: { folders: readonly FolderRow[]; counts: readonly FolderCount[] },
): Account {
  const folders = all.folders.filter((folder) => folder.account_id === row.id);
  const counts = all.counts.filter((count) => count.accountId === row.id);
  const isCounted = folders.length > 0 && folders.every((folder) => folder.server_count >= 0);
  return {
    id: row.id,
    account_mail: row.account_mail,
    imap_host: row.imap_host,
    user_port: row.imap_port,
    tls: row.imap_tls === 1,
    state: row.state,
    progress: {
      here: sum(counts.map((count) => count.here)),
      server: isCounted ? sum(folders.map((folder) => folder.server_count)) : null,
    },
    error: row.error_code === "" ? null : presentError(row.error_code),
    canSend: row.smtp_host !== "",
    lastSyncAt: row.last_sync_at === 0 ? null : new Date(row.last_sync_at).toISOString(),
  };
}

function presentError(code: string): { code: string; message: string } {
  const known = Object.entries(errors).find(([name]) => name === code)?.[1];
  return { code, message: known?.message ?? errors.internal.message };
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}

function bit(value: boolean): Bit {
  return value ? 1 : 0;
}
