import {
  disconnectSignIn,
  finishConnecting,
  finishSocialSignIn,
  listConnectedSignIns,
  startConnecting,
} from "@inlet/contract/auth/social-sign-in-accounts.ts";
import {
  type EntryError,
  socialPaths,
  type SocialProvider,
} from "@inlet/contract/auth/social-sign-in.ts";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Api } from "#/http/api.ts";
import { proofOf } from "#/http/proof.ts";
import { rateLimitOfPage } from "#/http/rate-limit.ts";
import { route } from "#/http/route.ts";
import { isSecureOrigin, setCookie, socialCookies, visitorOf } from "#/http/session-cookie.ts";
import { answerSignedIn } from "#/http/signed-in.ts";

/** Long enough for a flow with a provider and the second step after it. */
const cookieSeconds = 20 * 60;
const maxQueryLength = 8000;
const maxInviteLength = 200;

interface Options {
  /** Origin under which users reach the server, if it differs from the one that the server listens on. */
  publicUrl: string | null;
}

/**
 * Routes for sign-in with an external provider. The browser navigates to the start and callback pages. The value in the
 * callback's URL works only in the browser that started the flow.
 */
export function socialSignInRoutes(api: Api, { publicUrl }: Options): void {
  const { auth } = api;
  const { social } = auth;
  const originOf = (request: FastifyRequest) =>
    publicUrl ?? `${request.protocol}://${request.host}`;
  const backOf = (provider: SocialProvider, request: FastifyRequest) =>
    `${originOf(request)}${socialPaths[provider].signIn}/callback`;
  const rememberBrowser = (request: FastifyRequest, reply: FastifyReply, value: string) => {
    const cookie = { names: socialCookies, value, maxAgeSeconds: cookieSeconds };
    setCookie(request, reply, { ...cookie, sameSite: "lax", origin: originOf(request) });
  };
  // Another site of the host's domain can set a cookie with the plain name, but not with the secure one.
  const browsersOf = (request: FastifyRequest): string[] => {
    const [secure, plain] = socialCookies;
    return [request.cookies[isSecureOrigin(originOf(request)) ? secure : plain] ?? ""];
  };

  for (const provider of ["google", "outlook", "oidc"] as const) {
    const { signIn, signUp } = socialPaths[provider];
    const isSetUp = social.providers.some((one) => one.provider === provider);
    for (const path of new Set([signIn, signUp])) {
      page(path, async (request, reply) => {
        if (!isSetUp) return toSignIn(reply, `${provider}_not_configured`);
        const to = {
          redirectUri: backOf(provider, request),
          invite: inviteOf(request),
          browsers: browsersOf(request),
        };
        const begun = await social.setOut(provider, to);
        if (begun === null) return toSignIn(reply, `${provider}_failed`);
        rememberBrowser(request, reply, begun.browser);
        return go(reply, begun.url);
      });
    }
    page(`${signIn}/callback`, async (request, reply) => {
      const query = queryOf(request);
      if (query.length > maxQueryLength) return toSignIn(reply, `${provider}_failed`);
      const ended = await social.comeBack(provider, { query, browsers: browsersOf(request) });
      if ("error" in ended) return toSignIn(reply, ended.error);
      return go(reply, `/auth/callback?token=${ended.token}&via=${provider}`);
    });
  }

  function page(
    path: string,
    handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>,
  ): void {
    api.server.get(path, { config: rateLimitOfPage }, handler);
  }

  route(api, finishSocialSignIn, async (given, { request, reply }) => {
    const shown = { ...given, browsers: browsersOf(request) };
    const ended = await auth.socialSignIn(shown, visitorOf(request));
    reply.header("cache-control", "no-store");
    if (ended.state === "elsewhere") return ended;
    const { state, ...signedIn } = ended;
    return { state, ...answerSignedIn(api, signedIn, request, reply) };
  });

  route(api, listConnectedSignIns, async (_input, { caller }) => ({
    signIns: await social.list(caller.userId),
    providers: social.providers,
  }));

  route(api, startConnecting, async ({ provider, ...given }, context) => {
    const { caller, request, reply } = context;
    const to = { provider, redirectUri: backOf(provider, request), browsers: browsersOf(request) };
    const proof = proofOf(given, context);
    const { url, browser } = await social.startConnecting(caller, proof, to);
    rememberBrowser(request, reply, browser);
    reply.header("cache-control", "no-store");
    return { url };
  });

  route(api, finishConnecting, async ({ token }, { caller, request }) => ({
    signIn: await social.connect(caller, { token, browsers: browsersOf(request) }, request.ip),
  }));

  route(api, disconnectSignIn, async ({ id, ...given }, context) => {
    await social.disconnect(proofOf(given, context), id);
    return { ok: true as const };
  });
}

/** Returns the value of an invitation link, for the account that the sign-in may create. */
function inviteOf(request: FastifyRequest): string | undefined {
  const invite = new URLSearchParams(queryOf(request)).get("invite") ?? "";
  return invite !== "" && invite.length <= maxInviteLength ? invite : undefined;
}

function queryOf({ url }: FastifyRequest): string {
  const at = url.indexOf("?");
  return at === -1 ? "" : url.slice(at);
}

function toSignIn(reply: FastifyReply, error: EntryError): FastifyReply {
  return go(reply, `/login?error=${error}`);
}

function go(reply: FastifyReply, url: string): FastifyReply {
  return reply.header("cache-control", "no-store").redirect(url, 303);
}
