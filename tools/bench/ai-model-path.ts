import { goodKey, startFakeProvider } from "../../server/testing/fakes/model-provider.ts";
import { startBenchMailbox } from "./bench-mailbox.ts";
import { type Figure, percentile } from "./figure.ts";
import { cpuSeconds } from "./process-figures.ts";
import { type Engine, fillProduct, type Product, startProduct } from "./product.ts";
import { untilSettled } from "./settled.ts";

const bench = "ai";
const messages = 400;
const questions = 60;

/** Row 26: calls to a model that responds at once, through the product and directly, in turns. */
export async function benchModelPath(
  engine: Engine,
  print: (text: string) => void,
): Promise<Figure[]> {
  await using provider = await startFakeProvider("compatible");
  provider.respondWith(({ body, isStream }) =>
    isStream ? answerTo(body) : `{"day":"Tuesday","number":7}`,
  );
  await using mailbox = await startBenchMailbox(messages);
  await using product = await startProduct(engine, {
    INLET_AI_PROVIDER: "compatible",
    INLET_AI_BASE_URL: provider.baseUrl,
    INLET_AI_MODEL: "fake-1",
    INLET_AI_API_KEY: goodKey,
    INLET_AI_PRICE: "0.15/0.60",
  });
  await fillProduct(product, mailbox);
  await untilSettled(product);
  await product.call("PUT /ai/settings", { isOn: true, dailyTokens: 100_000_000, dailyUsd: 1000 });
  print(`ai: ${questions} questions to a model`);
  const { emails } = await product.call("GET /email/list", { folder: "inbox", limit: 50 });
  const cpuBefore = await cpuSeconds(product.app.pid);
  const own: number[] = [];
  const bare: number[] = [];
  for (let turn = 0; turn < questions + 5; turn++) {
    const { subject = "" } = emails[turn % emails.length] ?? {};
    const asked = provider.received.length;
    const ownMs = await viaProduct(product, `What is said about ${subject}?`);
    const received = provider.received.slice(asked).findLast(({ isStream }) => isStream);
    if (!received || ownMs === null) continue;
    const address = new URL(received.path, provider.baseUrl).href;
    const bareMs = await firstText(address, `Bearer ${goodKey}`, received.body, '"content"');
    if (turn < 5 || bareMs === null) continue;
    own.push(ownMs);
    bare.push(bareMs);
  }
  const cpuMs = ((await cpuSeconds(product.app.pid)) - cpuBefore) * 1000;
  if (own.length < questions / 2) throw new Error("The model was hardly ever asked.");
  const { calls } = await product.call("GET /ai/ledger", {});
  const answered = calls.filter(({ task, outcome }) => task === "assistant" && outcome === "ok");
  return [
    {
      bench,
      what: "question → first text of a model, p95",
      value: percentile(own, 0.95),
      control: percentile(bare, 0.95),
      target: 100,
      unit: "ms",
    },
    {
      bench,
      what: "of it Inlet's own: search, checks, ledger; median",
      value: percentile(
        own.map((ms, at) => ms - (bare[at] ?? 0)),
        0.5,
      ),
      target: 15,
      unit: "ms",
    },
    {
      bench,
      what: "processor time of a question, all threads",
      value: cpuMs / (questions + 5),
      unit: "ms",
    },
    {
      bench,
      what: "answers whose cost is shown",
      value: (100 * answered.filter(({ usd }) => usd !== null && usd > 0).length) / answered.length,
      atLeast: 100,
      unit: "%",
    },
  ];
}

/** Returns a sentence that the first message supports: its subject. Without messages it is only a trial call. */
function answerTo(body: Readonly<Record<string, unknown>>): string {
  const output = JSON.stringify(body["messages"]);
  // JSON within JSON: each message of the mail is one line of JSON in the text of a request.
  const subject = /\\"id\\":\\"m1\\".*?\\"Subject\\":\\"(.*?)\\"/.exec(output)?.[1];
  return subject ? `${subject} [m1]\n` : "One, two, three, four, five, six, seven.";
}

/** Returns the milliseconds to the first text of an answer by a model; null if the answer was created without a model. */
function viaProduct({ app, token }: Product, query: string): Promise<number | null> {
  return firstText(`${app.url}/ai/chat/stream`, `Bearer ${token}`, { query }, '"kind":"block"');
}

/** Sends the request, waits for the mark in the stream and reads the rest. */
async function firstText(
  address: string,
  authorization: string,
  body: object,
  mark: string,
): Promise<number | null> {
  const start = performance.now();
  const answer = await fetch(address, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!answer.ok || !answer.body) throw new Error(`${address} answered ${answer.status}`);
  let output = "";
  let ms: number | null = null;
  for await (const piece of answer.body.pipeThrough(new TextDecoderStream())) {
    if (ms !== null) continue;
    output += piece;
    if (output.includes(mark)) ms = performance.now() - start;
  }
  return ms;
}
