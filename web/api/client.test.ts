import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { ApiFailure, call, onSessionEnd, request } from "#/api/client.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { memoryStorage } from "#/testing/memory-storage.ts";

const answer = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(async () => Response.json(body, { status }));

beforeEach(() => {
  vi.stubGlobal("localStorage", memoryStorage());
});
afterEach(() => {
  vi.unstubAllGlobals();
  onSessionEnd(() => undefined);
});

describe("a request", () => {
  test("fills the path from the input and sends the rest as JSON", () => {
    expect(request("PATCH /email/{emailId}", { emailId: "a/b", starred: true })).toEqual({
      method: "PATCH",
      url: "/email/a%2Fb",
      body: '{"starred":true}',
    });
  });
  test("puts the input of a GET into the address and leaves out undefined values", () => {
    expect(request("GET /email/list", { folder: "sent", limit: 20, label: undefined })).toEqual({
      method: "GET",
      url: "/email/list?folder=sent&limit=20",
      body: undefined,
    });
  });
});

describe("a call", () => {
  test("sends the bearer token if there is one", async () => {
    localStorage.setItem("token", "abc");
    const fetching = answer({ accounts: [] });
    vi.stubGlobal("fetch", fetching);
    await expect(call("GET /imap/accounts", {})).resolves.toEqual({ accounts: [] });
    expect(fetching.mock.calls[0]?.[1]?.headers).toMatchObject({ authorization: "Bearer abc" });
  });
  test("an anonymous call carries no bearer token", async () => {
    localStorage.setItem("token", "abc");
    const fetching = answer({ user: {}, token: "new" });
    vi.stubGlobal("fetch", fetching);
    await call("POST /user/register", {}, { isAnonymous: true });
    expect(fetching.mock.calls[0]?.[1]?.headers).not.toHaveProperty("authorization");
  });
  test("throws the server's error code and message", async () => {
    vi.stubGlobal("fetch", answer({ code: "account.duplicate", message: "Already there." }, 409));
    const failure = await call("GET /imap/accounts", {}).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(ApiFailure);
    expect(failure).toMatchObject({
      code: "account.duplicate",
      message: "Already there.",
      status: 409,
    });
  });
  test("fails with a default message when the response is not JSON", async () => {
    vi.stubGlobal("fetch", async () => new Response("<h1>Bad gateway</h1>", { status: 502 }));
    await expect(call("GET /imap/accounts", {})).rejects.toThrow("Something went wrong");
  });
  test.each([
    [{}, "Not sent."],
    [{ code: "internal", message: "Something went wrong" }, "Not sent."],
    [{ code: "send.failed", message: "The mailbox is full." }, "The mailbox is full."],
    [{ message: "Taken, sorry" }, "Taken, sorry"],
    [{ message: ["<b>"] }, "Not sent."],
    [{ message: "x".repeat(10_000) }, "x".repeat(500)],
  ])(
    "with the error body %j shows the server's message, or else the caller's",
    async (reported, shown) => {
      vi.stubGlobal("fetch", answer(reported, 500));
      const failure = await call("GET /imap/accounts", {}).catch((error: unknown) => error);
      expect(sentenceOf(failure, "Not sent.")).toBe(shown);
    },
  );
  test("reports that the server could not be reached", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
    await expect(call("GET /imap/accounts", {})).rejects.toMatchObject({
      code: "network",
      status: 0,
    });
  });
  test("passes an abort on unchanged", async () => {
    const stop = new AbortController();
    stop.abort();
    vi.stubGlobal("fetch", (_: unknown, init: RequestInit) => Promise.reject(init.signal?.reason));
    const calling = call("GET /imap/accounts", {}, { signal: stop.signal });
    await expect(calling).rejects.toMatchObject({ name: "AbortError" });
  });
});

describe("a response that the session has ended", () => {
  const over = { code: "session.required", message: "Please sign in." };
  test("ends the session of the request", async () => {
    localStorage.setItem("token", "abc");
    const end = vi.fn<() => void>();
    onSessionEnd(end);
    vi.stubGlobal("fetch", answer(over, 401));
    await expect(call("GET /imap/accounts", {})).rejects.toThrow("Please sign in.");
    expect(end).toHaveBeenCalledOnce();
  });
  test("does not end a session that began in the meantime", async () => {
    localStorage.setItem("token", "old");
    const end = vi.fn<() => void>();
    onSessionEnd(end);
    vi.stubGlobal("fetch", async () => {
      localStorage.setItem("token", "new");
      return Response.json(over, { status: 401 });
    });
    await expect(call("GET /imap/accounts", {})).rejects.toThrow("Please sign in.");
    expect(end).not.toHaveBeenCalled();
  });
});
