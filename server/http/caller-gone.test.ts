import { AccountId, ApiTokenId, MessageId, UserId } from "@inlet/contract/ids.ts";
import { expect, it, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import { fakeAuth, fakeServices } from "#/testing/fake-services.ts";
import { startApp } from "#/testing/http-app.ts";
import type { Auth } from "#/auth/types.ts";

const token = "ann";
const userId = UserId.parse("ann");
const accountId = AccountId.parse("boat");
const emailId = MessageId.parse("letter");
const auth = fakeAuth(new Map([[token, userId]]));

/** Nothing comes of it until nobody waits for it any more. */
function heldRead() {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const read = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const end = () => {
        reject(signal.reason as Error);
        // By then its error was handled.
        setImmediate(ended.resolve);
      };
      if (signal.aborted) end();
      signal.addEventListener("abort", end);
      begun.resolve();
    });
  return { begun: begun.promise, ended: ended.promise, read };
}

it.each([
  ["POST", "/email/search", { query: "boat" }],
  ["POST", "/email/count", { query: "boat" }],
  ["GET", "/follow-ups", undefined],
  ["POST", "/ai/chat", { query: "boat" }],
])("breaks %s %s off when its caller is gone, and takes that for no error", async (...call) => {
  const [method, path, body] = call;
  const { begun, ended, read } = heldRead();
  const services = fakeServices({ auth });
  const log = createLog("silent");
  const errors = vi.spyOn(log, "error");
  await using app = await startApp(
    {
      ...services,
      search: (_userId, _query, signal) => read(signal),
      filing: { ...services.filing, count: (_userId, _matching, signal) => read(signal) },
      followUps: { ...services.followUps, list: (_userId, signal) => read(signal) },
      assistant: { ...services.assistant, ask: (_userId, _question, signal) => read(signal) },
    },
    { log },
  );
  const gone = new AbortController();
  const answer = fetch(`${app.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    signal: gone.signal,
  });
  await begun;
  gone.abort();
  await expect(answer).rejects.toThrow("aborted");
  await ended;
  expect(errors).not.toHaveBeenCalled();
});

it("hears that the caller of a program went while it was asked whose mail it is, and records it as gone", async () => {
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { ended, read } = heldRead();
  const result = Promise.withResolvers<string>();
  await using app = await startApp(
    fakeServices({
      auth: aProgram((noted) => result.resolve(noted)),
      owners: {
        ...fakeServices({}).owners,
        async ofMessages() {
          asked.resolve();
          await goOn.promise;
          return new Map([[emailId, accountId]]);
        },
      },
      summarize: (_userId, _emailId, { signal = new AbortController().signal }) => read(signal),
    }),
  );
  await leaveEarly(`${app.origin}/email/summarize`, { emailId }, asked.promise);
  goOn.resolve();
  await ended;
  expect(await result.promise).toBe("gone");
});

it("records how a call ended that a program did not wait for", async () => {
  const [asked, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const result = Promise.withResolvers<string>();
  const services = fakeServices({ auth: aProgram((noted) => result.resolve(noted)) });
  const count = async () => {
    asked.resolve();
    await goOn.promise;
    return { count: 1 };
  };
  const filing = { ...services.filing, count };
  await using app = await startApp({ ...services, filing });
  await leaveEarly(`${app.origin}/email/count`, { query: "boat" }, asked.promise);
  goOn.resolve();
  expect(await result.promise).toBe("ok");
});

/** Asks for something and leaves once it was asked; back when the server knows it. */
async function leaveEarly(url: string, body: object, asked: Promise<void>): Promise<void> {
  const gone = new AbortController();
  const answer = fetch(url, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: gone.signal,
  });
  await asked;
  gone.abort();
  await expect(answer).rejects.toThrow("aborted");
  // Whoever comes next is let in after the line of the other was seen to be closed.
  await fetch(new URL("/", url));
}

/** A program that may read; what comes of its calls is handed to this. */
function aProgram(note: (result: string) => void): Auth {
  const id = ApiTokenId.parse("program");
  const program = { id, name: "Searcher", accounts: null, asksFirst: false };
  const caller = { userId, sessionId: id, scopes: ["read" as const], program };
  const record = {
    ...auth.apiTokens.record,
    note: ({ result }: { result: string }) => note(result),
  };
  return { ...auth, callerOf: async () => caller, apiTokens: { ...auth.apiTokens, record } };
}
