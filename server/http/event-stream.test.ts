import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import type { Readable } from "node:stream";
import type { Change } from "@inlet/contract/events.ts";
import { limits } from "@inlet/contract/limits.ts";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eventStream, type StreamOptions } from "#/http/event-stream.ts";
import type { Hub, NumberedEvent } from "#/realtime/hub.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";

const change: Change = { kind: "message.arrived", ids: ["m1"] };

describe("the event stream", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("formats events as server-sent events", async () => {
    const stream = eventStream(async function* () {
      yield { seq: 7, event: null };
      yield { seq: 8, event: change };
      yield { seq: 9, event: { kind: "reset" } };
    }, options({}));
    expect((await stream.toArray()).join("")).toBe(
      ": connected\n\n" +
        "id: 7\n\n" +
        'id: 8\ndata: {"kind":"message.arrived","ids":["m1"]}\n\n' +
        'id: 9\ndata: {"kind":"reset"}\n\n',
    );
  });

  it("keeps the connection open with comments", async () => {
    const stream = eventStream(silence, options({ heartbeatMs: 25_000 }));
    await nextText(stream);
    vi.advanceTimersByTime(24_999);
    expect(stream.read()).toBeNull();
    vi.advanceTimersByTime(1);
    expect(await nextText(stream)).toBe(": still here\n\n");
    stream.destroy();
  });

  it.each([
    ["is over", async () => false],
    ["cannot be asked for", () => Promise.reject(new Error("no database"))],
  ])("ends when the session %s, and requests no further events", async (_how, isSessionValid) => {
    let asked: AbortSignal | undefined;
    const stream = eventStream(
      (signal) => {
        asked = signal;
        return silence(signal);
      },
      options({ sessionCheckMs: 4000, isSessionValid }),
    );
    const end = once(stream, "end");
    stream.resume();
    vi.advanceTimersByTime(4000);
    await end;
    expect(asked?.aborted).toBe(true);
  });

  it("ends when the server stops, also if it stopped before", async () => {
    const stopping = new AbortController();
    const stream = eventStream(silence, options({ signal: stopping.signal }));
    const end = once(stream, "end");
    stream.resume();
    stopping.abort();
    await end;
    const late = eventStream(silence, options({ signal: stopping.signal }));
    await late.resume().toArray();
  });

  it("clears its timers when the reader disconnects", async () => {
    let asked: AbortSignal | undefined;
    const stream = eventStream((signal) => {
      asked = signal;
      return silence(signal);
    }, options({}));
    stream.destroy();
    await once(stream, "close");
    expect(asked?.aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("applies backpressure for a slow reader", async () => {
    let asked = 0;
    const stream = eventStream(async function* () {
      for (;;) {
        asked++;
        yield { seq: asked, event: { kind: "message.arrived", ids: ["x".repeat(10_000)] } };
      }
    }, options({}));
    await once(stream, "readable");
    await new Promise((resolve) => setImmediate(resolve));
    expect(asked).toBeLessThan(20);
    stream.destroy();
    await once(stream, "close");
  });

  it("fails if the changes cannot be read", async () => {
    const stream = eventStream(async function* (): AsyncGenerator<NumberedEvent> {
      yield { seq: 1, event: null };
      throw new Error("no database");
    }, options({}));
    await expect(stream.toArray()).rejects.toThrow("no database");
    expect(vi.getTimerCount()).toBe(0);
  });
});

function options(given: Partial<StreamOptions>): StreamOptions {
  return {
    heartbeatMs: 25_000,
    sessionCheckMs: 4000,
    isSessionValid: async () => true,
    signal: new AbortController().signal,
    ...given,
  };
}

/** Yields nothing until the signal aborts. */
async function* silence(signal: AbortSignal): AsyncGenerator<NumberedEvent> {
  if (!signal.aborted) await once(signal, "abort");
  yield* [];
}

async function nextText(stream: Readable): Promise<string> {
  let chunk: Buffer | null;
  // A stream without an encoding returns buffers.
  while ((chunk = stream.read() as Buffer | null) === null) await once(stream, "readable");
  return chunk.toString();
}

it("is refused to a user who has reached the limit of streams, but not to other users", async () => {
  // Sends nothing, so a tab that reads nothing is closed at once.
  const subscribe: Hub["subscribe"] = (_user, _seq, signal) => silence(signal);
  await using app = await startRealApp("sqlite", {
    http: { sessionCheckMs: 4000 },
    context: ({ live }) => ({ live: { ...live, subscribe } }),
  });
  const [anna, ben] = [await signUpUser(app.origin, "Anna"), await signUpUser(app.origin, "Ben")];
  const calls: ClientRequest[] = [];
  const open = async ({ token }: SignedUpUser): Promise<IncomingMessage> => {
    const headers = { authorization: `Bearer ${token}` };
    const call = request(`${app.origin}/events`, { agent: false, headers });
    calls.push(call.end());
    const [response] = (await once(call, "response")) as [IncomingMessage];
    return response;
  };
  const tabs = await Promise.all(Array.from({ length: limits.eventStreams }, () => open(anna)));
  const [refused, granted] = [await open(anna), await open(ben)];
  expect([refused.statusCode, granted.statusCode]).toEqual([429, 200]);
  tabs.pop()?.destroy();
  await vi.waitFor(async () => expect((await open(anna)).statusCode).toBe(200));
  for (const call of calls) call.destroy();
});
