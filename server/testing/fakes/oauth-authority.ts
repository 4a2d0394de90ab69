import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { interactionPolicy, Provider } from "oidc-provider";

/** A real authorization server on loopback that signs in any address. */
export interface TestAuthority extends AsyncDisposable {
  client: { issuer: string; clientId: string; clientSecret: string };
  /** For Dovecot: token introspection (RFC 7662). */
  introspectionUrl: string;
  /** Lifetime of new access tokens, in seconds. */
  tokenTtlS: number;
  /** Addresses whose refresh token was used. */
  refreshes: string[];
  /** Addresses whose refresh token was revoked. */
  revocations: string[];
  /** Addresses that revoked Inlet's access. */
  revoked: Set<string>;
  /** Claims by address; without an entry, only the address that signed in. */
  people: Map<string, { email?: string; email_verified?: boolean; name?: string }>;
  /** Expires every access token early. */
  endAccessTokens: () => Promise<void>;
  /** Returns true if this address received the token and it is still valid. */
  isGood: (address: string, token: string) => Promise<boolean>;
  /** Signs in like a browser: follows the product's URL and returns the one that leads back. */
  signIn: (url: string, address: string | null) => Promise<URL>;
  /** Enters a device's code on the provider's page. */
  typeCode: (verificationUrl: string, code: string, address: string) => Promise<void>;
}

const clientId = "inlet";
const scopes = [
  "openid",
  "email",
  "profile",
  "offline_access",
  "https://mail.google.com/",
  "https://outlook.office.com/IMAP.AccessAsUser.All",
  "https://outlook.office.com/SMTP.Send",
];

/** Redirect paths of the product. */
const backPaths = [
  "/app/connected",
  ...["google", "outlook", "oidc"].map((provider) => `/auth/${provider}/callback`),
];

/**
 * Starts the server. It accepts only the product's redirect paths, on any port of this machine. `isStrict`: address and name are
 * where the standard puts them, which is not the ID token.
 */
