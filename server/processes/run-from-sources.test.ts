import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { expect, it, onTestFinished, vi } from "vitest";
import { createClient } from "#/testing/apps/client.ts";

// Processes take long on a busy machine.
vi.setConfig({ testTimeout: 120_000 });

const form = { name: "Anna", email: "anna@example.org", password: "a good password" };

/** Runs the file like `npm run dev`. */
function run(file: string, words: readonly string[], dir: string) {
  return spawn(process.execPath, [path.join(import.meta.dirname, "..", file), ...words], {
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      PORT: "0",
      INLET_DATA_DIR: path.join(dir, "data"),
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

it("starts, stores and stops without a build, and so do its commands", async () => {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-sources-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const server = run("main.ts", [], dir);
  onTestFinished(() => void server.kill("SIGKILL"));
  let origin = "";
  for await (const line of createInterface({ input: server.stdout })) {
    origin ||= /http:\/\/[\w.:]+/.exec(line)?.[0] ?? "";
    if (line.startsWith("╰")) break;
  }
  const { user } = await createClient(origin).call("POST /user/register", form);
  expect(user.role).toBe("admin");
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  expect(await exit).toEqual([0, null]);

  const command = run("cli/inlet.ts", ["make-admin", form.email], dir);
  expect(await text(command.stdout)).toContain(form.email);
});
