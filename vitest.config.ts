import { availableParallelism } from "node:os";
import path from "node:path";
import { configDefaults, defineConfig } from "vitest/config";
import { ForksPoolWorker, type PoolOptions } from "vitest/node";

/** Has a process of its own: it replaces modules, which a process loads once. */
const alone = "ai/controls-removed.test.ts";
/** Measures how long others wait: it runs when nothing else does. */
const last = "soak/fairness.test.ts";
/** Executes what the other files had executed on one engine only. */
const afterwards = "store/engine/statements.test.ts";
/** Each process of the server's tests loads it first. */
const recorder = path.join(import.meta.dirname, "server/testing/database/record-statements.ts");
/** Runs before and after each of the page's test files. */
const restorer = path.join(import.meta.dirname, "web/testing/reset-page.ts");
/** Runs before each test file. */
const seeder = path.join(import.meta.dirname, "tools/test/seed-checks.ts");
/** A process with a larger heap is replaced before the next file. */
const maxHeapBytes = 700 * 2 ** 20;

/** A process that runs file after file: to start one and to import the modules is a third of the work. */
class ReusedProcess extends ForksPoolWorker {
  override readonly name = "kept";
  readonly reportMemory = true;
  #heapBytes = 0;

  override deserialize(message: unknown): unknown {
    if (typeof message === "object" && message !== null && "usedMemory" in message) {
      this.#heapBytes = Number(message.usedMemory);
    }
    return super.deserialize(message);
  }

  canReuse(): boolean {
    return this.#heapBytes < maxHeapBytes;
  }
}

function project(root: string, options: object = {}) {
  return {
    test: {
      name: root,
      root,
      exclude: [...configDefaults.exclude, alone, last, afterwards],
      isolate: false,
      pool: {
        name: "kept",
        createPoolWorker: (given: PoolOptions) => new ReusedProcess(given),
      },
      // Real servers on a busy machine take their time; a test that hangs still ends.
      testTimeout: 30_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      // Node runs what is written, and compiles it once for all files; the page's JSX needs Vite.
      experimental: { viteModuleRunner: root === "web" },
      ...(root === "server" && { execArgv: ["--import", recorder] }),
      setupFiles: root === "web" ? [restorer, seeder] : [seeder],
      ...options,
    },
  };
}

export default defineConfig({
  test: {
    // Most of the time a test waits for a server: one alone leaves half of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      project("contract"),
      project("server"),
      project("web"),
      project("tools"),
      project("server", {
        name: "alone",
        include: [alone],
        exclude: configDefaults.exclude,
        isolate: true,
      }),
      project("tools", {
        name: "last",
        include: [last],
        exclude: configDefaults.exclude,
        sequence: { groupOrder: 1 },
      }),
      project("server", {
        name: "afterwards",
        include: [afterwards],
        exclude: configDefaults.exclude,
        sequence: { groupOrder: 2 },
      }),
    ],
  },
});
