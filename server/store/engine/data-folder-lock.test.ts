import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { FolderInUse, lockFolder } from "./data-folder-lock.ts";

async function aFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-lock-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

test("only one holder gets a folder at a time; the next gets it after the release", async () => {
  const dir = await aFolder();
  const first = lockFolder(dir);
  expect(() => lockFolder(dir)).toThrow(FolderInUse);
  first.release();
  lockFolder(dir).release();
});

test("is free again after the process that held it was killed", async () => {
  const dir = await aFolder();
  const module = path.join(import.meta.dirname, "data-folder-lock.ts");
  const program = `import { lockFolder } from ${JSON.stringify(module)};
    lockFolder(${JSON.stringify(dir)}); console.log("held"); setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ["--input-type=module", "--eval", program]);
  await once(child.stdout, "data");
  expect(() => lockFolder(dir)).toThrow(FolderInUse);
  child.kill("SIGKILL");
  await once(child, "exit");
  lockFolder(dir).release();
});
