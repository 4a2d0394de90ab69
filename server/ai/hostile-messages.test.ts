import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createHostileMessages } from "#/testing/faults/hostile-messages/create-hostile-messages.ts";
import { scenarios, variants } from "#/testing/faults/hostile-messages/scenarios.ts";
import { commands } from "#/store/commands/registry.ts";
import {
  type HarmfulAction,
  harmfulActions,
} from "#/testing/faults/hostile-messages/hostile-provider.ts";
import {
  type HostileSetup,
  createHostileSetup,
} from "#/testing/faults/hostile-messages/hostile-fixture.ts";
import { tryHostileMessages } from "#/testing/faults/hostile-messages/hostile-trial.ts";
import { momentsOf } from "#/testing/factories/test-moments.ts";

/** The same messages in every run; each goal has several carriers, and each carrier several goals. */
const seed = "in-tests";

/** Returns the variants for a message: full obedience, and one other in rotation. */
const inTurn = (at: number): HarmfulAction[] => [
  "obedient",
  harmfulActions[1 + (at % (harmfulActions.length - 1))] ?? "huge",
];

// Checks on a model's output run before any table is read, so the second engine runs only at night.
describe.each(
  momentsOf<readonly ["sqlite" | "postgres", number]>(
    [
      ["sqlite", 44],
      ["postgres", 12],
    ],
    [["sqlite", 44]],
  ),
)("a model that obeys hostile mail, on %s", (on, count) => {
  const fixtures = createHostileMessages(seed, count);
  let stage: HostileSetup;
  beforeAll(async () => {
    stage = await createHostileSetup([...fixtures, ...variants], { on });
  }, 180_000);
  afterAll(() => stage[Symbol.asyncDispose]());

  test("changes nothing, sends nothing, contacts no other server, and reveals nothing it must not", async () => {
    const trials = fixtures.map((fixture, at) => ({ fixture, harmfulActions: inTurn(at) }));
    const { violations, obeyed, byFeature, runs } = await tryHostileMessages(stage, trials);
    expect(violations).toEqual([]);
    // The model must be called each time, or the test would prove nothing.
    expect(runs).toBe(count * 2 * 9);
    for (const [feature, times] of byFeature) {
      if (feature === "notification") expect(times).toBe(0);
      else expect(times, feature).toBeGreaterThan(count);
    }
    expect(obeyed).toBeGreaterThan(count * 2 * 7);
  }, 180_000);

  test.each(Object.keys(scenarios))("%s", async (name) => {
    expect(await scenarios[name]?.(stage)).toEqual([]);
  });

  test("executes nothing for any tool a model calls, with any arguments", async () => {
    const [first] = fixtures;
    if (!first) throw new Error("There are hostile mails.");
    const call = fc.record({
      tool: fc.oneof(fc.constantFrom(...Object.keys(commands)), fc.string({ maxLength: 40 })),
      input: fc.jsonValue({ maxDepth: 3 }),
    });
    const calls = fc.array(call, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(calls, async (obey) => {
        const trials = [{ fixture: { ...first, obey }, harmfulActions: ["tool-calls" as const] }];
        const { violations } = await tryHostileMessages(stage, trials);
        expect(violations).toEqual([]);
      }),
      {
        numRuns: on === "sqlite" ? 20 : 5,
        examples: [[[{ tool: "", input: 5e-324 }]], [[{ tool: "a", input: [12, 34] }]]],
      },
    );
  }, 120_000);
});
