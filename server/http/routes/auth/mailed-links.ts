import {
  forgotPassword,
  hostFacts,
  readVerification,
  resetPassword,
  sendVerification,
  verifyEmail,
} from "@inlet/contract/auth/mailed-links.ts";
import type { Api } from "#/http/api.ts";
import { languageOfRequest } from "#/http/request-language.ts";
import { route } from "#/http/route.ts";

const done = { ok: true } as const;

/** Routes of links that the host sends by mail. */
export function mailedLinkRoutes(api: Api): void {
  const { links, social } = api.auth;

  route(api, hostFacts, async () => ({
    sendsMail: links.sendsMail,
    ownProvider: social.providers.find(({ provider }) => provider === "oidc")?.name ?? "",
    missingProviders: (["google", "outlook"] as const).filter((name) =>
      social.providers.every(({ provider }) => provider !== name),
    ),
  }));

  route(api, forgotPassword, async ({ email }, { request }) => {
    links.askReset(email, languageOfRequest(request));
    return done;
  });

  route(api, resetPassword, async ({ token, password }, { request }) => {
    await links.reset(token, password, request.ip);
    return done;
  });

  route(api, readVerification, async (_input, { caller }) => ({
    state: await links.verification(caller.userId),
  }));

  route(api, sendVerification, async (_input, { caller, request }) => {
    await links.askVerification(caller.userId, languageOfRequest(request));
    return done;
  });

  route(api, verifyEmail, async ({ token }) => {
    await links.verify(token);
    return done;
  });
}
