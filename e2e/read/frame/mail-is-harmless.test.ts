import { once } from "node:events";
import net from "node:net";
import { type Browser, chromium, expect, test } from "@playwright/test";
import { type Layer, openStage, type Stage } from "../../../tools/conformance/frame/stage.ts";
import { type Violations, Watch } from "../../../tools/conformance/frame/watch.ts";
import { overlayVectors } from "./overlay-vectors.ts";
import { remoteVectors } from "./remote-vectors.ts";
import { scriptVectors } from "./script-vectors.ts";

let browser: Browser;
let listener: net.Server;
/** Number of connections to the attacker's host, including speculative ones. */
let connections = 0;

// A trace would record each of about a thousand steps.
test.use({ trace: "off" });
test.describe.configure({ mode: "serial", timeout: 240_000 });

test.beforeAll(async () => {
  listener = net.createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  if (address === null || typeof address === "string") throw new Error("The listener has no port.");
  const options = test.info().project.use.launchOptions ?? {};
  const rule = `--host-resolver-rules=MAP evil.example 127.0.0.1:${address.port}`;
  browser = await chromium.launch({ ...options, args: [...(options.args ?? []), rule] });
});

test.afterAll(async () => {
  await browser.close();
  listener.close();
});

interface Outcome extends Violations {
  vector: string;
}

async function showAll(stage: Stage, vectors: readonly string[]): Promise<Outcome[]> {
  await using watch = await Watch.open(browser, stage);
  // Without this check, a missing trap would make every message look harmless.
  expect(await watch.prove()).toBe(true);
  const outcomes: Outcome[] = [];
  for (const vector of vectors) outcomes.push({ vector, ...(await watch.show(vector)) });
  return outcomes;
}

function isHarmed({
  scripts,
  tokenReads,
  navigations,
  requests,
  paintedOutside,
}: Violations): boolean {
  return (
    [scripts, tokenReads, navigations, requests].some((list) => list.length > 0) || paintedOutside
  );
}

const vectors = [...scriptVectors, ...remoteVectors, ...overlayVectors];

test("has many vectors, including at least eighty that fetch", () => {
  expect(new Set(vectors).size).toBe(vectors.length);
  expect(vectors.length).toBeGreaterThanOrEqual(150);
  expect(remoteVectors.length).toBeGreaterThanOrEqual(80);
});

for (const [name, without] of [
  ["all layers", null],
  ["no sandbox", "sandbox"],
  ["no policy", "policy"],
] as const satisfies readonly (readonly [string, Layer | null])[]) {
  test(`with ${name} nothing runs, reads, navigates, is asked for or painted outside`, async () => {
    const before = connections;
    await using stage = await openStage(without);
    const outcomes = await showAll(stage, vectors);
    expect(outcomes.filter(isHarmed)).toEqual([]);
    expect(connections).toBe(before);
  });
}

test("without the sanitizer, still nothing runs, reads the token or paints outside the frame", async () => {
  await using stage = await openStage("sanitizer");
  const outcomes = await showAll(stage, [...scriptVectors, ...overlayVectors]);
  const harmed = outcomes.filter(
    ({ scripts, tokenReads, paintedOutside }) =>
      scripts.length + tokenReads.length > 0 || paintedOutside,
  );
  expect(harmed).toEqual([]);
});

test("without protection the same messages do harm, which shows that the counts above are meaningful", async () => {
  await using stage = await openStage("everything");
  const ran = await showAll(stage, scriptVectors.slice(0, 40));
  expect(ran.filter(({ scripts }) => scripts.length > 0).length).toBeGreaterThan(15);
  expect(ran.filter(({ tokenReads }) => tokenReads.length > 0).length).toBeGreaterThan(15);
  const fetched = await showAll(stage, remoteVectors);
  expect(fetched.filter(({ requests }) => requests.length > 0).length).toBeGreaterThan(60);
});

test("the frame has an opaque origin: no storage, no cookies, no access to the app's document", async () => {
  await using stage = await openStage(null);
  await using watch = await Watch.open(browser, stage);
  const tries = [
    "localStorage.token",
    "document.cookie",
    "parent.document.body.innerHTML",
    "top.localStorage",
  ];
  for (const each of tries) {
    const outcome = await watch.frame.evaluate(
      `(() => { try { return String(${each}) } catch { return "refused" } })()`,
    );
    expect(outcome, each).toBe("refused");
  }
});
