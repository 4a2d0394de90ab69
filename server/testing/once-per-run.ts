import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

/** Result of one process in the run's folder: the value for all processes, and the command line that ends it, if any. */
interface Made {
  provided: string;
  stop?: readonly string[];
}

/**
 * Creates a resource that all test files of one run share. The first caller creates it in a separate folder; later callers wait
 * and get the same value. A watchdog ends it and deletes the folder once the run has ended.
 */
export async function onceARun(
  name: string,
  make: (dir: string) => Promise<Made>,
): Promise<string> {
  // The test runner is the parent of every process that runs test files.
  const runner = process.ppid;
  const dir = path.join(tmpdir(), `inlet-${name}-${runner}-${await startOf(runner)}`);
  const ready = path.join(dir, "ready");
  const failed = path.join(dir, "failed");
  if (await makeDirectory(dir)) {
    let stop: readonly string[] = [":"];
    try {
      const made = await make(dir);
      stop = made.stop ?? stop;
      await writeFile(`${ready}.new`, made.provided);
      await rename(`${ready}.new`, ready);
      return made.provided;
    } catch (error) {
      await writeFile(failed, error instanceof Error ? error.message : String(error));
      throw error;
    } finally {
      const end = `while kill -0 ${runner} 2>/dev/null; do sleep 2; done; ${stop.join(" ")}; rm -rf ${dir}`;
      spawn("sh", ["-c", end], { detached: true, stdio: "ignore" }).unref();
    }
  }
  const deadline = Date.now() + 60_000;
  while (!existsSync(ready)) {
    if (existsSync(failed)) throw new Error(await readFile(failed, "utf8"));
    if (Date.now() > deadline) throw new Error(`What the tests share was not made in ${dir}.`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return readFile(ready, "utf8");
}

/** Returns the start time of a process, because process ids are reused. Only Linux provides it. */
async function startOf(pid: number): Promise<string> {
  const file = `/proc/${pid}/stat`;
  if (!existsSync(file)) return "0";
  // proc(5): the 22nd field. The second field is a name in parentheses that may contain spaces.
  const text = await readFile(file, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ")[19] ?? "0";
}

/** Creates the directory. Returns true only for the first caller. */
async function makeDirectory(dir: string): Promise<boolean> {
  try {
    await mkdir(dir, { mode: 0o755 });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}
