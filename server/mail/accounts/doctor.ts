import type {
  DoctorEvent,
  DoctorStep,
  examineAccount,
} from "@inlet/contract/mail/account-doctor.ts";
import type { MailSettings } from "@inlet/contract/mail/accounts.ts";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import type { AccountRow } from "#/store/engine/schema.ts";
import { connectImap } from "#/wire/imap/connection.ts";
import type { ImapLogin } from "#/wire/imap/remote.ts";
import { type SmtpLogin, trySmtpLogin } from "#/wire/smtp/send.ts";
import { lookAtCertificate, type Shown } from "#/wire/tls/inspect-server.ts";
import { discoverSettings, requireAccount } from "./accounts.ts";
import { connectionTurn } from "./connection-limit.ts";
import type { MailContext } from "#/mail/context.ts";
import { verdictOn } from "./doctor-verdict.ts";
import { loginFailure } from "./login-failure.ts";
import { imapLoginOf, smtpLoginOf } from "./logins.ts";
import { mayHaveSecrets } from "./trusted-hosts.ts";
import { loginTimeoutMs } from "./try-login.ts";
import { requireQuota } from "#/store/users/require-quota.ts";

type ExamineRequest = z.output<typeof examineAccount.input>;
type Finding = { detail: string; fingerprint?: string | undefined };

/** Servers and secrets to try, as far as they are known. */
interface Patient {
  address: string;
  settings: MailSettings | null;
  imap: ImapLogin | null;
  smtp: SmtpLogin | null;
  /** False without a password or token: then no login is attempted. */
  hasSecret: boolean;
  /** Set if the provider gave no token. */
  refusal?: Failure;
}

/**
 * Tries a mailbox step by step until something fails. It connects where adding an account would connect, and reports addresses
 * that it may not reach as if they did not exist. Throws account.not_found immediately.
 */
export async function examine(
  mail: MailContext,
  userId: UserId,
  request: ExamineRequest,
  signal: AbortSignal,
): Promise<AsyncIterable<DoctorEvent>> {
  const account = request.accountId && (await requireAccount(mail, userId, request.accountId));
  await requireQuota(mail, userId, { accountTests: 1 });
  return examination(mail, request, account || undefined, signal);
}

async function* examination(
  mail: MailContext,
  request: ExamineRequest,
  account: AccountRow | undefined,
  signal: AbortSignal,
): AsyncGenerator<DoctorEvent> {
  yield step("settings", "running");
  const patient = await (account === undefined
    ? newPatient(mail, request)
    : knownPatient(mail, account, request));
  const { imap } = patient;
  yield { kind: "settings", settings: patient.settings };
  if (imap === null) {
    yield step("settings", "failed", { detail: "", code: "account.add_failed" });
    yield* skipped("dns", "tcp", "tls", "login", "folders", "smtp");
    yield verdictOn(patient, { failed: "settings", code: "account.add_failed" });
    return;
  }
  yield step("settings", "ok", { detail: `${imap.host}:${imap.port}` });

  const state: { connection?: Awaited<ReturnType<typeof connectImap>>; endTurn?: () => void } = {};
  const tries: [DoctorStep, () => Promise<Finding | null>][] = [
    ["dns", () => resolveHost(mail, imap)],
    ["tcp", () => connectOnly(mail, imap)],
    ["tls", () => lookAt(mail, imap)],
    [
      "login",
      async () => {
        if (patient.refusal) throw patient.refusal;
        if (!patient.hasSecret) return null;
        const options = { log: mail.log, timeoutMs: loginTimeoutMs };
        if (account) state.endTurn = await connectionTurn(account.id, loginTimeoutMs);
        state.connection = await connectImap(mail.egress, imap, options);
        return { detail: imap.user };
      },
    ],
    [
      "folders",
      async () => {
        if (state.connection === undefined) return null;
        const folders = await state.connection.listFolders();
        return { detail: folders.length === 1 ? "1 folder" : `${folders.length} folders` };
      },
    ],
    ["smtp", () => trySending(mail, patient)],
  ];
  let failed: { failed: DoctorStep; code: ErrorCode } | undefined;
  try {
    for (const [name, attempt] of tries) {
      if (signal.aborted) return;
      // Sending has its own server: it is tried even when receiving fails.
      if (failed && name !== "smtp") {
        yield* skipped(name);
        continue;
      }
      yield step(name, "running");
      try {
        const finding = await attempt();
        yield finding === null ? step(name, "skipped") : step(name, "ok", finding);
      } catch (error) {
        const { code } = failureOf(error, name);
        const fingerprint = error instanceof OtherCertificate ? error.shown.fingerprint : undefined;
        yield step(name, "failed", { detail: "", code, fingerprint });
        failed ??= { failed: name, code };
      }
    }
  } finally {
    try {
      await state.connection?.close();
    } finally {
      state.endTurn?.();
    }
  }
  yield verdictOn(patient, failed);
}

