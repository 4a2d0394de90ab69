import type { AccessTokens } from "#/mail/accounts/access-tokens.ts";

/** For tests without a provider's sign-in. */
export const noTokens: AccessTokens = {
  fresh: () => Promise.reject(new Error("A token was asked for, which this test does not expect.")),
};
