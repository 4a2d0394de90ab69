import type { AccessTokens } from "#/mail/access-tokens.ts";

/** For tests in which nobody signs in at a provider. */
export const noTokens: AccessTokens = {
  fresh: () => Promise.reject(new Error("A token was asked for, which this test does not expect.")),
};
