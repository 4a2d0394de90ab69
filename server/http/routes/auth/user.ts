import { login, logout, register } from "@inlet/contract/auth/user.ts";
import type { Api } from "#/http/api.ts";
import { credentialsOf } from "#/http/caller.ts";
import { route } from "#/http/route.ts";
import { clearSessionCookies, visitorOf } from "#/http/session-cookie.ts";
import { answerSignedIn } from "#/http/signed-in.ts";

/** Routes for sign-up, sign-in and sign-out. */
export function userRoutes(api: Api): void {
  const { auth } = api;

  route(api, register, async (form, { request, reply }) =>
    answerSignedIn(api, await auth.register(form, visitorOf(request)), request, reply),
  );

  route(api, login, async (form, { request, reply }) =>
    answerSignedIn(api, await auth.login(form, visitorOf(request)), request, reply),
  );

  route(api, logout, async (_input, { request, reply }) => {
    const credentials = credentialsOf(request);
    if (credentials) await auth.logout(credentials.bearer);
    clearSessionCookies(reply);
    return { ok: true } as const;
  });
}
