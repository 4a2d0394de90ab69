import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { type Browser, chromium, expect, test } from "@playwright/test";
import { buildClassicScripts } from "../../tools/build.ts";
import {
  type Layers,
  type MailStage,
  openStage,
  type Seen,
} from "../../tools/conformance/mail-stage.ts";
import { overlayVectors } from "./overlay-vectors.ts";
import { remoteVectors } from "./remote-vectors.ts";
import { scriptVectors } from "./script-vectors.ts";

const distDir = path.join(import.meta.dirname, "../../web/dist");
const all: Layers = { sanitiser: true, sandbox: true, policy: true };
const none: Layers = { sanitiser: false, sandbox: false, policy: false };

let browser: Browser;
let listener: net.Server;
/** Connections to the attacker's host, also those opened ahead of a request. */
let connections = 0;

// A trace records every one of some thousand steps.
test.use({ trace: "off" });
test.describe.configure({ mode: "serial", timeout: 240_000 });

test.beforeAll(async () => {
  await buildClassicScripts();
  listener = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The listener has no port.");
  const options = test.info().project.use.launchOptions ?? {};
  browser = await chromium.launch({
    ...options,
    args: [
      ...(options.args ?? []),
      `--host-resolver-rules=MAP evil.example 127.0.0.1:${address.port}`,
    ],
  });
});

test.afterAll(async () => {
  await browser.close();
  listener.close();
});

/** Shows every vector on a stage with these layers. A stage that was harmed is not used again. */
async function tryAll(
  layers: Layers,
  vectors: readonly string[],
  options?: { watchesPixels?: boolean },
): Promise<{ vector: string; seen: Seen }[]> {
  const outcomes: { vector: string; seen: Seen }[] = [];
  let stage: MailStage = await openStage(browser, { layers, distDir });
  for (const vector of vectors) {
    const t = performance.now();
    const seen = await stage.attack(vector, { watchesPixels: options?.watchesPixels ?? false });
    outcomes.push({ vector, seen });
    if (performance.now() - t > 400)
      console.log(Math.round(performance.now() - t), vector.slice(0, 90));
    if (isHarmed(seen)) {
      await stage[Symbol.asyncDispose]();
      stage = await openStage(browser, { layers, distDir });
    }
  }
  await stage[Symbol.asyncDispose]();
  return outcomes;
}

function isHarmed(seen: Seen): boolean {
  return Object.values(seen).some((count) => count > 0);
}

const vectors = [...scriptVectors, ...remoteVectors, ...overlayVectors];

test("the vectors are many, and those that fetch are at least eighty", () => {
  expect(new Set(vectors).size).toBe(vectors.length);
  expect(vectors.length).toBeGreaterThanOrEqual(150);
  expect(remoteVectors.length).toBeGreaterThanOrEqual(80);
});

for (const [name, layers] of [
  ["all layers", all],
  ["no sandbox", { ...all, sandbox: false }],
  ["no policy", { ...all, policy: false }],
] as const) {
  test(`with ${name} nothing runs, reads, navigates or is asked for`, async () => {
    const before = connections;
    const outcomes = await tryAll(layers, vectors);
    expect(outcomes.filter(({ seen }) => isHarmed(seen))).toEqual([]);
    expect(connections).toBe(before);
  });
}

test("without the sanitiser still nothing runs, reads the token or moves the app", async () => {
  const outcomes = await tryAll({ ...all, sanitiser: false }, scriptVectors);
  expect(outcomes.filter(({ seen }) => seen.scripts + seen.tokens > 0)).toEqual([]);
});

test("without any layer the same vectors do harm, so that the counts above mean something", async () => {
  const ran = await tryAll(none, scriptVectors);
  expect(ran.filter(({ seen }) => seen.scripts > 0).length).toBeGreaterThan(30);
  expect(ran.filter(({ seen }) => seen.tokens > 0).length).toBeGreaterThan(30);
  const fetched = await tryAll(none, remoteVectors);
  expect(fetched.filter(({ seen }) => seen.requests > 0).length).toBeGreaterThan(60);
});

test("nothing is painted outside the frame, with the sanitiser or without", async () => {
  for (const layers of [all, { ...all, sanitiser: false }]) {
    const outcomes = await tryAll(layers, overlayVectors, { watchesPixels: true });
    expect(outcomes.filter(({ seen }) => seen.outside > 0)).toEqual([]);
  }
});

test("the frame has no origin: no storage, no cookies, no way to the app's document", async () => {
  await using stage = await openStage(browser, { layers: all, distDir });
  const tries = [
    "localStorage.token",
    "document.cookie",
    "parent.document.body.innerHTML",
    "top.localStorage",
  ];
  for (const each of tries) {
    const outcome = await stage.frame.evaluate(
      `(() => { try { return String(${each}) } catch { return "refused" } })()`,
    );
    expect(outcome, each).toBe("refused");
  }
});
