import { createHash, randomBytes } from "node:crypto";
import type { Account } from "@inlet/contract/mail/accounts.ts";
import type {
  finishMailSignIn,
  pollDeviceSignIn,
  startDeviceSignIn,
  startMailSignIn,
} from "@inlet/contract/mail/account-oauth.ts";
import type { UserId } from "@inlet/contract/ids.ts";
import { AccountId } from "@inlet/contract/ids.ts";
import { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { getOauthFlow } from "#/store/accounts/token-queries.ts";
import { type Authorities, manners } from "#/wire/oauth/authority.ts";
import { OauthError, toOauthError } from "#/wire/oauth/oauth-error.ts";
import {
  beginCodeFlow,
  beginDeviceFlow,
  endCodeFlow,
  pollDeviceFlow,
  type SignedIn,
} from "#/wire/oauth/sign-in.ts";
import { requireAccount } from "./accounts.ts";
import { connectSignedIn, OwnServers } from "./connect-oauth-account.ts";
import type { MailContext } from "#/mail/context.ts";

export interface SignInContext extends MailContext {
  authorities: Authorities;
}

/** The session that signs in: a flow begun in one session must end in it. */
export interface Asker {
  userId: UserId;
  sessionId: string;
}

type Form = z.output<typeof startMailSignIn.input>;

/** The data stored between the two halves of a sign-in. */
const Begun = z.object({
  provider: z.enum(["google", "microsoft"]),
  accountId: z.string().nullable(),
  servers: OwnServers.nullable(),
  step: z.discriminatedUnion("kind", [
    z.object({
      kind: z.literal("code"),
      redirectUri: z.string(),
      verifier: z.string(),
      nonce: z.string(),
    }),
    z.object({ kind: z.literal("device"), deviceCode: z.string(), intervalMs: z.number() }),
  ]),
});
type Begun = z.infer<typeof Begun>;

const codeFlowMs = 10 * 60_000;

/** Returns the address where the browser signs in. Throws oauth.not_set_up, oauth.failed, account.not_found. */
export async function startCodeSignIn(
  mail: SignInContext,
  asker: Asker,
  form: Form,
  redirectUri: string,
): Promise<z.output<typeof startMailSignIn.output>> {
  const about = await aboutOf(mail, asker.userId, form);
  const state = randomBytes(32).toString("base64url");
  const address = about.address ?? form.account_mail ?? "";
  const { url, flow } = await asFailure(() =>
    beginCodeFlow(mail.authorities, form.provider, {
      redirectUri,
      state,
      address,
      manner: manners[form.provider],
    }),
  );
  const begun: Begun = { ...about.begun, step: { kind: "code", ...flow } };
  await remember(mail, asker, { state, begun, lifetimeMs: codeFlowMs });
  return { url };
}

/** Connects the mailbox after the OAuth flow. Throws Failure with the codes of finishMailSignIn. */
export async function finishCodeSignIn(
  mail: SignInContext,
  asker: Asker,
  query: string,
): Promise<z.output<typeof finishMailSignIn.output>> {
  const state = new URLSearchParams(query).get("state") ?? "";
  const begun = await take(mail, asker, state);
  if (begun?.step.kind !== "code") throw new Failure("oauth.bad_state");
  const flow = begun.step;
  const signedIn = await asFailure(() =>
    endCodeFlow(mail.authorities, begun.provider, { flow, query, state }),
  );
  return connect(mail, asker.userId, begun, signedIn);
}

/** Requests a code that the user enters at the provider. Throws oauth.not_set_up, oauth.failed, account.not_found. */
export async function startDeviceCode(
  mail: SignInContext,
  asker: Asker,
  form: Form,
): Promise<z.output<typeof startDeviceSignIn.output>> {
  const { begun } = await aboutOf(mail, asker.userId, form);
  const code = await asFailure(() => beginDeviceFlow(mail.authorities, form.provider));
  const { deviceCode, intervalMs, lifetimeMs, ...shown } = code;
  const id = randomBytes(32).toString("base64url");
  await remember(mail, asker, {
    state: id,
    begun: { ...begun, step: { kind: "device", deviceCode, intervalMs } },
    lifetimeMs,
  });
  const expiresAt = new Date(mail.clock.now() + lifetimeMs).toISOString();
  return { id, ...shown, expiresAt, intervalMs };
}

/** Polls the provider once. Throws Failure with the codes of pollDeviceSignIn. */
export async function pollDeviceCode(
  mail: SignInContext,
  asker: Asker,
  id: string,
): Promise<z.output<typeof pollDeviceSignIn.output>> {
  const row = await getOauthFlow(mail.database.reader, { ...asker, id: hashOf(id) });
  if (row === undefined || row.expires_at <= mail.clock.now()) throw new Failure("oauth.bad_state");
  const begun = opened(mail, asker, id, row.secret);
  const { step } = begun;
  if (step.kind !== "device") throw new Failure("oauth.bad_state");
  let signedIn: SignedIn;
  try {
    signedIn = await pollDeviceFlow(mail.authorities, begun.provider, step.deviceCode);
  } catch (error) {
    const { kind, isTooOften } = toOauthError(error);
    // RFC 8628, 3.5: after slow_down the client waits five seconds longer.
    const intervalMs = step.intervalMs + (isTooOften ? 5000 : 0);
    if (kind === "pending") return { state: "waiting", intervalMs };
    throw failureOf(error);
  }
  if ((await take(mail, asker, id)) === null) throw new Failure("oauth.bad_state");
  return { state: "connected", ...(await connect(mail, asker.userId, begun, signedIn)) };
}

function connect(
  mail: SignInContext,
  userId: UserId,
  { provider, accountId, servers }: Begun,
  signedIn: SignedIn,
): Promise<{ account: Account; isReconnected: boolean }> {
  const id = accountId === null ? null : AccountId.parse(accountId);
  return connectSignedIn(mail, userId, { provider, accountId: id, servers, signedIn });
}

async function aboutOf(
  mail: SignInContext,
  userId: UserId,
  form: Form,
): Promise<{ begun: Omit<Begun, "step">; address: string | undefined }> {
  const account = form.accountId && (await requireAccount(mail, userId, form.accountId));
  const { provider, accountId = null } = form;
  return {
    begun: { provider, accountId, servers: serversOf(form) },
    address: account?.account_mail,
  };
}

function serversOf(form: Form): OwnServers | null {
  if (form.imap_host === undefined) return null;
  return {
    imap_host: form.imap_host,
    user_port: form.user_port ?? 993,
    tls: form.tls ?? true,
    smtp_host: form.smtp_host || null,
    smtp_port: form.smtp_port ?? (form.smtp_tls === false ? 25 : 465),
    smtp_tls: form.smtp_tls ?? true,
  };
}

async function remember(
  mail: SignInContext,
  { userId, sessionId }: Asker,
  { state, begun, lifetimeMs }: { state: string; begun: Begun; lifetimeMs: number },
): Promise<void> {
  const id = hashOf(state);
  await mail.execute("oauthFlow.begin", {
    id,
    user_id: userId,
    session_id: sessionId,
    secret: mail.box.encrypt(JSON.stringify(begun), flowPlace(userId, id)),
    expires_at: mail.clock.now() + lifetimeMs,
  });
}

/** Consumes the flow that this user began with this state in this session, once. */
async function take(mail: SignInContext, asker: Asker, state: string): Promise<Begun | null> {
  const row = await mail.execute("oauthFlow.take", { ...asker, id: hashOf(state) });
  return row && opened(mail, asker, state, row.secret);
}

function opened(mail: SignInContext, { userId }: Asker, state: string, secret: string): Begun {
  return Begun.parse(JSON.parse(mail.box.open(secret, flowPlace(userId, hashOf(state)))));
}

function flowPlace(userId: UserId, rowId: string) {
  return { table: "oauth_flows", userId, rowId, field: "secret" };
}

function hashOf(state: string): string {
  return createHash("sha256").update(state).digest("hex");
}

async function asFailure<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw failureOf(error);
  }
}

function failureOf(error: unknown): Failure {
  const cause = error instanceof OauthError ? error : toOauthError(error);
  switch (cause.kind) {
    case "not_set_up":
      return new Failure("oauth.not_set_up", { cause });
    case "denied":
      return new Failure("oauth.denied", { cause });
    case "expired":
      return new Failure("oauth.bad_state", { cause });
    case "revoked":
    case "pending":
    case "failed":
      return new Failure("oauth.failed", { cause });
  }
}
