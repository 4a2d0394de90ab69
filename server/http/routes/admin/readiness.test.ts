import { tmpdir } from "node:os";
import { expect, it } from "vitest";
import { testContext } from "#/testing/apps/test-context.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";

it("is not ready while the engine does not answer", async () => {
  let answer: () => Promise<unknown> = async () => undefined;
  await using app = await startRealApp("sqlite", {
    context: (parts) => testContext(parts, tmpdir(), { ping: () => answer() }),
  });
  const read = async () => (await fetch(`${app.origin}/readyz`)).status;
  expect(await read()).toBe(200);
  answer = () => Promise.reject(new Error("The engine has ended."));
  expect(await read()).toBe(503);
});
