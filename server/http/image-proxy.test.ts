import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { MessageId, UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createSigner } from "#/base/signed-url.ts";
import { imageUrl } from "#/http/image-url.ts";
import { createClient } from "#/testing/client.ts";
import { fakeAuth, fakeReading, fakeServices } from "#/testing/fake-services.ts";
import { startApp, type TestApp } from "#/testing/http-app.ts";
import { egressTo } from "#/testing/web-egress.ts";

const anna = UserId.parse("anna");
const message = MessageId.parse("m1");
const png = Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(100)]);
const clock = { time: Date.now(), now: () => clock.time };

/** What the sender's web server was asked. */
const asked: { url: string; headers: IncomingHttpHeaders }[] = [];
const senders = createServer((request, response) => {
  const { url = "", headers } = request;
  asked.push({ url, headers });
  const port = portOf(senders);
  const answers: Record<string, () => void> = {
    "/pixel.png": () => response.end(png),
    "/moved": () => response.writeHead(302, { location: "/pixel.png" }).end(),
    "/inside": () =>
      response.writeHead(302, { location: `http://127.0.0.1:${port}/pixel.png` }).end(),
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

let app: TestApp;
let images: string[] = [];
const sessions = new Map([
  ["annas", anna],
  ["bens", UserId.parse("ben")],
]);

beforeAll(async () => {
  senders.listen(0, "127.0.0.1");
  await once(senders, "listening");
  const egress = egressTo("images.example");
  const services = fakeServices({
    auth: fakeAuth(sessions),
    reading: fakeReading({ remoteImages: async () => images }),
    fetchImage: (url) =>
      egress.fetch(url, { maxBytes: limits.imageBytes, timeoutMs: limits.imageTimeoutMs }),
  });
  app = await startApp(services, { clock });
});
afterAll(async () => {
  await app[Symbol.asyncDispose]();
  senders.closeAllConnections();
  senders.close();
});
beforeEach(() => {
  asked.length = 0;
  images = [];
});

function portOf(server: typeof senders): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/** A signed address for an image of the message, as the reader gets it. */
function signed(path: string): string {
  const source = `http://images.example:${portOf(senders)}${path}`;
  images = [source];
  return imageUrl(app.signer, { user: anna, message, source }) ?? "";
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
  it("hands out an image to the mail frame and tells its sender nothing", async () => {
    const where = signed("/pixel.png");
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
    expect(JSON.stringify(asked)).not.toMatch(/secret|referer|ceb|Annas|m1/);
  });

  it("follows a redirect, but not into the inside and not in circles", async () => {
    expect((await get(signed("/moved"))).status).toBe(200);
    asked.length = 0;
    await expectRefused(await get(signed("/inside")));
    expect(asked.map(({ url }) => url)).toEqual(["/inside"]);
    await expectRefused(await get(signed("/circle")));
  });

  it.each(["/picture.svg", "/page.png", "/missing"])("does not hand out %s", async (path) => {
    await expectRefused(await get(signed(path)));
  });

  it("gives up on a body without end", async () => {
    await expectRefused(await get(signed("/huge")));
  });

  it("refuses what it did not sign itself, without asking anybody", async () => {
    const source = `http://images.example:${portOf(senders)}/pixel.png`;
    images = [source];
    const stranger = createSigner(randomBytes(32), clock);
    const [payload = "", mac = ""] = signed("/pixel.png").replace("/image/", "").split(".");
    const forBen = Buffer.from(payload, "base64url").toString().replace("anna", "ben1");
    for (const where of [
      imageUrl(stranger, { user: anna, message, source }) ?? "",
      `/image/${payload}`,
      `/image/${Buffer.from(forBen).toString("base64url")}.${mac}`,
      `/image/${app.signer.sign("attachment", { user: anna, message, source }, 60_000)}`,
      `/image/${encodeURIComponent(source)}`,
      "/image/x",
    ]) {
      await expectRefused(await get(where));
    }
    expect(asked).toHaveLength(0);
  });

  it("serves no other person than the one it was signed for", async () => {
    const where = signed("/pixel.png");
    await expectRefused(await get(where, { authorization: "Bearer bens" }));
    expect(asked).toHaveLength(0);
    expect((await get(where, { authorization: "Bearer annas" })).status).toBe(200);
  });

  it("refuses an address that has expired", async () => {
    const where = signed("/pixel.png");
    clock.time += limits.signedUrlMs;
    await expectRefused(await get(where));
    expect(asked).toHaveLength(0);
  });

  it("refuses an image that the message does not name, or not any more", async () => {
    const where = signed("/pixel.png");
    images = [];
    await expectRefused(await get(where));
    expect(asked).toHaveLength(0);
  });

  it("signs the images of a message for its reader, and leaves out absurd ones", async () => {
    signed("/pixel.png");
    images.push(`https://images.example/${"x".repeat(9000)}`);
    const client = createClient(app.origin, "annas");
    const answer = await client.call("GET /email/{emailId}/images", { emailId: "m1" });
    expect(answer.images.map(({ source }) => source)).toEqual(images.slice(0, 1));
    expect((await get(answer.images[0]?.url ?? "")).status).toBe(200);
  });
});
