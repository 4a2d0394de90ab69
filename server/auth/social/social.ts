import { ConnectedSignInId, UserId } from "@inlet/contract/ids.ts";
import type { ConnectedSignIn } from "@inlet/contract/auth/social-sign-in-accounts.ts";
import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { EntryError, SocialProvider } from "@inlet/contract/auth/social-sign-in.ts";
import { z } from "zod";
import { confirmPassword, type Proof } from "#/auth/confirm-password.ts";
import type { Caller } from "#/auth/sessions.ts";
import {
  authorityOf,
  createSignInFlows,
  type Ended,
  isBrowser,
  Provider,
} from "#/auth/social/oauth-flow.ts";
import { findOrMake, signInRow } from "#/auth/social/new-user.ts";
import { createPendingFlows } from "#/auth/social/pending-flows.ts";
import { Failure } from "#/base/failure.ts";
import { connectedSignInsOf } from "#/store/auth/social-sign-in-queries.ts";
import type { ConnectedSignInRow } from "#/store/auth/schema.ts";
import type { UserRow } from "#/store/engine/schema.ts";
import { userById } from "#/store/users/queries.ts";
import { OauthError } from "#/wire/oauth/oauth-error.ts";
import type { SocialParts } from "#/auth/social/context.ts";

/** Values that a browser sends when it returns from a provider. */
interface Shown {
  token: string;
  browsers: readonly string[];
}

/** The user that the provider identifies, or the notice that another browser began the flow. */
type Arrived =
  | { state: "here"; user: UserRow; isNewcomer: boolean }
  | { state: "elsewhere"; provider: SocialProvider; email: string };

/** Sign-in at a provider, and the identities connected for it. */
export interface Social {
  providers: { provider: SocialProvider; name: string }[];
  /**
   * Returns the URL for the browser, and the value that it stores until the callback. Null if the provider cannot be reached now.
   */
  setOut: (
    provider: SocialProvider,
    to: { redirectUri: string; invite: string | undefined; browsers: readonly string[] },
  ) => Promise<{ url: string; browser: string } | null>;
  /** Returns the value with which the page finishes the sign-in, or the reason why it failed. */
  comeBack: (
    provider: SocialProvider,
    back: { query: string; browsers: readonly string[] },
  ) => Promise<{ token: string } | { error: EntryError }>;
  /** Throws login.token_refused, login.second_factor_required, login.wrong_code, login.too_many. */
  arrive: (shown: Shown & { code: string }, address: string) => Promise<Arrived>;
  list: (userId: UserId) => Promise<ConnectedSignIn[]>;
  /** Throws social.not_set_up, social.failed, and the codes of a wrong proof. */
  startConnecting: (
    caller: Caller,
    proof: Proof,
    to: { provider: SocialProvider; redirectUri: string; browsers: readonly string[] },
  ) => Promise<{ url: string; browser: string }>;
  /** Throws social.bad_state, social.denied, social.failed, social.taken. */
  connect: (caller: Caller, shown: Shown, address: string) => Promise<ConnectedSignIn>;
  /** Throws social.not_found, social.last_way, and the codes of a wrong proof. */
  disconnect: (proof: Proof, id: ConnectedSignInId) => Promise<void>;
}

/** A finished flow, which the page fetches with the value in its address. */
const AnyArrival = z.object({
  provider: Provider,
  browserHash: z.string(),
  at: z.number(),
  userId: UserId,
});
const Identity = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string(),
  name: z.string(),
  isEmailVerified: z.boolean().nullable(),
});
const Arrival = z.discriminatedUnion("kind", [
  AnyArrival.extend({
    kind: z.literal("signIn"),
    signInId: ConnectedSignInId,
    isNewcomer: z.boolean(),
  }),
  AnyArrival.extend({ kind: z.literal("connect"), sessionId: z.string(), identity: Identity }),
  AnyArrival.extend({
    kind: z.literal("refused"),
    sessionId: z.string(),
    code: z.enum(["social.denied", "social.failed"]),
  }),
]);
type Arrival = z.infer<typeof Arrival>;

/** Time to fetch a finished flow, which the page does immediately. */
const arrivalMs = 60_000;
/** Time for the second step: a user may have to find their phone. */
const secondStepMs = 10 * 60_000;