async function newPatient(mail: MailContext, request: ExamineRequest): Promise<Patient> {
  const address = request.account_mail ?? "";
  const found = request.imap_host === undefined ? await discoverSettings(mail, address) : null;
  const settings = settingsOf(request, found);
  const pass = request.account_pass ?? "";
  const smtp = settings && smtpServerOf(settings);
  return {
    address,
    settings,
    hasSecret: pass !== "",
    imap: settings && {
      host: settings.imap_host,
      port: settings.user_port,
      tls: settings.tls,
      user: address,
      pass,
    },
    smtp: smtp && {
      ...smtp,
      user: request.smtp_user ?? address,
      pass: request.smtp_pass ?? pass,
    },
  };
}

function settingsOf(request: ExamineRequest, found: MailSettings | null): MailSettings | null {
  if (request.imap_host === undefined) return found;
  const host = request.smtp_host || null;
  return {
    imap_host: request.imap_host,
    user_port: request.user_port ?? 993,
    tls: request.tls ?? true,
    smtp_host: host,
    smtp_port:
      host === null ? null : (request.smtp_port ?? (request.smtp_tls === false ? 25 : 465)),
    smtp_tls: host === null ? null : (request.smtp_tls ?? true),
    appPasswordUrl: null,
    providerName: null,
    provider: null,
  };
}

function smtpServerOf({ smtp_host: host, smtp_port: port, smtp_tls: tls }: MailSettings) {
  return host === null || port === null ? null : { host, port, tls: tls ?? true };
}

/** Returns the stored settings of an account; the user's unsaved input takes precedence. */
async function knownPatient(
  mail: MailContext,
  account: AccountRow,
  request: ExamineRequest,
): Promise<Patient> {
  const settings: MailSettings = {
    imap_host: request.imap_host ?? account.imap_host,
    user_port: request.user_port ?? account.imap_port,
    tls: request.tls ?? account.imap_tls === 1,
    smtp_host: (request.smtp_host ?? account.smtp_host) || null,
    smtp_port: request.smtp_port ?? account.smtp_port,
    smtp_tls: request.smtp_tls ?? account.smtp_tls === 1,
    appPasswordUrl: null,
    providerName: null,
    provider: account.provider || null,
  };
  const hasSecret = await isOurs(mail, account, request);
  const patient = { address: account.account_mail, settings, hasSecret };
  const server = { host: settings.imap_host, port: settings.user_port, tls: settings.tls };
  const smtpServer = smtpServerOf(settings);
  try {
    const imap = await imapLoginOf(mail, account);
    const pass = request.account_pass || imap.pass;
    const stored = await smtpLoginOf(mail, account);
    const isShared = account.smtp_secret === "";
    return {
      ...patient,
      imap: { ...imap, ...server, pass },
      smtp: smtpServer && {
        ...(stored ?? { ...imap, certificate: "" }),
        ...smtpServer,
        ...(isShared && { pass }),
        ...(request.smtp_user !== undefined && { user: request.smtp_user }),
        ...(request.smtp_pass !== undefined && { pass: request.smtp_pass }),
      },
    };
  } catch (cause) {
    const imap = {
      ...server,
      user: account.imap_user,
      pass: "",
      certificate: account.imap_certificate,
    };
    return { ...patient, imap, smtp: null, refusal: loginFailure(cause) };
  }
}

