import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:https";
import { buffer } from "node:stream/consumers";
import type { Note } from "@inlet/contract/mail/notifications.ts";
import type { TestAuthority } from "#/testing/fakes/certificate-authority.ts";

/** A delivered push: its notes, decrypted with the browser's keys alone, and its signer's claims. */
interface Pushed {
  browser: TestBrowser;
  notes: Note[];
  headers: Record<string, string | string[] | undefined>;
  /** Signed claims (RFC 8292, 2). */
  claims: { aud: string; exp: number; sub: string };
}

/** A subscribed browser: its public subscription and its private keys. */
interface TestBrowser {
  subscription: { endpoint: string; p256dh: string; auth: string };
  keys: { ecdh: ReturnType<typeof createECDH>; auth: Buffer };
}

/** A push service on loopback (RFC 8030) and its browsers. */
export interface PushService extends AsyncDisposable {
  /** All accepted messages, in order. */
  pushed: Pushed[];
  /** Number of requests. */
  asked: number;
  /** Response instead of accepting the message. */
  refusal: { status: number; headers?: Record<string, string> } | null;
  newBrowser: () => TestBrowser;
}

/**
 * Starts the service at `https://push.example`, for servers identified by the key from `publicKey`. A message that is not
 * encrypted for its browser, or not signed by that key, fails the request.
 */
export async function startPushService(
  authority: TestAuthority,
  publicKey: () => Promise<string>,
): Promise<PushService> {
  const tls = await authority.issue("push.example", 2);
  const browsers = new Map<string, TestBrowser>();
  const server = createServer(tls, (request, response) => {
    service.asked += 1;
    const take = async (): Promise<number> => {
      const body = await buffer(request);
      if (service.refusal) return service.refusal.status;
      const browser = browsers.get(request.url ?? "");
      if (request.method !== "POST" || browser === undefined) return 404;
      if (request.headers["content-encoding"] !== "aes128gcm") return 415;
      if (body.length > 4096) return 413;
      const origin = new URL(browser.subscription.endpoint).origin;
      const claims = checkedClaims(request.headers.authorization ?? "", await publicKey(), origin);
      const { notes } = JSON.parse(decrypted(browser, body)) as { notes: Note[] };
      service.pushed.push({ browser, notes, claims, headers: request.headers });
      return 201;
    };
    take().then(
      (status) => response.writeHead(status, service.refusal?.headers ?? {}).end(),
      (error: unknown) => response.writeHead(400).end(String(error)),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const service: PushService = {
    pushed: [],
    asked: 0,
    refusal: null,
    newBrowser() {
      const path = `/send/${randomBytes(12).toString("base64url")}`;
      const ecdh = createECDH("prime256v1");
      ecdh.generateKeys();
      const auth = randomBytes(16);
      const browser = {
        subscription: {
          endpoint: `https://push.example:${address.port}${path}`,
          p256dh: ecdh.getPublicKey("base64url"),
          auth: auth.toString("base64url"),
        },
        keys: { ecdh, auth },
      };
      browsers.set(path, browser);
      return browser;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}

/** Verifies the claims of `vapid t=…, k=…`, which are signed with ES256 by the key that the browser subscribed with. */
function checkedClaims(authorization: string, publicKey: string, origin: string) {
  const [, token = "", key = ""] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  if (key !== publicKey) throw new Error("signed by another key");
  const [header = "", payload = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${header}.${payload}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!isSigned) throw new Error("not signed");
  const claims = JSON.parse(Buffer.from(payload, "base64url").toString()) as Pushed["claims"];
  const nowS = Date.now() / 1000;
  if (claims.aud !== origin) throw new Error("signed for somebody else");
  if (claims.exp < nowS || claims.exp > nowS + 24 * 3600)
    throw new Error("signed for no such time");
  if (!/^(mailto:|https:)/.test(claims.sub)) throw new Error("nobody to turn to");
  return claims;
}

/** Decrypts RFC 8188 content with RFC 8291 keys: one record that ends with its padding delimiter. */
function decrypted({ keys }: TestBrowser, body: Buffer): string {
  const salt = body.subarray(0, 16);
  const senderLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + senderLength);
  const record = body.subarray(21 + senderLength);
  const shared = keys.ecdh.computeSecret(sender);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.ecdh.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", shared, keys.auth, info, 32));
  const derive = (use: string, length: number) =>
    Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${use}\0`, length));
  const decipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
  decipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([decipher.update(record.subarray(0, -16)), decipher.final()]);
  const end = plain.lastIndexOf(2);
  return plain.subarray(0, end).toString("utf8");
}