/** A user is never found by an address: issuer and subject identify them, and users connect them while signed in. */
export function createSocial(parts: SocialParts): Social {
  const { reader, execute, clock, log } = parts;
  const { authorities, ownName } = parts.elsewhere;
  const names = namesOf(ownName);
  const providers = (["google", "outlook", "oidc"] as const)
    .filter((provider) => authorities.has(authorityOf[provider]))
    .map((provider) => ({ provider, name: names[provider] }));
  const flows = createSignInFlows(parts);
  const arrivals = createPendingFlows(parts, "arrival", Arrival);

  return {
    providers,
    async setOut(provider, { invite, ...to }) {
      try {
        return await flows.setOut(provider, to, { kind: "signIn", invite });
      } catch (error) {
        if (!(error instanceof OauthError)) throw error;
        const reason = error.cause instanceof Error ? error.cause.message : "";
        log.warn({ provider, reason }, "sign-in provider unreachable");
        return null;
      }
    },

    async comeBack(provider, { query, browsers }) {
      const ended = await flows.comeBack(provider, query, browsers);
      if (ended === null) return { error: `${provider}_failed` };
      const arrival = await arrivalOf(parts, provider, ended);
      if (typeof arrival === "string") return { error: arrival };
      return { token: await arrivals.hold(arrival, arrival.at + arrivalMs) };
    },

    async arrive({ token, code, browsers }, address) {
      const arrival = await arrivals.take(token);
      if (arrival?.kind !== "signIn") throw new Failure("login.token_refused");
      const user = await userById(reader, arrival.userId);
      if (!user) throw new Failure("login.token_refused");
      if (!isBrowser(arrival.browserHash, browsers)) {
        return { state: "elsewhere", provider: arrival.provider, email: user.email };
      }
      if (await parts.secondFactor.isOn(user.id)) {
        // Keeps the token valid, because the user can still enter the right code.
        const hold = () => arrivals.hold(arrival, arrival.at + secondStepMs, token);
        await passSecondFactor(parts, user, { code, address, hold });
      }
      // The sign-in may have been disconnected since the provider responded, for example by a password reset.
      const isConnected = await execute("signIn.use", { userId: user.id, id: arrival.signInId });
      if (!isConnected) throw new Failure("login.token_refused");
      return { state: "here", user, isNewcomer: arrival.isNewcomer };
    },

    list: async (userId) =>
      (await connectedSignInsOf(reader, userId)).map((row) => present(row, names)),

    async startConnecting({ userId, sessionId }, proof, { provider, ...to }) {
      if (!authorities.has(authorityOf[provider])) throw new Failure("social.not_set_up");
      await confirmPassword(parts, proof);
      try {
        const purpose = { kind: "connect", userId, sessionId } as const;
        return await flows.setOut(provider, to, purpose);
      } catch (error) {
        if (!(error instanceof OauthError)) throw error;
        throw new Failure("social.failed", { cause: error });
      }
    },

    async connect({ userId, sessionId }, { token, browsers }, address) {
      const arrival = await arrivals.take(token);
      if (arrival === null || arrival.kind === "signIn") throw new Failure("social.bad_state");
      const isOwn = arrival.userId === userId && arrival.sessionId === sessionId;
      if (!isOwn || !isBrowser(arrival.browserHash, browsers)) {
        throw new Failure("social.bad_state");
      }
      if (arrival.kind === "refused") throw new Failure(arrival.code);
      const { provider, identity } = arrival;
      const added = await execute(
        "signIn.add",
        signInRow(clock.now(), { userId, provider, identity }),
      );
      await parts.alerts.notify(userId, "signInConnected", { address });
      return present(added, names);
    },

    async disconnect(proof, id) {
      const { id: userId } = await confirmPassword(parts, proof);
      await execute("signIn.remove", { userId, id });
      await parts.alerts.notify(userId, "signInDisconnected", { address: proof.address });
    },
  };
}

/** Returns the arrival of a flow that ended, or the error that the sign-in page shows. */
async function arrivalOf(
  parts: SocialParts,
  provider: SocialProvider,
  { purpose, browserHash, outcome }: Ended,
): Promise<Arrival | EntryError> {
  const of = { provider, browserHash, at: parts.clock.now() };
  if ("failure" in outcome) {
    const { failure, cause } = outcome;
    const reason = cause instanceof Error ? cause.message : "";
    parts.log.warn({ provider, failure, reason }, "provider sign-in failed");
    if (purpose.kind === "signIn") return `${provider}_failed`;
    const code = failure === "denied" ? "social.denied" : "social.failed";
    return { ...of, ...purpose, kind: "refused", code };
  }
  if (purpose.kind === "connect") return { ...of, ...purpose, identity: outcome.identity };
  const found = await findOrMake(parts, outcome.identity, { provider, invite: purpose.invite });
  return typeof found === "string" ? found : { ...of, kind: "signIn", ...found };
}

/** Checks the code of the second factor. Whenever it refuses, it calls `hold` first. */
async function passSecondFactor(
  { secondFactor, failures }: SocialParts,
  user: UserRow,
  { code, address, hold }: { code: string; address: string; hold: () => Promise<unknown> },
): Promise<void> {
  const refuse = async (failure: ErrorCode) => {
    await hold();
    throw new Failure(failure);
  };
  if (code === "") await refuse("login.second_factor_required");
  const attempt = await failures.begin(user.email, address);
  if (!attempt) return refuse("login.too_many");
  if (!(await secondFactor.takes(user.id, code))) {
    await attempt.refuse(user.id);
    await refuse("login.wrong_code");
  }
  await attempt.forgive();
}

function namesOf(ownName: string): Record<SocialProvider, string> {
  return { google: "Google", outlook: "Outlook", oidc: ownName };
}

function present(row: ConnectedSignInRow, names: Record<SocialProvider, string>): ConnectedSignIn {
  return {
    id: row.id,
    provider: row.provider,
    name: names[row.provider],
    address: row.address,
    connectedAt: new Date(row.created_at).toISOString(),
    lastUsedAt: row.last_used_at === 0 ? null : new Date(row.last_used_at).toISOString(),
  };
}
