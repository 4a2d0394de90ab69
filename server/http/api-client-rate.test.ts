import type { ApiTokenId } from "@inlet/contract/ids.ts";
import { apiClientLimits } from "@inlet/contract/auth/api-client-limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { type ApiClientTrial, startApiClientTrial } from "#/testing/apps/api-client-trial.ts";
import { createPace } from "./api-client-rate.ts";

it("allows an API client the calls per minute of the contract, and reports when it may continue", () => {
  const clock = { time: Date.now(), now: () => clock.time };
  const pace = createPace(clock);
  const waits: number[] = [];
  const call = (token: string) => pace(token as ApiTokenId, (seconds) => waits.push(seconds));
  for (let n = 0; n < apiClientLimits.callsPerMinute; n++) call("wild");
  expect(() => call("wild")).toThrow();
  clock.time += 20_000;
  expect(() => call("wild")).toThrow();
  expect(waits).toEqual([60, 40]);
  call("quiet");
  clock.time += 40_000;
  call("wild");
});

describe.each(usualEngines)("an API client with too many calls, on %s", (engine) => {
  const callsPerMinute = 20;
  let trial: ApiClientTrial;
  beforeAll(async () => {
    trial = await startApiClientTrial(engine, { callsPerMinute });
  });
  afterAll(() => trial[Symbol.asyncDispose]());

  it("waits for the next minute, while the user and other API clients continue", async () => {
    const { anna, connectMcpClient } = await trial.anOwner();
    const [wild, quiet] = [await connectMcpClient(), await connectMcpClient()];
    const calls = Array.from({ length: callsPerMinute + 10 }, () =>
      wild.send("GET /user/profile", {}),
    );
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(callsPerMinute);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    trial.app.clock.time += 20_000;
    const refused = await wild.send("GET /user/profile", {});
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "40"]);
    expect(await refused.json()).toMatchObject({ code: "request.too_many" });
    await quiet.call("GET /user/profile", {});
    await anna.client.call("GET /user/profile", {});
    trial.app.clock.time += 40_000;
    await wild.call("GET /user/profile", {});
  });
});
