import { availableParallelism } from "node:os";
import { configDefaults, defineConfig } from "vitest/config";

/** What measures how long others wait runs when nothing else does. */
const alone = ["soak/fairness.test.ts"];

export default defineConfig({
  test: {
    // Most of the time a test waits for a server: one alone leaves half of two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: ["contract", "server", "web", "tools", "alone"].map((name) => ({
      // Real servers on a busy machine take their time; a test that hangs still ends.
      test: {
        name,
        testTimeout: 30_000,
        hookTimeout: 60_000,
        ...(name === "alone"
          ? { root: "tools", include: alone, sequence: { groupOrder: 1 } }
          : { root: name, exclude: [...configDefaults.exclude, ...alone] }),
        expect: { poll: { timeout: 10_000 } },
        // Node runs what is written, and compiles it once for all files; the page's JSX needs Vite.
        experimental: { viteModuleRunner: name === "web" },
      },
    })),
  },
});