export async function startAuthority({
  isStrict = false,
}: { isStrict?: boolean } = {}): Promise<TestAuthority> {
  const clientSecret = randomBytes(18).toString("base64url");
  const handler: { serve?: (request: IncomingMessage, response: ServerResponse) => void } = {};
  const server = createServer((request, response) => handler.serve?.(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const place = server.address();
  if (!place || typeof place === "string") throw new Error("no port");
  const issuer = `http://127.0.0.1:${place.port}`;
  const state: Pick<
    TestAuthority,
    "tokenTtlS" | "refreshes" | "revocations" | "revoked" | "people"
  > = {
    people: new Map(),
    tokenTtlS: 3600,
    refreshes: [],
    revocations: [],
    revoked: new Set(),
  };
  const provider = new Provider(
    issuer,
    configuration({ clientSecret, isStrict, state, provider: () => provider }),
  );
  const given: { destroy: () => Promise<void> }[] = [];
  provider.on("access_token.saved", (token) => given.push(token));
  provider.on("refresh_token.consumed", ({ accountId }) => state.refreshes.push(accountId ?? ""));
  provider.on("refresh_token.destroyed", ({ accountId }) =>
    state.revocations.push(accountId ?? ""),
  );
  const serveProvider = provider.callback();
  handler.serve = (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return serveProvider(request, response);
    interact(provider, request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  };
  const introspect = `127.0.0.1:${place.port}/token/introspection`;
  const isGood = async (address: string, token: string) => {
    const basic = Buffer.from(`${clientId}:${clientSecret}`).toString("base64");
    const answer = await fetch(`http://${introspect}`, {
      method: "POST",
      headers: { authorization: `Basic ${basic}` },
      body: new URLSearchParams({ token }),
    });
    const answered: unknown = await answer.json();
    const { active, sub } = answered as { active: boolean; sub?: string };
    return active && sub === address;
  };
  return Object.assign(state, {
    client: { issuer, clientId, clientSecret },
    introspectionUrl: `http://${clientId}:${clientSecret}@${introspect}`,
    endAccessTokens: async () => {
      for (const token of given.splice(0)) await token.destroy();
    },
    isGood,
    signIn: (url: string, address: string | null) => new Browser().signIn(url, address),
    typeCode: (url: string, code: string, address: string) =>
      new Browser().typeCode(url, code, address),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  });
}

function configuration({
  clientSecret,
  isStrict,
  state,
  provider,
}: {
  clientSecret: string;
  isStrict: boolean;
  state: Pick<TestAuthority, "tokenTtlS" | "revoked" | "people">;
  provider: () => Provider;
}): object {
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }));
  return {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        application_type: "native",
        redirect_uris: backPaths.map((path) => `http://127.0.0.1${path}`),
        grant_types: [
          "authorization_code",
          "refresh_token",
          "urn:ietf:params:oauth:grant-type:device_code",
        ],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    cookies: { keys: [randomBytes(16).toString("hex")] },
    scopes,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: isStrict,
    findAccount: (_context: unknown, address: string) =>
      state.revoked.has(address)
        ? undefined
        : {
            accountId: address,
            claims: () => ({ sub: address, email: address, ...state.people.get(address) }),
          },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    ttl: {
      AccessToken: () => state.tokenTtlS,
      RefreshToken: 86_400,
      Grant: 86_400,
      Session: 3600,
      Interaction: 3600,
      IdToken: 3600,
      DeviceCode: 600,
    },
    interactions: {
      policy,
      url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}`,
    },
    // Signing in counts as consent.
    loadExistingGrant: async ({ oidc }: GrantContext) => {
      const accountId = oidc.session?.accountId ?? oidc.account?.accountId;
      if (accountId === undefined) return undefined;
      const grant = new (provider().Grant)({ accountId, clientId });
      grant.addOIDCScope(scopes.join(" "));
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      introspection: { enabled: true, allowedPolicy: () => true },
      revocation: { enabled: true, allowedPolicy: () => true },
      deviceFlow: { enabled: true },
      resourceIndicators: { enabled: false },
    },
  };
}

interface GrantContext {
  oidc: { session?: { accountId?: string }; account?: { accountId: string } };
}

/** Serves the provider's pages: a form that requests the address. */
async function interact(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(request, response);
  const merge = { mergeWithLastSubmission: true };
  if (request.method === "GET" && prompt.name === "consent" && session) {
    const grant = new provider.Grant({ accountId: session.accountId, clientId });
    grant.addOIDCScope(scopes.join(" "));
    const consent = { grantId: await grant.save() };
    return provider.interactionFinished(request, response, { consent }, merge);
  }
  if (request.method === "GET") {
    const hint = (params.login_hint ?? "").replaceAll(/[^\w@.+-]/g, "");
    response.setHeader("content-type", "text/html");
    response.end(
      `<!doctype html><title>Sign in</title><form method="post"><label>Address <input name="login" value="${hint}"></label> <button>Sign in</button> <button name="refuse" value="1">Refuse</button></form>`,
    );
    return;
  }
  let body = "";
  for await (const chunk of request) body += String(chunk);
  const form = new URLSearchParams(body);
  const result = form.has("refuse")
    ? { error: "access_denied", error_description: "The person refused." }
    : { login: { accountId: form.get("login") ?? "" }, select_account: {} };
  return provider.interactionFinished(request, response, result);
}

/** A minimal browser for signing in, with cookies and redirects. */
class Browser {
  readonly #cookies = new Map<string, string>();

  async signIn(url: string, address: string | null): Promise<URL> {
    const { origin } = new URL(url);
    let next = new URL(url);
    for (let hop = 0; hop < 12; hop++) {
      if (next.origin !== origin) return next;
      let answer = await this.#go(next);
      if (answer.status === 200) answer = await this.#go(next, personOf(address));
      next = new URL(answer.headers.get("location") ?? "", next);
      await answer.body?.cancel();
    }
    throw new Error("Signing in does not end.");
  }

  async typeCode(verificationUrl: string, code: string, address: string): Promise<void> {
    let page = await this.#read(new URL(verificationUrl));
    const hidden = () => /name="xsrf" value="([^"]+)"/.exec(page)?.[1] ?? "";
    page = await this.#read(new URL(verificationUrl), { xsrf: hidden(), user_code: code });
    const confirm = { xsrf: hidden(), user_code: code, confirm: "yes" };
    let answer = await this.#go(new URL(verificationUrl), confirm);
    let next = new URL(verificationUrl);
    for (let hop = 0; hop < 12; hop++) {
      const location = answer.headers.get("location");
      await answer.body?.cancel();
      if (location === null && !next.pathname.startsWith("/interaction/")) return;
      if (location !== null) next = new URL(location, next);
      answer = await this.#go(next, location === null ? personOf(address) : undefined);
    }
    throw new Error("Typing the code does not end.");
  }

  async #read(url: URL, form?: Record<string, string>): Promise<string> {
    return (await this.#go(url, form)).text();
  }

  async #go(url: URL, form?: Record<string, string>): Promise<Response> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await fetch(url, {
      redirect: "manual",
      headers: { cookie },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      this.#cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    return answer;
  }
}

function personOf(address: string | null): Record<string, string> {
  return address === null ? { refuse: "1" } : { login: address };
}
