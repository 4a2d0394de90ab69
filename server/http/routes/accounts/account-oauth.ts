import {
  finishMailSignIn,
  listMailProviders,
  pollDeviceSignIn,
  startDeviceSignIn,
  startMailSignIn,
} from "@inlet/contract/mail/account-oauth.ts";
import { MailProvider } from "@inlet/contract/mail/accounts.ts";
import type { FastifyRequest } from "fastify";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import {
  finishCodeSignIn,
  pollDeviceCode,
  startCodeSignIn,
  startDeviceCode,
} from "#/mail/accounts/oauth-sign-in.ts";

/** Page to which the provider redirects the browser. */
const backPath = "/app/connected";
/** Google's device codes cannot grant access to mail. */
const withDeviceCode: ReadonlySet<MailProvider> = new Set(["microsoft"]);

/** Routes for mailboxes that the user opens by signing in at a provider. */
export function accountOauthRoutes(api: Api, { publicUrl }: { publicUrl: string | null }): void {
  const { mail } = api;

  route(api, listMailProviders, async () => ({
    providers: MailProvider.options.map((provider) => ({
      provider,
      isSetUp: mail.authorities.has(provider),
      variables: ["CLIENT_ID", "CLIENT_SECRET"].map((part) => `${provider.toUpperCase()}_${part}`),
      hasDeviceCode: withDeviceCode.has(provider),
    })),
  }));

  route(api, startMailSignIn, async (form, { caller, request }) =>
    startCodeSignIn(mail, caller, form, (publicUrl ?? originOf(request)) + backPath),
  );

  route(api, finishMailSignIn, async ({ query }, { caller }) =>
    finishCodeSignIn(mail, caller, query),
  );

  route(api, startDeviceSignIn, async (form, { caller, fail }) => {
    if (!withDeviceCode.has(form.provider)) fail("oauth.not_set_up");
    return startDeviceCode(mail, caller, form);
  });

  route(api, pollDeviceSignIn, async ({ id }, { caller }) => pollDeviceCode(mail, caller, id));
}

/** Returns the origin of the page. The provider accepts only origins that the host has registered. */
function originOf(request: FastifyRequest): string {
  const { origin } = request.headers;
  return origin && URL.canParse(origin) ? origin : `${request.protocol}://${request.host}`;
}