/** Returns true if the stored secret belongs to these servers. It is sent to no other. */
async function isOurs(
  mail: MailContext,
  account: AccountRow,
  request: ExamineRequest,
): Promise<boolean> {
  const isTyped = account.provider === "" && !!request.account_pass;
  const isShared = isTyped && account.smtp_secret === "";
  const isSmtpTyped = account.provider === "" && request.smtp_pass !== undefined;
  const hosts = [
    isTyped ? "" : request.imap_host,
    isShared || isSmtpTyped ? "" : request.smtp_host,
  ];
  for (const host of hosts) {
    if (host && !(await mayHaveSecrets(mail, account, host))) return false;
  }
  return true;
}

async function resolveHost(mail: MailContext, { host, port }: ImapLogin): Promise<Finding> {
  const { address } = await mail.egress.resolve(host, port, "mail");
  return { detail: address === host ? "" : address };
}

async function connectOnly(mail: MailContext, { host, port }: ImapLogin): Promise<Finding> {
  const target = await mail.egress.resolve(host, port, "mail");
  const socket = await mail.egress.connect(target, { timeoutMs: loginTimeoutMs });
  socket.destroy();
  return { detail: "" };
}

class OtherCertificate extends Error {
  readonly shown: Shown;
  readonly code: "account.certificate" | "account.certificate_changed";
  constructor(shown: Shown, code: OtherCertificate["code"]) {
    super("the certificate is not trusted");
    this.shown = shown;
    this.code = code;
  }
}

/** Returns null for an unencrypted connection, which is only allowed for permitted hosts. */
async function lookAt(mail: MailContext, login: ImapLogin): Promise<Finding | null> {
  const target = await mail.egress.resolve(login.host, login.port, "mail");
  if (!login.tls) {
    if (!target.isAllowedPrivate) throw new Failure("account.encryption_required");
    return null;
  }
  const options = { protocol: "imap", timeoutMs: loginTimeoutMs } as const;
  const shown = await lookAtCertificate(mail.egress, target, options);
  const isPinned = !!login.certificate;
  if (isPinned && shown.certificate === login.certificate) {
    return { detail: "", fingerprint: shown.fingerprint };
  }
  if (isPinned) throw new OtherCertificate(shown, "account.certificate_changed");
  if (shown.isTrusted) return { detail: "" };
  if (!target.isAllowedPrivate) throw new OtherCertificate(shown, "account.certificate");
  return { detail: "", fingerprint: shown.fingerprint };
}

async function trySending(
  mail: MailContext,
  { smtp, hasSecret }: Patient,
): Promise<Finding | null> {
  if (smtp === null || !hasSecret) return null;
  await trySmtpLogin(mail.egress, smtp, { timeoutMs: loginTimeoutMs });
  return { detail: `${smtp.host}:${smtp.port}` };
}

function failureOf(error: unknown, name: DoctorStep): { code: ErrorCode } {
  if (error instanceof OtherCertificate) return error;
  if (name === "smtp") return new Failure("account.smtp_failed", { cause: error });
  return loginFailure(error);
}

function step(
  name: DoctorStep,
  state: "running" | "ok" | "failed" | "skipped",
  found: { detail?: string; code?: ErrorCode; fingerprint?: string | undefined } = {},
): DoctorEvent {
  const { detail = "", code = null, fingerprint = null } = found;
  return { kind: "step", step: name, state, detail, code, fingerprint };
}

function* skipped(...names: DoctorStep[]): Generator<DoctorEvent> {
  for (const name of names) yield step(name, "skipped");
}
