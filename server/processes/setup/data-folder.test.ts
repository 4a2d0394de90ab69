import { chmod, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openDataFolder } from "#/processes/setup/data-folder.ts";

describe("the data folder", () => {
  let parent = "";
  let dir = "";
  beforeEach(async () => {
    parent = await mkdtemp(path.join(tmpdir(), "inlet-data-"));
    dir = path.join(parent, "deep", "data");
  });
  afterEach(() => rm(parent, { recursive: true }));

  const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

  it("is created for its owner only, with a key that does not change", async () => {
    const first = await openDataFolder(dir, null);
    expect(await modeOf(dir)).toBe(0o700);
    expect(await modeOf(path.join(dir, "secret.key"))).toBe(0o600);
    expect(first.secretKey).toHaveLength(32);
    expect((await openDataFolder(dir, null)).secretKey).toEqual(first.secretKey);
  });

  it("restores the private modes of the folder and the key", async () => {
    await openDataFolder(dir, null);
    await chmod(path.join(dir, "secret.key"), 0o644);
    await chmod(dir, 0o755);
    await openDataFolder(dir, null);
    expect(await modeOf(dir)).toBe(0o700);
    expect(await modeOf(path.join(dir, "secret.key"))).toBe(0o600);
  });

  it("creates one key, however many processes start at the same time", async () => {
    const folders = await Promise.all(Array.from({ length: 8 }, () => openDataFolder(dir, null)));
    expect(new Set(folders.map(({ secretKey }) => secretKey.toString("hex"))).size).toBe(1);
    expect(await readdir(dir)).toEqual(["blobs", "secret.key"]);
  });

  it("writes no key file when the key is given", async () => {
    const key = Buffer.alloc(32, 1);
    expect((await openDataFolder(dir, key)).secretKey).toBe(key);
    expect(await readdir(dir)).toEqual(["blobs"]);
  });

  it("refuses a damaged key instead of creating another", async () => {
    await openDataFolder(dir, null);
    await writeFile(path.join(dir, "secret.key"), "c2hvcnQ=\n");
    await expect(openDataFolder(dir, null)).rejects.toThrow("32-byte key");
  });
});
