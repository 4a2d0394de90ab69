import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { expect, it, onTestFinished, vi } from "vitest";
import { signUpUser } from "#/testing/factories/user.ts";
import { productProgram } from "#/testing/apps/product-bundle.ts";

const run = promisify(execFile);

// Processes take long on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

const product = await productProgram("main");

async function aFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-faults-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Starts the server after a shell script in a private mount namespace. */
function spawnAfter(script: string, dir: string): ChildProcess {
  const words = ["-c", `${script} && exec ${process.execPath} ${product.file}`];
  const server = spawn("unshare", [...mounting, "sh", ...words], {
    env: { ...product.env, PORT: "0", INLET_DATA_DIR: path.join(dir, "data") },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  return server;
}

/** A private mount namespace: without root it needs a private user namespace. */
const mounting = process.getuid?.() === 0 ? ["--mount"] : ["--mount", "--user", "--map-root-user"];

async function startAfter(
  script: string,
  dir: string,
): Promise<{ server: ChildProcess; origin: string }> {
  const server = spawnAfter(script, dir);
  if (!server.stdout || !server.stderr) throw new Error("The server says nothing.");
  const output = text(server.stderr);
  for await (const line of createInterface({ input: server.stdout })) {
    const origin = /http:\/\/[\w.:]+/.exec(line)?.[0];
    if (origin !== undefined) return { server, origin };
  }
  throw new Error(await output);
}

async function stop(server: ChildProcess): Promise<number> {
  const exit = once(server, "exit");
  server.kill("SIGTERM");
  // The first argument of the exit event.
  const [code] = (await exit) as [number];
  return code;
}

it("works with 64 open files, and again after more connections than that", async () => {
  const { server, origin } = await startAfter("ulimit -n 64", await aFolder());
  const { client, user } = await signUpUser(origin);
  const { hostname, port } = new URL(origin);
  const sockets: Socket[] = [];
  const settled = Array.from({ length: 120 }, async () => {
    const socket = connect(Number(port), hostname);
    sockets.push(socket);
    // Refused or accepted: no connection waits forever.
    socket.on("error", () => undefined);
    await Promise.race([once(socket, "connect"), once(socket, "close")]);
  });
  await Promise.all(settled);
  for (const socket of sockets) socket.destroy();
  const profile = () => client.call("GET /user/profile", {}).catch(() => null);
  await expect.poll(profile, { timeout: 30_000 }).toEqual({ user });
  expect((await client.call("PUT /user/profile", { name: "Ada" })).user.name).toBe("Ada");
  expect(await stop(server)).toBe(0);
});

it("reports a full disk, continues to read, and resumes writes when there is space", async () => {
  const dir = await aFolder();
  const { server, origin } = await startAfter(`mount -t tmpfs -o size=16m tmpfs ${dir}`, dir);
  const { client, user, token } = await signUpUser(origin);
  const inside = (...words: string[]) =>
    run("nsenter", ["--target", String(server.pid), "--all", ...words]);
  const filler = path.join(dir, "filler");
  await expect(inside("dd", "if=/dev/zero", `of=${filler}`, "bs=4k")).rejects.toThrow("No space");
  const refused = await refusalOf(() => client.send("PUT /email/labels/{name}", { name: "Work" }));
  const full = {
    code: "disk.full",
    message:
      "This server's disk is full. No mail is lost: it stays on the mail server until there is space.",
  };
  expect(refused).toEqual({ status: 503, body: full });
  const form = new FormData();
  form.append("file", new Blob([Buffer.alloc(500_000)]), "a.bin");
  const upload = () =>
    fetch(`${origin}/email/uploads`, {
      method: "POST",
      body: form,
      headers: { authorization: `Bearer ${token}` },
    });
  expect(await refusalOf(upload)).toEqual({ status: 503, body: full });
  expect((await client.call("GET /user/profile", {})).user).toEqual(user);
  expect((await fetch(`${origin}/readyz`)).status).toBe(200);
  await inside("rm", filler);
  await client.call("PUT /email/labels/{name}", { name: "Work" });
  expect((await upload()).status).toBe(200);
  expect(await stop(server)).toBe(0);
});

/** Repeats a call until it is refused and returns the refusal: a partly filled page of the database may allow a few writes. */
async function refusalOf(
  send: () => Promise<Response>,
): Promise<{ status: number; body: unknown }> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await send();
    if (!answer.ok) return { status: answer.status, body: await answer.json() };
    await answer.text();
  }
  throw new Error("It was never refused.");
}

it("reports in one sentence that it cannot start on a read-only disk", async () => {
  const dir = await aFolder();
  const readOnly = `mount -t tmpfs tmpfs ${dir} && mkdir ${dir}/data && mount -o remount,ro ${dir}`;
  const server = spawnAfter(readOnly, dir);
  if (!server.stderr) throw new Error("The server says nothing.");
  const output = text(server.stderr);
  const [code] = (await once(server, "exit")) as [number];
  expect([code, await output]).toEqual([
    1,
    expect.stringMatching(/^Inlet could not start: EROFS: read-only file system, .*\n$/),
  ]);
});
