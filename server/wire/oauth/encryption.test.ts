import { once } from "node:events";
import {
  createServer as createClearServer,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer } from "node:https";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createEgress, type Egress } from "#/egress/egress.ts";
import { requestResource } from "#/egress/fetch-resource.ts";
import { selfSigned } from "#/testing/factories/certificate.ts";
import { startTestAuthority, type TestAuthority } from "#/testing/fakes/certificate-authority.ts";
import { createAuthorities } from "./authority.ts";
import { OauthError } from "./oauth-error.ts";
import { refreshTokens } from "./sign-in.ts";

const host = "accounts.test.example";
const servers: Server[] = [];
let authority: TestAuthority;

beforeAll(async () => {
  authority = await startTestAuthority();
});
afterAll(async () => {
  await authority[Symbol.asyncDispose]();
});
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** Resolves the public host to this machine. */
const egress: Egress = {
  ...createEgress({ allowedPrivateHosts: [] }),
  request: (address, options) =>
    requestResource(
      async (name, port) => ({ host: name, address: "127.0.0.1", port, isAllowedPrivate: false }),
      address,
      options,
    ),
};

/** Starts a provider that records its requests. `tokens` returns its token endpoint. */
async function startProvider(
  certificate: { key: string; cert: string } | "in clear",
  tokens: (origin: string) => string = (origin) => `${origin}/token`,
) {
  const received: string[] = [];
  const provider = { issuer: "", received };
  const answer: RequestListener = (request, response) => {
    text(request).then(
      (body) => say(`${request.method} ${request.url} ${body}`, request.url, response),
      (error: Error) => response.destroy(error),
    );
  };
  const say = (asked: string, url: string | undefined, response: ServerResponse) => {
    received.push(asked);
    response.setHeader("content-type", "application/json");
    const isToken = url === "/token";
    const responseBody = isToken
      ? { access_token: "new", token_type: "bearer", expires_in: 60 }
      : { issuer: provider.issuer, token_endpoint: tokens(provider.issuer) };
    response.end(JSON.stringify(responseBody));
  };
  const isClear = certificate === "in clear";
  const server = isClear ? createClearServer(answer) : createServer(certificate, answer);
  servers.push(server);
  server.on("tlsClientError", () => undefined);
  await once(server.listen(0, "127.0.0.1"), "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  provider.issuer = `${isClear ? "http" : "https"}://${host}:${address.port}`;
  return provider;
}

function refresh(issuer: string) {
  const client = { issuer, clientId: "inlet", clientSecret: "secret-of-the-client" };
  return refreshTokens(createAuthorities(egress, { google: client }), "google", "refresh-of-ann");
}

test("a provider with a valid certificate for its name receives the secrets", async () => {
  const { issuer, received } = await startProvider(await authority.issue(host, 1));
  expect(await refresh(issuer)).toMatchObject({ accessToken: "new" });
  expect(received.join()).toContain("refresh-of-ann");
});

test.each([
  ["of its own making", () => selfSigned()],
  ["of another name", () => authority.issue("other.example", 1)],
  ["that has expired", () => authority.issue(host, -1)],
])("a provider with a certificate %s receives nothing", async (_what, issue) => {
  const { issuer, received } = await startProvider(await issue());
  await expect(refresh(issuer)).rejects.toBeInstanceOf(OauthError);
  expect(received).toEqual([]);
});

test("a provider in clear text receives nothing, even if a secure one names it", async () => {
  const clear = await startProvider("in clear");
  await expect(refresh(clear.issuer)).rejects.toBeInstanceOf(OauthError);
  const certificate = await authority.issue(host, 1);
  const astray = await startProvider(certificate, () => `${clear.issuer}/token`);
  await expect(refresh(astray.issuer)).rejects.toBeInstanceOf(OauthError);
  expect(clear.received).toEqual([]);
  expect(astray.received.join()).not.toContain("refresh-of-ann");
});
