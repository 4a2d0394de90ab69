import { UserId } from "@inlet/contract/ids.ts";
import type { SocialProvider } from "@inlet/contract/auth/social-sign-in.ts";
import { z } from "zod";
import { createPendingFlows } from "#/auth/social/pending-flows.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import type { AuthorityName } from "#/wire/oauth/authority.ts";
import { askWho, readIdentity, type Identity } from "#/wire/oauth/identity.ts";
import { OauthError, type OauthErrorKind } from "#/wire/oauth/oauth-error.ts";
import type { AuthParts } from "#/auth/context.ts";

/** Sign-in provider, as stored. */
export const Provider: z.ZodType<SocialProvider> = z.enum(["google", "outlook", "oidc"]);

/** Purpose of an OAuth flow: to sign in, or to connect a provider for later sign-ins. */
const Purpose = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("signIn"), invite: z.string().optional() }),
  z.object({ kind: z.literal("connect"), userId: UserId, sessionId: z.string() }),
]);
type Purpose = z.infer<typeof Purpose>;

/** Result of an OAuth flow that this browser began. */
export interface Ended {
  purpose: Purpose;
  browserHash: string;
  /** The identity, or the reason why the provider confirms none. */
  outcome: { identity: Identity } | { failure: OauthErrorKind; cause: unknown };
}

/** OAuth flows with sign-in providers. */
export interface SignInFlows {
  /**
   * The browser stores `browser` and sends it with the callback. A value from an earlier flow, in another tab, is used again.
   * Throws OauthError.
   */
  setOut: (
    provider: SocialProvider,
    to: { redirectUri: string; browsers: readonly string[] },
    purpose: Purpose,
  ) => Promise<{ url: string; browser: string }>;
  /**
   * Returns null if no such flow is pending: not begun here, in this browser or at this provider, expired, or already finished.
   */
  comeBack: (
    provider: SocialProvider,
    query: string,
    browsers: readonly string[],
  ) => Promise<Ended | null>;
}

/** The host's registration that each provider uses. */
export const authorityOf: Record<SocialProvider, AuthorityName> = {
  google: "google",
  outlook: "microsoft",
  oidc: "oidc",
};

const lifetimeMs = 10 * 60_000;

const SignInFlow = z.object({
  provider: Provider,
  browserHash: z.string(),
  userId: UserId.optional(),
  flow: z.object({ redirectUri: z.string(), verifier: z.string(), nonce: z.string() }),
  purpose: Purpose,
});

/** Runs the OAuth flows of users at every provider that is set up. */
export function createSignInFlows(parts: AuthParts): SignInFlows {
  const { authorities } = parts.elsewhere;
  const flows = createPendingFlows(parts, "journey", SignInFlow);
  return {
    async setOut(provider, { redirectUri, browsers }, purpose) {
      const browser = browsers.find((kept) => /^[\w-]{43}$/.test(kept)) ?? randomToken();
      const state = randomToken();
      const request = { redirectUri, state };
      const { url, flow } = await askWho(authorities, authorityOf[provider], request);
      const userId = purpose.kind === "connect" ? purpose.userId : undefined;
      const pendingFlow = { provider, browserHash: hashToken(browser), userId, flow, purpose };
      await flows.hold(pendingFlow, parts.clock.now() + lifetimeMs, state);
      return { url, browser };
    },
    async comeBack(provider, query, browsers) {
      const state = new URLSearchParams(query).get("state") ?? "";
      const pendingFlow = await flows.take(state);
      if (pendingFlow?.provider !== provider) return null;
      const { purpose, browserHash, flow } = pendingFlow;
      if (!isBrowser(browserHash, browsers)) return null;
      const back = { flow, query, state };
      try {
        const identity = await readIdentity(authorities, authorityOf[provider], back);
        return { purpose, browserHash, outcome: { identity } };
      } catch (error) {
        if (!(error instanceof OauthError)) throw error;
        return { purpose, browserHash, outcome: { failure: error.kind, cause: error.cause } };
      }
    },
  };
}

/** Returns true if one of the values that the browser sends is the one that it was given. */
export function isBrowser(browserHash: string, browsers: readonly string[]): boolean {
  return browsers.some((browser) => hashToken(browser) === browserHash);
}
