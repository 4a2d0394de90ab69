import { randomBytes } from "node:crypto";
import { systemClock } from "#/base/clock.ts";
import { createLog } from "#/base/log.ts";
import { createSigner, type Signer } from "#/base/signed-url.ts";
import { type AppOptions, createApp } from "#/http/app.ts";
import type { AppContext } from "#/http/context.ts";

export interface TestApp extends AsyncDisposable {
  origin: string;
  signer: Signer;
}

/** Starts the HTTP application on a free port, over the given context; responses are checked against the contract. */
export async function startApp(
  context: AppContext,
  options: Partial<AppOptions> = {},
): Promise<TestApp> {
  const clock = options.clock ?? systemClock;
  const signer = createSigner(randomBytes(32), clock);
  const app = await createApp({
    context,
    signer,
    clock,
    version: "0.0.0",
    webDir: "/nowhere",
    trustProxy: [],
    log: createLog("silent"),
    checksAnswers: true,
    sessionCheckMs: 10,
    ...options,
  });
  const origin = await app.listen({ port: 0, host: "127.0.0.1" });
  return { origin, signer: options.signer ?? signer, [Symbol.asyncDispose]: () => app.close() };
}
