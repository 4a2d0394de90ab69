import type { MailProvider } from "@inlet/contract/accounts.ts";
import {
  type EntryError,
  socialPaths,
  type SocialProvider,
} from "@inlet/contract/social-sign-in.ts";
import type { Api } from "#/http/api.ts";

/** By whom each of them is run: the host registers Inlet there once, for mailboxes and for people. */
const registrations: Record<SocialProvider, MailProvider> = {
  google: "google",
  outlook: "microsoft",
};

/**
 * Where the buttons "Google" and "Outlook" lead: nobody is sent on to a provider, and the sign-in page says why. The
 * buttons are part of the page whatever the host has set up.
 */
export function socialSignInRoutes({ server, services }: Api): void {
  for (const provider of ["google", "outlook"] as const) {
    const { signIn, signUp } = socialPaths[provider];
    for (const path of new Set([signIn, signUp])) {
      server.get(path, (_request, reply) => {
        const isSetUp = services.accounts.isSetUp(registrations[provider]);
        const error: EntryError = `${provider}_not_${isSetUp ? "available" : "configured"}`;
        return reply.header("cache-control", "no-store").redirect(`/login?error=${error}`, 303);
      });
    }
  }
}
