import { programLimits } from "@inlet/contract/program-limits.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database.ts";
import { type ProgramTrial, startProgramTrial } from "#/testing/program-trial.ts";

describe.each(usualEngines)("a program that runs away, on %s", (engine) => {
  let trial: ProgramTrial;
  beforeAll(async () => {
    trial = await startProgramTrial(engine);
  });
  afterAll(() => trial[Symbol.asyncDispose]());

  it("waits for the next minute, while the person and their other programs go on", async () => {
    const { anna, aProgram } = await trial.anOwner();
    const [wild, quiet] = [await aProgram(), await aProgram()];
    const statuses = new Map<number, number>();
    for (let sent = 0; sent < programLimits.callsPerMinute + 50; sent += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => wild.send("GET /user/profile", {})),
      );
      for (const { status } of answers) statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
    expect([...statuses]).toEqual([
      [200, programLimits.callsPerMinute],
      [429, 50],
    ]);
    trial.app.clock.time += 20_000;
    const refused = await wild.send("GET /user/profile", {});
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "40"]);
    expect(await refused.json()).toMatchObject({ code: "request.too_many" });
    await quiet.call("GET /user/profile", {});
    await anna.client.call("GET /user/profile", {});
    trial.app.clock.time += 40_000;
    await wild.call("GET /user/profile", {});
  }, 60_000);
});
