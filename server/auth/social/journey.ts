import { UserId } from "@inlet/contract/ids.ts";
import type { SocialProvider } from "@inlet/contract/social-sign-in.ts";
import { z } from "zod";
import { createOnTheWay } from "#/auth/social/on-the-way.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import type { AuthorityName } from "#/wire/oauth/authority.ts";
import { askWho, hearWho, type Identity } from "#/wire/oauth/identity.ts";
import { OauthError, type OauthErrorKind } from "#/wire/oauth/oauth-error.ts";
import type { AuthParts } from "#/auth/context.ts";

/** Where, as it is kept. */
export const Provider: z.ZodType<SocialProvider> = z.enum(["google", "outlook", "oidc"]);

/** What somebody sets out for: to be let in, or to connect what lets them in later. */
const Purpose = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("signIn"), invite: z.string().optional() }),
  z.object({ kind: z.literal("connect"), userId: UserId, sessionId: z.string() }),
]);
type Purpose = z.infer<typeof Purpose>;

/** How a journey ended. It was this browser that set out. */
export interface Ended {
  purpose: Purpose;
  browserHash: string;
  /** Why the provider vouches for nobody. */
  outcome: { identity: Identity } | { failure: OauthErrorKind; cause: unknown };
}

/** The way to a provider and back. */
export interface Journeys {
  /**
   * `browser` is to be kept by the browser and brought along on its way back: what it keeps already, where another tab
   * set out before. Throws OauthError.
   */
  setOut: (
    provider: SocialProvider,
    to: { redirectUri: string; browsers: readonly string[] },
    purpose: Purpose,
  ) => Promise<{ url: string; browser: string }>;
  /** Null when nobody set out so: not here, not in this browser, not to this provider, too long ago, or back already. */
  comeBack: (
    provider: SocialProvider,
    query: string,
    browsers: readonly string[],
  ) => Promise<Ended | null>;
}

/** As which of the host's registrations people are sent there. */
export const authorityOf: Record<SocialProvider, AuthorityName> = {
  google: "google",
  outlook: "microsoft",
  oidc: "oidc",
};

const lifetimeMs = 10 * 60_000;

const Journey = z.object({
  provider: Provider,
  browserHash: z.string(),
  userId: UserId.optional(),
  flow: z.object({ redirectUri: z.string(), verifier: z.string(), nonce: z.string() }),
  purpose: Purpose,
});

/** Journeys of people at every provider that is set up. */
export function createJourneys(parts: AuthParts): Journeys {
  const { authorities } = parts.elsewhere;
  const journeys = createOnTheWay(parts, "journey", Journey);
  return {
    async setOut(provider, { redirectUri, browsers }, purpose) {
      const browser = browsers.find((kept) => /^[\w-]{43}$/.test(kept)) ?? randomToken();
      const state = randomToken();
      const wish = { redirectUri, state };
      const { url, flow } = await askWho(authorities, authorityOf[provider], wish);
      const userId = purpose.kind === "connect" ? purpose.userId : undefined;
      const journey = { provider, browserHash: hashToken(browser), userId, flow, purpose };
      await journeys.hold(journey, parts.clock.now() + lifetimeMs, state);
      return { url, browser };
    },
    async comeBack(provider, query, browsers) {
      const state = new URLSearchParams(query).get("state") ?? "";
      const journey = await journeys.take(state);
      if (journey?.provider !== provider) return null;
      const { purpose, browserHash, flow } = journey;
      if (!isBrowser(browserHash, browsers)) return null;
      const back = { flow, query, state };
      try {
        const identity = await hearWho(authorities, authorityOf[provider], back);
        return { purpose, browserHash, outcome: { identity } };
      } catch (error) {
        if (!(error instanceof OauthError)) throw error;
        return { purpose, browserHash, outcome: { failure: error.kind, cause: error.cause } };
      }
    },
  };
}

/** Whether one of the values that a browser shows is the one that it was given. */
export function isBrowser(browserHash: string, browsers: readonly string[]): boolean {
  return browsers.some((browser) => hashToken(browser) === browserHash);
}
