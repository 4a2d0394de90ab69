import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout } from "node:timers/promises";

/**
 * Enters the root directory with private mounts, which end with the last process, and with a private /etc: one root directory
 * serves several servers at once.
 */
const enter = `set -e
root=$1
mount -t proc proc $root/proc
mount --rbind /dev $root/dev
mount -t tmpfs tmpfs $root/run
mount -t tmpfs tmpfs $root/tmp
cp -a $root/etc $2/etc
mount --bind $2/etc $root/etc
mount --bind $2 $root/srv
exec chroot $root /bin/sh /srv/start
`;

const startWithinMs = 30_000;

/**
 * Runs a server in that root directory, as process 1 of a PID namespace. `files` are in /srv; the one named `start` is the script
 * that becomes the server, which has to send a greeting on the port.
 */
export async function startBoxed(
  root: string,
  port: number,
  files: Record<string, string>,
): Promise<AsyncDisposable> {
  const dir = await mkdtemp(path.join(tmpdir(), "inlet-interop-"));
  // The mail processes run as another user, who needs access to this folder.
  await chmod(dir, 0o755);
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(dir, name), text);
  const flags = ["--mount", "--pid", "--fork", "--kill-child"];
  const server = spawn("unshare", [...flags, "sh", "-c", enter, "sh", root, dir], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    await end(server);
    await rm(dir, { recursive: true, force: true, maxRetries: 5 });
  };
  let output = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-4000)));
  }
  const deadline = performance.now() + startWithinMs;
  while (!(await greets(port))) {
    if (server.exitCode === null && performance.now() < deadline) continue;
    await stop();
    throw new Error(`A server did not start on port ${port}:\n${output}`);
  }
  return { [Symbol.asyncDispose]: stop };
}

async function greets(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const greeting = new Promise<boolean>((fulfil) => {
    socket.once("data", () => fulfil(true));
    socket.once("error", () => fulfil(false));
    socket.once("close", () => fulfil(false));
  });
  const isThere = await greeting;
  socket.destroy();
  if (!isThere) await setTimeout(100);
  return isThere;
}

async function end(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const exit = once(server, "exit");
  // Its child is process 1 of the namespace: when it dies, all die. --kill-child is not enough, because Cyrus changes its user.
  const children = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, "utf8");
  for (const pid of children.split(" ").filter(Boolean)) process.kill(Number(pid), "SIGKILL");
  server.kill("SIGKILL");
  await exit;
}
