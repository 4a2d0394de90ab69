import {
  addPasskey,
  listPasskeys,
  passkeyLogin,
  removePasskey,
  startPasskey,
  startPasskeyLogin,
} from "@inlet/contract/auth/passkeys.ts";
import type { Api } from "#/http/api.ts";
import { proofOf, unkept } from "#/http/proof.ts";
import { relyingPartyOf } from "#/http/relying-party.ts";
import { route } from "#/http/route.ts";
import { passkeyCookies, setCookie, visitorOf } from "#/http/session-cookie.ts";
import { answerSignedIn } from "#/http/signed-in.ts";

/** Routes for passkeys, which replace the password. */
export function passkeyRoutes(api: Api, { publicUrl }: { publicUrl: string | null }): void {
  const { auth } = api;
  const { passkeys } = auth;

  route(api, listPasskeys, async (_input, { caller }) => ({
    passkeys: await passkeys.list(caller.userId),
  }));

  route(api, startPasskey, async (given, context) => {
    const party = relyingPartyOf(context.request, publicUrl);
    const options = await passkeys.startAdding(context.caller, proofOf(given, context), party);
    return unkept(context.reply, { options });
  });

  route(api, addPasskey, async ({ name, made }, { caller, request }) => {
    const party = relyingPartyOf(request, publicUrl);
    return { passkey: await passkeys.add(caller, { ...made, name }, party) };
  });

  route(api, removePasskey, async ({ id, ...given }, context) => {
    await passkeys.remove(proofOf(given, context), id);
    return { ok: true as const };
  });

  route(api, startPasskeyLogin, async (_input, { request, reply }) => {
    const party = relyingPartyOf(request, publicUrl);
    const { options, browser } = await passkeys.startSignIn(party);
    setCookie(request, reply, { names: passkeyCookies, value: browser, maxAgeSeconds: 5 * 60 });
    return unkept(reply, { options });
  });

  route(api, passkeyLogin, async ({ shown }, { request, reply }) => {
    const browsers = passkeyCookies.flatMap((name) => request.cookies[name] ?? []);
    const party = relyingPartyOf(request, publicUrl);
    const signedIn = await auth.loginWithPasskey(shown, { browsers, party }, visitorOf(request));
    return answerSignedIn(api, signedIn, request, reply);
  });
}
