import type { UserId } from "@inlet/contract/ids.ts";
import type { SocialProvider } from "@inlet/contract/social-sign-in.ts";
import { createHeld } from "#/auth/social/held.ts";
import { hashToken, randomToken } from "#/auth/token.ts";
import type { Clock } from "#/base/clock.ts";
import type { Authorities, AuthorityName } from "#/wire/oauth/authority.ts";
import { askWho, hearWho, type Identity } from "#/wire/oauth/identity.ts";
import { OauthError, type OauthErrorKind } from "#/wire/oauth/oauth-error.ts";
import type { CodeFlow } from "#/wire/oauth/sign-in.ts";

/** What somebody sets out for: to be let in, or to connect what lets them in later. */
type Purpose =
  | { kind: "signIn"; invite: string | undefined }
  | { kind: "connect"; userId: UserId; sessionId: string };

/** How a journey ended. It was this browser that set out. */
export interface Ended {
  purpose: Purpose;
  browserHash: string;
  /** Why the provider vouches for nobody. */
  outcome: { identity: Identity } | { failure: OauthErrorKind; cause: unknown };
}

/** The way to a provider and back. */
export interface Journeys {
  /** `browser` is to be kept by the browser and brought along on its way back. Throws OauthError. */
  setOut: (
    provider: SocialProvider,
    redirectUri: string,
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

interface Journey {
  provider: SocialProvider;
  browserHash: string;
  flow: CodeFlow;
  purpose: Purpose;
}

/** Journeys of people at every provider that is set up. */
export function createJourneys(clock: Clock, authorities: Authorities): Journeys {
  const journeys = createHeld<Journey>(clock, lifetimeMs);
  return {
    async setOut(provider, redirectUri, purpose) {
      const browser = randomToken();
      const state = randomToken();
      const wish = { redirectUri, state };
      const { url, flow } = await askWho(authorities, authorityOf[provider], wish);
      journeys.hold({ provider, browserHash: hashToken(browser), flow, purpose }, state);
      return { url, browser };
    },
    async comeBack(provider, query, browsers) {
      const state = new URLSearchParams(query).get("state") ?? "";
      const journey = journeys.take(state);
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
