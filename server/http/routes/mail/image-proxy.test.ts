import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { MessageId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSigner } from "#/base/signed-url.ts";
import { imageUrl } from "#/http/files/image-url.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { egressTo } from "#/testing/fakes/web-egress.ts";

const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100)]);

/** Requests that the sender's web server received. */
const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
const senders = createServer((request, response) => {
  const { url = "", headers } = request;
  asked.push({ url, headers });
  const port = portOf(senders);
  const answers: Record<string, () => void> = {
    "/photo.png": () => response.end(png),
    "/moved": () => response.writeHead(302, { location: "/photo.png" }).end(),
    "/inside": () =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/photo.png` }).end(),
    "/circle": () => response.writeHead(302, { location: "/circle" }).end(),
    "/picture.svg": () =>
      response.writeHead(200, { "content-type": "image/png" }).end("<svg onload='alert(1)'/>"),
    "/page.png": () => response.end("<!doctype html><script>alert(1)</script>"),
    "/missing": () => response.writeHead(404).end(png),
    "/huge": () => {
      response.on("error", () => {});
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(1024 * 1024)));
      };
      response.on("drain", more);
      response.write(png);
      more();
    },
  };
  answers[url]?.();
});

let app: RealApp;
let anna: SignedUpUser;
let ben: SignedUpUser;
let message: MessageId;

beforeAll(async () => {
  senders.listen(0, "127.0.0.1");
  await once(senders, "listening");
  const egress = egressTo("images.example");
  app = await startRealApp("sqlite", {
    context: (parts) => testContext(parts, "/nowhere", { egress }),
  });
  [anna, ben] = [await signUpUser(app.origin, "Anna"), await signUpUser(app.origin, "Ben")];
  message = (await aMailbox(app.execute, anna.user.id, "canary")).messageId;
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  senders.closeAllConnections();
  senders.close();
});
beforeEach(() => {
  asked.length = 0;
});

/** Replaces the images of the message. */
async function show(images: readonly string[]): Promise<void> {
  const html = images.map((source) => `<img src="${source}" width="300" height="200">`).join("");
  await app.database.kysely.updateTable("bodies").set({ html }).execute();
}

function portOf(server: typeof senders): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** Returns a signed URL for an image of the message, as the web app gets it. */
async function signed(path: string): Promise<string> {
  const source = `http://images.example:${portOf(senders)}${path}`;
  await show([source]);
  return imageUrl(app.signer, { user: anna.user.id, message, source }) ?? "";
}

const get = (where: string, headers: Record<string, string> = {}) =>
  fetch(app.origin + where, { headers });

async function expectRefused(answer: Response): Promise<void> {
  expect(answer.status).toBe(403);
  expect(await answer.json()).toEqual({
    code: "image.refused",
    message: "This image cannot be shown.",
  });
}

describe("the image proxy", () => {
  it("serves an image to the mail frame and reveals nothing to its sender", async () => {
    const where = await signed("/photo.png");
    const answer = await get(where, {
      cookie: "__Host-inlet=secret",
      referer: "http://localhost/app",
      "accept-language": "ceb",
      "user-agent": "Annas Browser",
    });
    expect(answer.status).toBe(200);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "cross-origin",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    expect(asked).toHaveLength(1);
    expect(Object.keys(asked[0]?.headers ?? {}).toSorted()).toEqual(
      ["accept", "accept-encoding", "connection", "host", "user-agent"].toSorted(),
    );
    expect(JSON.stringify(asked)).not.toMatch(/secret|referer|ceb|Annas/);
    expect(JSON.stringify(asked)).not.toContain(message);
  });

  it("follows a redirect, but neither to internal addresses nor in circles", async () => {
    expect((await get(await signed("/moved"))).status).toBe(200);
    asked.length = 0;
    await expectRefused(await get(await signed("/inside")));
    expect(asked.map(({ url }) => url)).toEqual(["/inside"]);
    await expectRefused(await get(await signed("/circle")));
  });

  it.each(["/picture.svg", "/page.png", "/missing"])("does not serve %s", async (path) => {
    await expectRefused(await get(await signed(path)));
  });

  it("aborts a body that is too long", async () => {
    await expectRefused(await get(await signed("/huge")));
  });

  it("refuses addresses that it did not sign, without any request", async () => {
    const source = `http://images.example:${portOf(senders)}/photo.png`;
    const stranger = createSigner(randomBytes(32), app.clock);
    const url = await signed("/photo.png");
    const [payload = "", mac = ""] = url.replace("/image/", "").split(".");
    const claims = Buffer.from(payload, "base64url").toString();
    expect(claims).toContain(anna.user.id);
    const forBen = claims.replace(anna.user.id, ben.user.id);
    for (const where of [
      imageUrl(stranger, { user: anna.user.id, message, source }) ?? "",
      `/image/${payload}`,
      `/image/${Buffer.from(forBen).toString("base64url")}.${mac}`,
      `/image/${app.signer.sign("attachment", { user: anna.user.id, message, source }, 60_000)}`,
      `/image/${encodeURIComponent(source)}`,
      "/image/x",
    ]) {
      await expectRefused(await get(where));
    }
    expect(asked).toHaveLength(0);
  });

  it("serves an image only to the user of the signed URL", async () => {
    const where = await signed("/photo.png");
    await expectRefused(await get(where, { authorization: `Bearer ${ben.token}` }));
    expect(asked).toHaveLength(0);
    expect((await get(where, { authorization: `Bearer ${anna.token}` })).status).toBe(200);
  });

  it("refuses an expired URL", async () => {
    const where = await signed("/photo.png");
    app.clock.time += limits.signedUrlMs;
    await expectRefused(await get(where));
    expect(asked).toHaveLength(0);
  });

  it("refuses an image that the message does not contain now", async () => {
    const where = await signed("/photo.png");
    await show([]);
    await expectRefused(await get(where));
    expect(asked).toHaveLength(0);
  });

  it("signs the images of a message for its reader, and omits sources that are too long", async () => {
    const source = `http://images.example:${portOf(senders)}/photo.png`;
    await show([source, `https://images.example/${"x".repeat(9000)}`]);
    const { images } = await anna.client.call("GET /email/{emailId}/images", { emailId: message });
    expect(images.map((image) => image.source)).toEqual([source]);
    expect((await get(images[0]?.url ?? "")).status).toBe(200);
  });
});
