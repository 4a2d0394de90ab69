import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { AttachmentId, MessageId } from "@inlet/contract/ids.ts";
import { expect, it, onTestFinished, vi } from "vitest";
import { createLog } from "#/base/log.ts";
import { readAttachment } from "#/mail/reading/attachments.ts";
import { parseConfig } from "#/config.ts";
import { blobsOf } from "#/processes/setup/open-blobs.ts";
import { startWeb } from "#/processes/web-server/web.ts";
import type { Blobs } from "#/store/blobs/blobs.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { startDovecot } from "#/testing/fakes/dovecot.ts";
import { startMailEngine } from "#/testing/apps/mail-engine.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser } from "#/testing/factories/user.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";
import { type S3Store, startS3 } from "#/testing/fakes/s3-store.ts";

// A real mail server takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

/** Returns the blobs as a process with an empty folder sees them. */
async function blobsIn({ settings }: S3Store): Promise<Blobs> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-away-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const log = createLog("silent");
  const { reader } = await openTestDatabase("sqlite");
  return blobsOf({ dir, s3: settings, allowedPrivateHosts: [], reader, log });
}

const mail = `From: ada@example.org
To: person@example.org
Subject: A file
Message-ID: <file@example.org>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

See the file.
--b
Content-Type: text/csv; name=list.csv
Content-Disposition: attachment; filename=list.csv

one,two
--b--
`.replaceAll("\n", "\r\n");

it("opens an attachment from the mail server while file storage is unavailable", async () => {
  await using store = await startS3();
  const user = { name: "person@example.org", pass: "secret" };
  await using server = await startDovecot({ users: [user] });
  await server.deliver(user.name, mail);
  await using engine = await startMailEngine();
  await engine.addAccount({ mail: user.name, pass: user.pass, imapPort: server.imapPort });
  const attachments = () => engine.database.reader.selectFrom("attachments").selectAll().execute();
  await engine.until(async () => (await attachments()).length === 1);
  const [row] = await attachments();
  if (!row) throw new Error("The attachment was not taken in.");
  expect(row.sha256).toMatch(/^[0-9a-f]{64}$/);
  const there = { ...engine.mail, blobs: await blobsIn(store) };
  const open = async () => {
    const file = await readAttachment(
      there,
      engine.userId,
      MessageId.parse(row.message_id),
      AttachmentId.parse(row.id),
    );
    return [file.filename, (await text(file.content)).trim()];
  };
  expect(await open()).toEqual(["list.csv", "one,two"]);
  await store.stop();
  expect(await open()).toEqual(["list.csv", "one,two"]);
});

it("refuses an upload with a clear error while file storage is unavailable, and accepts it later", async () => {
  const store = await startS3();
  const working = await startS3();
  const blobs = { now: await blobsIn(store) };
  const current: Blobs = {
    ...blobs.now,
    grow: (...all) => blobs.now.grow(...all),
    finish: (name) => blobs.now.finish(name),
  };
  await using app = await startRealApp("sqlite", {
    context: (parts) => testContext(parts, "/nowhere", { blobs: current }),
  });
  const { client, token } = await signUpUser(app.origin);
  const { id } = await client.call("POST /email/uploads/start", {
    filename: "list.csv",
    type: "text/csv",
    size: 7,
  });
  const put = () =>
    fetch(`${app.origin}/email/uploads/${id}?offset=0`, {
      method: "PATCH",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
      body: "one,two",
    });
  await store.stop();
  const refused = await put();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    {
      code: "storage.unavailable",
      message:
        "This server's file storage is not responding. Nothing is lost. Please try again in a moment.",
    },
  ]);
  blobs.now = await blobsIn(working);
  expect(await (await put()).json()).toEqual({ id, offset: 7, isComplete: true });
  await store[Symbol.asyncDispose]();
  await working[Symbol.asyncDispose]();
});

it("deletes no user in part while their files cannot be deleted", async () => {
  await using store = await startS3();
  const blobs = await blobsIn(store);
  await using app = await startRealApp("sqlite", {
    context: (parts) => testContext(parts, "/nowhere", { blobs }),
  });
  const { client, user, password, token } = await signUpUser(app.origin);
  const form = new FormData();
  form.append("file", new Blob(["one,two"]), "list.csv");
  const headers = { authorization: `Bearer ${token}` };
  const stored = await fetch(`${app.origin}/email/uploads`, {
    method: "POST",
    body: form,
    headers,
  });
  expect(stored.status).toBe(200);
  await store.stop();
  const leaving = { password, confirmation: user.email };
  expect((await client.refusal("POST /user/delete", leaving)).code).toBe("storage.unavailable");
  expect((await client.call("GET /user/profile", {})).user).toEqual(user);
});

it("keeps uploads in the bucket when the folder of the process is deleted", async () => {
  await using store = await startS3();
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-shared-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const config = parseConfig({
    PORT: "0",
    INLET_DATA_DIR: dir,
    INLET_S3_ENDPOINT: store.settings.endpoint,
    INLET_S3_BUCKET: store.settings.bucket,
    INLET_S3_ACCESS_KEY_ID: store.settings.accessKeyId,
    INLET_S3_SECRET_ACCESS_KEY: store.settings.secretAccessKey,
  });
  const start = () =>
    startWeb(config, {
      version: "0.0.0",
      webDir: "/nowhere",
      log: createLog("silent"),
      onCrash: (error) => {
        throw error;
      },
    });
  const one = await start();
  const { client, token } = await signUpUser(one.url);
  const png = Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(40)]);
  const { id } = await client.call("POST /email/uploads/start", {
    filename: "a.png",
    type: "image/png",
    size: png.length,
  });
  const headers = { authorization: `Bearer ${token}` };
  for (const [from, to] of [
    [0, 20],
    [20, png.length],
  ] as const) {
    const answer = await fetch(`${one.url}/email/uploads/${id}?offset=${from}`, {
      method: "PATCH",
      body: png.subarray(from, to),
      headers: { ...headers, "content-type": "application/octet-stream" },
    });
    expect(answer.status).toBe(200);
  }
  await one.stop();
  await rm(path.join(dir, "blobs"), { recursive: true });
  const other = await start();
  const shown = await fetch(`${other.url}/email/uploads/${id}/content`, { headers });
  expect(Buffer.from(await shown.arrayBuffer())).toEqual(png);
  await other.stop();
});
