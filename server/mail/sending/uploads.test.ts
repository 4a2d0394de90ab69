import { createHash } from "node:crypto";
import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { DraftContent } from "@inlet/contract/mail/drafts.ts";
import { DraftId, type UploadId, type UserId } from "@inlet/contract/ids.ts";
import { limits } from "@inlet/contract/limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBlobs } from "#/store/blobs/blobs.ts";
import { getUploads } from "#/store/blobs/upload-queries.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { startApp } from "#/testing/apps/http-app.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { aMailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(bothEngines)("an upload on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  let ben: SignedUpUser;
  beforeAll(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    anna = await signUpUser(app.origin, "Anna");
    ben = await signUpUser(app.origin, "Ben");
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const start = (size: number, filename = "a.bin") =>
    anna.client.call("POST /email/uploads/start", { filename, size });
  const offsetOf = (id: UploadId) => anna.client.call("GET /email/uploads/{id}", { id });

  async function piece(
    id: UploadId,
    offset: number | string,
    bytes: Uint8Array<ArrayBuffer>,
    { token } = anna,
    origin = app.origin,
  ): Promise<{ status: number; body: Record<string, unknown> }> {
    const answer = await fetch(`${origin}/email/uploads/${id}?offset=${offset}`, {
      method: "PATCH",
      body: bytes,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
    });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }

  async function stored(id: UploadId): Promise<string | undefined> {
    // The brand of a user's id is lost over HTTP.
    const [row] = await getUploads(app.database.reader, anna.user.id as UserId, [id]);
    return row?.sha256;
  }

  const bytes = (length: number, value = 7) => new Uint8Array(length).fill(value);
  const hashOf = (...parts: Uint8Array[]) =>
    createHash("sha256").update(Buffer.concat(parts)).digest("hex");

  it("arrives in pieces and is complete with the last one", async () => {
    const { id, offset } = await start(100_000);
    expect(offset).toBe(0);
    expect((await piece(id, 0, bytes(60_000))).body).toEqual({
      id,
      offset: 60_000,
      isComplete: false,
    });
    expect(await stored(id)).toBeUndefined();
    expect(await offsetOf(id)).toEqual({ id, offset: 60_000, size: 100_000 });
    const last = await piece(id, 60_000, bytes(40_000, 8));
    expect(last.body).toEqual({ id, offset: 100_000, isComplete: true });
    expect(await stored(id)).toBe(hashOf(bytes(60_000), bytes(40_000, 8)));
    expect(await readdir(path.join(blobsDir, "unfinished"))).toEqual([]);
  });

  it("accepts one of two concurrent pieces", async () => {
    const { id } = await start(200_000);
    const answers = await Promise.all([
      piece(id, 0, bytes(200_000, 1)),
      piece(id, 0, bytes(200_000, 2)),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const kept = answers[0]?.status === 200 ? 1 : 2;
    expect(await stored(id)).toBe(hashOf(bytes(200_000, kept)));
  });

  if (!usualEngines.includes(engine)) return;

  it("is shown to its user if it is an image; otherwise it is not found", async () => {
    const put = async (filename: string, content: Uint8Array<ArrayBuffer>) => {
      const { id } = await anna.client.call("POST /email/uploads/start", {
        filename,
        type: "image/png",
        size: content.length,
      });
      await piece(id, 0, content);
      return id;
    };
    const show = (id: UploadId, { token } = anna) =>
      fetch(`${app.origin}/email/uploads/${id}/content`, {
        headers: { authorization: `Bearer ${token}` },
      });
    const png = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2]);
    const picture = await put("evil\u202egnp.html", png);
    const answer = await show(picture);
    expect(answer.status).toBe(200);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(png);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
      "content-disposition": expect.stringMatching(/^attachment;/),
    });
    const unfinished = await start(10);
    const script = new TextEncoder().encode("<svg onload='alert(1)'/>");
    for (const [id, person] of [
      [picture, ben],
      [unfinished.id, anna],
      [await put("photo.png", script), anna],
    ] as const) {
      expect(await (await show(id, person)).json()).toMatchObject({ code: "upload.not_found" });
    }
    expect((await fetch(`${app.origin}/email/uploads/${picture}/content`)).status).toBe(401);
  });

  it("resumes where it broke off, also after a restart of the server", async () => {
    const { id } = await start(300_000);
    await piece(id, 0, bytes(100_000));
    await breakOff(id, 100_000, bytes(50_000));
    // Another process knows only the file and its row.
    await using again = await startApp(testContext(app, blobsDir));
    const rest = bytes(150_000);
    expect((await piece(id, 150_000, rest, anna, again.origin)).body).toMatchObject({
      isComplete: true,
    });
    expect(await stored(id)).toBe(hashOf(bytes(300_000)));
  });

  it("preserves received pieces when the server ends before the last one is recorded", async () => {
    const { id } = await start(9);
    await piece(id, 0, bytes(4));
    const execute: RealApp["execute"] = (name, input) =>
      name === "upload.grow" ? Promise.reject(new Error("ended")) : app.execute(name, input);
    {
      await using ending = await startApp(testContext({ ...app, execute }, blobsDir));
      expect((await piece(id, 4, bytes(5), anna, ending.origin)).status).toBe(500);
    }
    expect(await offsetOf(id)).toMatchObject({ offset: 4 });
    await piece(id, 4, bytes(5));
    expect(await stored(id)).toBe(hashOf(bytes(9)));
  });

  it("refuses a piece that does not follow, and returns the current offset", async () => {
    const { id } = await start(10);
    await piece(id, 0, bytes(4));
    for (const offset of [0, 3, 5, 10]) {
      expect(await piece(id, offset, bytes(1))).toMatchObject({
        status: 409,
        body: { code: "upload.wrong_offset" },
      });
    }
    expect(await offsetOf(id)).toMatchObject({ offset: 4 });
    for (const offset of ["-1", "x", "1.5"]) {
      expect((await piece(id, offset, bytes(1))).status).toBe(400);
    }
  });

  it("returns the same after the last piece's response was lost", async () => {
    const { id } = await start(3);
    await piece(id, 0, bytes(3));
    expect(await piece(id, 3, bytes(0))).toMatchObject({ status: 200, body: { isComplete: true } });
  });

  it("rejects bytes beyond the announced size", async () => {
    const { id } = await start(10);
    expect(await piece(id, 0, bytes(11))).toMatchObject({
      status: 413,
      body: { code: "upload.too_large" },
    });
    expect(await stored(id)).toBeUndefined();
  });

  it("may be empty", async () => {
    const { id } = await start(0, "nothing.txt");
    expect(await stored(id)).toBe(hashOf());
    expect(await offsetOf(id)).toEqual({ id, offset: 0, size: 0 });
  });

  it("cannot exceed the maximum file size", async () => {
    const answer = await anna.client.send("POST /email/uploads/start", {
      filename: "a",
      size: limits.uploadBytes + 1,
    });
    expect(answer.status).toBe(400);
  });

  it("is not accessible to other users", async () => {
    const { id } = await start(5);
    expect(await piece(id, 0, bytes(5), ben)).toMatchObject({
      status: 400,
      body: { code: "upload.not_found" },
    });
    expect(await ben.client.refusal("GET /email/uploads/{id}", { id })).toMatchObject({
      code: "upload.not_found",
    });
    await ben.client.call("DELETE /email/uploads/{id}", { id });
    expect(await offsetOf(id)).toMatchObject({ offset: 0 });
    expect((await piece(id, 0, bytes(5), { ...anna, token: "x".repeat(43) })).status).toBe(401);
  });

  it("is not found after its deletion", async () => {
    const { id } = await start(5);
    await anna.client.call("DELETE /email/uploads/{id}", { id });
    expect(await anna.client.refusal("GET /email/uploads/{id}", { id })).toMatchObject({
      code: "upload.not_found",
    });
  });

  it("is deleted after a day if abandoned, but not if a draft needs it", async () => {
    const abandoned = await start(5);
    await piece(abandoned.id, 0, bytes(2));
    const needed = await start(0);
    const { accountId } = await aMailbox(app.execute, anna.user.id as UserId, "anna");
    const file = { id: needed.id, filename: "a", type: "a/b", size: 0, cid: null };
    const content = DraftContent.parse({ accountId, attachments: [file] });
    const id = DraftId.parse("draft");
    await anna.client.call("PUT /email/drafts/{id}", { ...content, id, revision: 0 });
    const blobs = createBlobs({ dir: blobsDir, capBytes: 2 ** 20 });
    const clean = async (afterMs: number) => {
      const before = app.clock.now() + afterMs - 24 * 3600_000;
      await app.execute("uploads.clean", { before });
      await blobs.dropUnfinished(before);
    };
    await clean(0);
    expect(await offsetOf(abandoned.id)).toMatchObject({ offset: 2 });
    await clean(25 * 3600_000);
    expect(await anna.client.refusal("GET /email/uploads/{id}", abandoned)).toMatchObject({
      code: "upload.not_found",
    });
    expect(await readdir(path.join(blobsDir, "unfinished"))).toEqual([]);
    expect(await offsetOf(needed.id)).toMatchObject({ size: 0 });
    await anna.client.call("DELETE /email/drafts/{id}", { id });
    // A user who discarded the draft by mistake can restore it with its files for a day.
    app.clock.time += 24 * 3600_000;
    await clean(0);
    expect(await offsetOf(needed.id)).toMatchObject({ size: 0 });
    app.clock.time += 1;
    await clean(0);
    expect(await anna.client.refusal("GET /email/uploads/{id}", needed)).toMatchObject({
      code: "upload.not_found",
    });
  });

  /** Sends a part of a piece and disconnects. */
  async function breakOff(id: UploadId, offset: number, part: Uint8Array): Promise<void> {
    const call = request(`${app.origin}/email/uploads/${id}?offset=${offset}`, {
      method: "PATCH",
      headers: {
        authorization: `Bearer ${anna.token}`,
        "content-type": "application/octet-stream",
        "content-length": 200_000,
      },
    });
    call.on("error", () => {});
    call.write(part);
    const file = path.join(blobsDir, "unfinished", id);
    await expect.poll(async () => (await stat(file)).size).toBe(offset + part.byteLength);
    call.destroy();
    // The server notices that the client stopped sending, and keeps the received bytes.
    await expect.poll(async () => (await offsetOf(id)).offset).toBe(offset + part.byteLength);
  }
});
