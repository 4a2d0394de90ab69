import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { buffer } from "node:stream/consumers";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { uploadInPieces } from "#/api/upload.ts";
import { memoryStorage } from "#/testing/memory-storage.ts";

/** An upload server on a real socket that works like the real one and can fail in every way. */
async function aServer() {
  const kept = new Map<string, { size: number; bytes: Buffer }>();
  const faults = { drops: 0, forgets: 0 };
  const asked: string[] = [];
  const answer = (response: ServerResponse, status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? "/", "http://localhost");
    const body = await buffer(request);
    asked.push(`${request.method} ${url.pathname}${url.search}`);
    if (request.method === "POST") {
      const id = `u${kept.size + 1}`;
      kept.set(id, { size: JSON.parse(body.toString()).size, bytes: Buffer.alloc(0) });
      return answer(response, 200, { id, offset: 0 });
    }
    const id = url.pathname.split("/").at(-1) ?? "";
    const upload = kept.get(id);
    if (request.method === "DELETE") {
      kept.delete(id);
      return answer(response, 200, { ok: true });
    }
    if (request.method === "PATCH" && faults.forgets > 0) {
      faults.forgets -= 1;
      return answer(response, 400, { code: "upload.not_found", message: "gone" });
    }
    if (!upload) return answer(response, 400, { code: "upload.not_found", message: "gone" });
    if (request.method === "GET") {
      return answer(response, 200, { id, offset: upload.bytes.length, size: upload.size });
    }
    if (Number(url.searchParams.get("offset")) !== upload.bytes.length) {
      return answer(response, 409, { code: "upload.wrong_offset", message: "no" });
    }
    if (faults.drops > 0) {
      faults.drops -= 1;
      // The data arrived; the response is dropped.
      upload.bytes = Buffer.concat([upload.bytes, body]);
      return response.destroy();
    }
    upload.bytes = Buffer.concat([upload.bytes, body]);
    const offset = upload.bytes.length;
    return answer(response, 200, { id, offset, isComplete: offset === upload.size });
  };
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // Safe: a server that listens on a port has an address of this type.
  const { port } = server.address() as AddressInfo;
  const real = globalThis.fetch;
  vi.stubGlobal("fetch", (path: string, init: RequestInit) =>
    real(`http://127.0.0.1:${port}${path}`, init),
  );
  return {
    kept,
    faults,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const bytes = Buffer.alloc(1_300_000, "harbour");
const aFile = () => new File([bytes], "plan.pdf", { type: "application/pdf" });
const quiet = () => ({
  signal: new AbortController().signal,
  onProgress: () => undefined,
  onWaiting: () => undefined,
});

beforeEach(() => vi.stubGlobal("localStorage", memoryStorage()));
afterEach(() => vi.unstubAllGlobals());

test("uploads a file in pieces and reports the progress", async () => {
  await using server = await aServer();
  const progress: number[] = [];
  const id = await uploadInPieces(aFile(), {
    ...quiet(),
    onProgress: (done) => progress.push(done),
  });
  expect(server.kept.get(id)?.bytes.equals(bytes)).toBe(true);
  expect(progress.length).toBe(3);
  expect(progress.at(-1)).toBe(1);
});

test("sends an empty file too", async () => {
  await using server = await aServer();
  const id = await uploadInPieces(new File([], "empty.txt"), quiet());
  expect(server.kept.get(id)?.bytes.length).toBe(0);
});

test("resumes where the connection broke, without sending a byte twice", async () => {
  await using server = await aServer();
  server.faults.drops = 1;
  const waits: boolean[] = [];
  const id = await uploadInPieces(aFile(), { ...quiet(), onWaiting: (is) => waits.push(is) });
  expect(server.kept.get(id)?.bytes.equals(bytes)).toBe(true);
  expect(waits).toContain(true);
  expect(waits.at(-1)).toBe(false);
  expect(server.asked).toContain(`GET /email/uploads/${id}`);
});

test("restarts when the server forgot what had arrived", async () => {
  await using server = await aServer();
  server.faults.forgets = 1;
  const id = await uploadInPieces(aFile(), quiet());
  expect(server.kept.get(id)?.bytes.equals(bytes)).toBe(true);
});

test("stops when it is cancelled, and deletes what had arrived", async () => {
  await using server = await aServer();
  const abort = new AbortController();
  const uploading = uploadInPieces(aFile(), {
    ...quiet(),
    signal: abort.signal,
    onProgress: () => abort.abort(),
  });
  await expect(uploading).rejects.toThrow(/abort/i);
  await expect.poll(() => server.kept.size).toBe(0);
});
