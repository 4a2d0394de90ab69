import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { buffer } from "node:stream/consumers";
import { expect, it, onTestFinished } from "vitest";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { openTestDatabase } from "#/testing/database/database.ts";
import { runTool } from "#/testing/apps/product-process.ts";
import { startS3 } from "#/testing/fakes/s3-store.ts";
import { createLog } from "#/base/log.ts";
import { sql } from "kysely";
import { everyBlobOf } from "./open-blobs.ts";

it("a manual backup includes files in a bucket, and a restore uploads them to the new bucket", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-backup-s3-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const [from, to] = [await startS3(), await startS3()];
  onTestFinished(async () => {
    await from[Symbol.asyncDispose]();
    await to[Symbol.asyncDispose]();
  });
  const settingsOf = (name: string, { settings }: typeof from) => ({
    INLET_DATA_DIR: path.join(dir, name),
    INLET_SECRET_KEY: key,
    INLET_S3_ENDPOINT: settings.endpoint,
    INLET_S3_BUCKET: settings.bucket,
    INLET_S3_REGION: settings.region,
    INLET_S3_ACCESS_KEY_ID: settings.accessKeyId,
    INLET_S3_SECRET_ACCESS_KEY: settings.secretAccessKey,
  });
  const key = randomBytes(32).toString("base64");
  const blobsOn = (machine: string, { settings: s3 }: typeof from) =>
    everyBlobOf({
      dir: path.join(dir, machine, "blobs"),
      s3,
      allowedPrivateHosts: ["127.0.0.1"],
      log: createLog("silent"),
    });
  // Another process stored the file; this machine's folder does not have it.
  const sha256 = await blobsOn("elsewhere", from).put(Buffer.from("words of a file"));
  const database = await openTestDatabase("sqlite");
  const execute = createCommandBus(database, { clock: { now: () => 1 }, onCommit: () => {} });
  const user = { id: "anna", email: "anna@example.org", name: "Anna", passwordHash: "" };
  const { id } = await execute("user.create", { ...user, firstIsAdmin: true });
  for (const [name, of] of [
    ["u1", sha256],
    ["u2", "ab".repeat(32)],
  ] as const) {
    await execute("upload.add", {
      capacity: null,
      upload: {
        id: name as never,
        user_id: id,
        filename: "a",
        type: "b/c",
        size_bytes: 15,
        received_bytes: 15,
        sha256: of,
        created_at: 1,
      },
    });
  }
  for (const name of ["home", "new"]) await mkdir(path.join(dir, name));
  await sql`vacuum into ${path.join(dir, "home", "inlet.db")}`.execute(database.kysely);

  const made = await runTool("backup", [], settingsOf("home", from));
  expect(made.output).toContain("1 file could not be read and is not in this backup");
  expect(made.code).toBe(0);
  const file = /\S+\.tar/.exec(made.output)?.[0] ?? "";
  const restored = await runTool("restore", [file], settingsOf("new", to));
  expect(restored.output).toContain("rows and 1 files");
  expect(restored.output).toContain("1 file could not be read and is not in this backup");
  const found = await blobsOn("third", to).open(sha256);
  expect(found && (await buffer(found.content)).toString()).toBe("words of a file");

  await from.stop();
  const refused = await runTool("backup", [], settingsOf("home", from));
  expect([refused.code, refused.output]).toEqual([1, expect.stringMatching(/INLET_S3_ENDPOINT/)]);
}, 60_000);
