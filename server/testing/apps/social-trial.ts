import type { SocialProvider } from "@inlet/contract/auth/social-sign-in.ts";
import type { Engine } from "#/store/engine/database.ts";
import { startAuthority, type TestAuthority } from "#/testing/fakes/oauth-authority.ts";
import type { Client } from "#/testing/apps/client.ts";
import { type RealApp, type RealAppOptions, startRealApp } from "#/testing/apps/real-app.ts";
import { createBrowser, type TestBrowser } from "#/testing/fakes/test-browser.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";
import { createAuthorities, type OauthSettings } from "#/wire/oauth/authority.ts";
import type { SocialSignIn } from "#/auth/context.ts";

/** A user with a session in a browser. */
export interface Someone {
  browser: TestBrowser;
  client: Client;
  token: string;
  /** Options of their calls. */
  options: () => { headers: Record<string, string>; token: string };
}

interface SignedIn {
  user: { id: string; name: string; email: string; role: string };
  token: string;
}

/** The product, and three providers at which users sign in to it. */
export interface SocialTrial extends AsyncDisposable {
  app: RealApp;
  google: TestAuthority;
  microsoft: TestAuthority;
  /** The host's OpenID provider, which returns addresses where the standard wants them. */
  own: TestAuthority;
  settings: OauthSettings;
  /** Replaces ID tokens from the providers. */
  swap: { with: ((idToken: string) => string) | null };
  /** Signs in at the provider (`null`: declines), and returns the redirect URL without opening it. */
  wayBack: (browser: TestBrowser, path: string, login: string | null) => Promise<URL>;
  /** Signs in and opens the redirect URL. Returns the product's page. */
  travel: (browser: TestBrowser, path: string, login: string) => Promise<URL>;
  /** Sends the same request as the page that `travel` returns. */
  finish: (browser: TestBrowser, page: URL, code?: string) => Promise<Response>;
  signIn: (login: string, path?: string) => Promise<Someone & SignedIn>;
  /** Starts to connect a provider in the settings. Returns the URL for the browser. */
  begin: (someone: Someone, provider: SocialProvider, password?: string) => Promise<string>;
  /** Returns the value that the page receives afterwards; with `null` the user declines at the provider. */
  come: (browser: TestBrowser, url: string, login: string | null) => Promise<string>;
  connect: (
    someone: Someone,
    as: { provider: SocialProvider; login: string; password?: string },
  ) => Promise<Response>;
}

/** Returns the external sign-in of a host with these registrations. */
export function socialSignInAt(settings: OauthSettings, ownName = "Example ID"): SocialSignIn {
  const authorities = createAuthorities(egressToLoopback(), settings, { checksSignatures: true });
  return { authorities, ownName };
}

/** Starts the trial. The clock changes only when a test moves it. */
export async function startSocialTrial(
  engine: Engine,
  options: Omit<RealAppOptions, "elsewhere"> = {},
): Promise<SocialTrial> {
  const stack = new AsyncDisposableStack();
  const google = stack.use(await startAuthority());
  const microsoft = stack.use(await startAuthority());
  const own = stack.use(await startAuthority({ isStrict: true }));
  const settings = { google: google.client, microsoft: microsoft.client, oidc: own.client };
  const swap: SocialTrial["swap"] = { with: null };
  const egress = swapping(swap);
  const authorities = createAuthorities(egress, settings, { checksSignatures: true });
  const other = { authorities, ownName: "Example ID" };
  const app = stack.use(await startRealApp(engine, { ...options, elsewhere: other }));

  const say = (url: URL, login: string | null) => {
    const authority = [google, microsoft].find(({ client }) => url.href.startsWith(client.issuer));
    return (authority ?? own).signIn(url.href, login);
  };
  const wayBack: SocialTrial["wayBack"] = async (browser, path, login) =>
    say(await browser.go(path), login);
  const travel: SocialTrial["travel"] = async (browser, path, login) =>
    browser.go(await wayBack(browser, path, login));
  const finish: SocialTrial["finish"] = async (browser, page, code = "") => {
    const input = { token: page.searchParams.get("token") ?? "", code };
    const headers = browser.headers();
    return browser.keep(
      await browser.client.send("POST /user/login/elsewhere", input, { headers }),
    );
  };
  const begin: SocialTrial["begin"] = async (
    { browser, client, options: of },
    provider,
    password = "",
  ) => {
    const answer = await client.send("POST /user/sign-ins/start", { provider, password }, of());
    // The contract's shape; the server under test checks its responses against it.
    const { url } = (await browser.keep(answer).json()) as { url: string };
    return url;
  };
  const come: SocialTrial["come"] = async (browser, url, login) => {
    const page = await browser.go(await say(new URL(url), login));
    return page.searchParams.get("token") ?? `no token: ${page.href}`;
  };
  return {
    app,
    google,
    microsoft,
    own,
    settings,
    swap,
    wayBack,
    travel,
    finish,
    begin,
    come,
    async signIn(login, path = "/auth/google") {
      const browser = createBrowser(app.origin);
      const answer = await finish(browser, await travel(browser, path, login));
      if (!answer.ok) throw new Error(`${login} is not let in: ${await answer.text()}`);
      // Safe: a successful response of this endpoint.
      const { user, token } = (await answer.json()) as SignedIn;
      const of = () => ({ headers: browser.headers(), token });
      return { browser, client: browser.client, user, token, options: of };
    },
    async connect(someone, { provider, login, password }) {
      const url = await begin(someone, provider, password);
      const token = await come(someone.browser, url, login);
      return someone.client.send("POST /user/sign-ins", { token }, someone.options());
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

function swapping(swap: SocialTrial["swap"]) {
  const plain = egressToLoopback();
  const request: typeof plain.request = async (url, requesting) => {
    const answer = await plain.request(url, requesting);
    if (swap.with === null || !url.endsWith("/token")) return answer;
    // Safe: a token response of the provider, which runs in this process.
    const tokens = JSON.parse(answer.body.toString()) as { id_token: string };
    const body = JSON.stringify({ ...tokens, id_token: swap.with(tokens.id_token) });
    return { ...answer, body: Buffer.from(body) };
  };
  return { ...plain, request };
}
