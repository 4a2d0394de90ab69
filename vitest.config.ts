import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: ["contract", "server", "web", "tools"].map((name) => ({
      // Real servers on a busy machine take their time; a test that hangs still ends.
      test: { name, root: name, testTimeout: 30_000, hookTimeout: 60_000 },
    })),
  },
});
