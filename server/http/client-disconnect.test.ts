import { ApiTokenId, type MessageId, type UserId } from "@inlet/contract/ids.ts";
import { expect, it, vi } from "vitest";
import type { Auth } from "#/auth/types.ts";
import { createLog } from "#/base/log.ts";
import { longReadsOf } from "#/mail/reading/long-reads.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import type { RealParts } from "#/testing/apps/real-parts.ts";
import { aMessage, anAccount, someFolders } from "#/testing/apps/published-calls.ts";

/** Returns a read that stays pending until its signal aborts. */
function heldRead() {
  const [begun, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const read = (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      const end = () => {
        reject(signal.reason as Error);
        // The handlers of the rejection have run at this point.
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
])("cancels %s %s when its client disconnects, and logs no error", async (...call) => {
  const [method, path, body] = call;
  const { begun, ended, read } = heldRead();
  const log = createLog("silent");
  const errors = vi.spyOn(log, "error");
  await using app = await startRealApp("sqlite", {
    http: { log },
    context: (parts) => heldContext(parts, read),
  });
  const { token, user } = await signUpUser(app.origin);
  await aMail(app, user.id);
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

it("notices that an API client disconnected during the check of the owner, and records it as gone", async () => {
  const [asked, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { ended, read } = heldRead();
  const result = Promise.withResolvers<string>();
  await using app = await startRealApp("sqlite", {
    context(parts) {
      const context = heldContext(parts, read);
      const ofMessages: typeof context.owners.ofMessages = async (...messages) => {
        asked.resolve();
        await proceed.promise;
        return context.owners.ofMessages(...messages);
      };
      const auth = connectMcpClient(parts.auth, (noted) => result.resolve(noted));
      return { ...context, auth, owners: { ...context.owners, ofMessages } };
    },
  });
  const { token, user } = await signUpUser(app.origin);
  const emailId = await aMail(app, user.id);
  await leaveEarly(`${app.origin}/email/summarize`, { token, body: { emailId } }, asked.promise);
  proceed.resolve();
  await ended;
  expect(await result.promise).toBe("gone");
});

it("records the result of a call whose API client disconnected", async () => {
  const [asked, proceed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const result = Promise.withResolvers<string>();
  await using app = await startRealApp("sqlite", {
    context(parts) {
      const countSelection = async () => {
        asked.resolve();
        await proceed.promise;
        return { count: 1, isAtLeast: false };
      };
      const context = testContext(parts, "/nowhere", {
        mail: { longReads: { ...longReadsOf(parts), countSelection } },
      });
      return { ...context, auth: connectMcpClient(parts.auth, (noted) => result.resolve(noted)) };
    },
  });
  const { token } = await signUpUser(app.origin);
  await leaveEarly(`${app.origin}/email/count`, { token, body: { query: "boat" } }, asked.promise);
  proceed.resolve();
  expect(await result.promise).toBe("ok");
});

/** Sends a request and disconnects when the server has started on it. Resolves when the server has noticed. */
async function leaveEarly(
  url: string,
  { token, body }: { token: string; body: object },
  asked: Promise<void>,
): Promise<void> {
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
  // The server handles the next request after it saw the first connection close.
  await fetch(new URL("/", url));
}

/** Stores a message that a model can be asked about. */
async function aMail({ execute }: RealApp, userId: UserId): Promise<MessageId> {
  const accountId = await anAccount(execute, userId);
  const [folder] = await someFolders(execute, userId, accountId);
  if (!folder) throw new Error("The inbox was not made.");
  const text =
    "Please bring the papers of the boat to the harbour office by Friday. It closes at noon.";
  const messages = [aMessage({ message: { text } })];
  const [taken] = await execute("messages.takeIn", {
    userId,
    accountId,
    folderId: folder.id,
    messages,
  });
  if (!taken) throw new Error("The message was not taken in.");
  return taken.messageId;
}

/** Returns a context with searches, counts, follow-ups and models that end only when their client disconnects. */
function heldContext(parts: RealParts, read: (signal: AbortSignal) => Promise<never>) {
  const held = (_input: unknown, signal = new AbortController().signal) => read(signal);
  const context = testContext(parts, "/nowhere", {
    mail: { longReads: { ...longReadsOf(parts), searchPage: held, countSelection: held } },
    model: {
      forUser: async () => ({
        name: "held-1",
        host: "models.example",
        answer: ({ signal }) => held(null, signal),
        async *stream({ signal }) {
          yield await held(null, signal);
        },
      }),
    },
  });
  return { ...context, ai: { ...context.ai, readFollowUps: held } };
}

/** Makes every caller an API client that may read, and passes the result of each call to `note`. */
function connectMcpClient(auth: Auth, note: (result: string) => void): Auth {
  const id = ApiTokenId.parse("program");
  const program = { id, name: "Searcher", accounts: null, asksFirst: false };
  const record = {
    ...auth.apiTokens.record,
    note: ({ result }: { result: string }) => note(result),
  };
  return {
    ...auth,
    async callerOf(credentials) {
      const caller = await auth.callerOf(credentials);
      return caller && { ...caller, scopes: ["read" as const], program };
    },
    apiTokens: { ...auth.apiTokens, record },
  };
}
