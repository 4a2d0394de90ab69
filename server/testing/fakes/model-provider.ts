import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text as readText } from "node:stream/consumers";
import { z } from "zod";
import { type Dialect, dialects } from "./provider-dialects.ts";

/** Faults of a fake provider. */
export type Fault =
  | "bad-key"
  | "rate-limit"
  | "down"
  | "cut-stream"
  | "slow-first-byte"
  | "bad-json"
  | "wrong-schema"
  | "empty"
  | "huge";

/** A received request. */
interface ReceivedRequest {
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Readonly<Record<string, unknown>>;
  isStream: boolean;
  /** The requested format: with a schema, JSON of any shape, or text. */
  format: "schema" | "json" | "text";
}

export interface FakeProvider extends AsyncDisposable {
  /** Value for INLET_AI_BASE_URL. */
  baseUrl: string;
  received: ReceivedRequest[];
  /** Sets a fault for this many requests; without a number, for all. */
  fail: (fault: Fault | null, times?: number) => void;
  /** Sends the responses held by slow-first-byte. */
  release: () => void;
  /** Sets the response text; by default JSON that fits the schemas of the tests. */
  respondWith: (text: string | ((received: ReceivedRequest) => string)) => void;
  /** Sets the supported formats; other requests get a 400. */
  knows: (formats: readonly ReceivedRequest["format"][]) => void;
  /** Sets the Retry-After header for rate-limit and down; null for none. */
  retryAfter: (value: string | null) => void;
}

/** The valid API key. */
export const goodKey = "sk-good-key-0123456789";

/** Starts a server on loopback that speaks a provider's wire format over HTTP, correctly or with faults. */
export async function startFakeProvider(name: keyof typeof dialects): Promise<FakeProvider> {
  const dialect = dialects[name];
  const state = {
    fault: null as Fault | null,
    left: 0,
    respondWith: (_request: ReceivedRequest) => `{"day":"Tuesday","number":7}`,
    formats: ["schema", "json", "text"] as readonly ReceivedRequest["format"][],
    retryAfter: null as string | null,
    held: [] as (() => void)[],
  };
  const received: ReceivedRequest[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = z.record(z.string(), z.unknown()).parse(JSON.parse(await readText(request)));
    const path = request.url ?? "";
    const question: ReceivedRequest = {
      path,
      headers: request.headers,
      body,
      isStream: dialect.isStream(path, body),
      format: dialect.formatOf(body),
    };
    received.push(question);
    const fault = state.fault !== null && state.left-- > 0 ? state.fault : null;
    if (dialect.keyOf(request.headers) !== goodKey || fault === "bad-key") {
      return refuse(response, dialect, 401, null);
    }
    if (fault === "rate-limit") return refuse(response, dialect, 429, state.retryAfter);
    if (fault === "down") return refuse(response, dialect, 500, state.retryAfter);
    if (!state.formats.includes(question.format)) return refuse(response, dialect, 400, null);
    if (fault === "slow-first-byte") await new Promise<void>((done) => state.held.push(done));
    const reply =
      fault === null ? state.respondWith(question) : faulty(fault, state.respondWith(question));
    if (question.isStream) return stream(response, dialect, reply, fault);
    response.setHeader("content-type", "application/json");
    if (fault === "bad-json") return void response.end(`{"choices": [{"mess`);
    if (fault !== "cut-stream") return void response.end(JSON.stringify(dialect.whole(reply)));
    response.write(JSON.stringify(dialect.whole(reply)).slice(0, 20), () => response.destroy());
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("There is no port.");
  return {
    baseUrl: `http://127.0.0.1:${address.port}${dialect.path}`,
    received,
    fail(fault, times = Infinity) {
      Object.assign(state, { fault, left: times });
    },
    release: () => state.held.splice(0).forEach((done) => done()),
    respondWith(text) {
      state.respondWith = typeof text === "string" ? () => text : text;
    },
    knows(formats) {
      state.formats = formats;
    },
    retryAfter(value) {
      state.retryAfter = value;
    },
    async [Symbol.asyncDispose]() {
      state.held.splice(0).forEach((done) => done());
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

function faulty(fault: Fault, reply: string): string {
  if (fault === "wrong-schema") return `{"unasked":[${JSON.stringify("x")}]}`;
  if (fault === "empty") return "";
  // Each character is one byte; six million exceed every limit.
  if (fault === "huge") return "A".repeat(6_000_000);
  return reply;
}

function refuse(
  response: ServerResponse,
  dialect: Dialect,
  status: number,
  retryAfter: string | null,
): void {
  if (retryAfter !== null) response.setHeader("retry-after", retryAfter);
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(dialect.error(status)));
}

function stream(
  response: ServerResponse,
  dialect: Dialect,
  reply: string,
  fault: Fault | null,
): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  if (fault === "bad-json") {
    response.end(`data: {"choices": [{"mess\n\n`);
    return;
  }
  const size = Math.max(5, Math.ceil(reply.length / 200));
  const pieces = reply.match(new RegExp(`[^]{1,${size}}`, "g")) ?? [];
  const events = dialect.events(pieces);
  if (fault === "cut-stream") {
    response.write(events.slice(0, Math.ceil(events.length / 2)).join(""), () =>
      response.destroy(),
    );
    return;
  }
  for (const event of events) response.write(event);
  response.end();
}
