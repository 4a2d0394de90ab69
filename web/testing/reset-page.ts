import { afterAll, vi } from "vitest";

// A process runs file after file: state that one leaves in a module, or a replaced global, must not affect the next. Spies are
// restored first, because a spy on a mock restores the mock.
vi.resetModules();
afterAll(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
