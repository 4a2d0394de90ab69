import { afterAll, vi } from "vitest";

// A process runs file after file: what one leaves in a module or puts in place of a global must not be there for the
// next. Spies go first, for one that looks at a stand-in puts that back.
vi.resetModules();
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
