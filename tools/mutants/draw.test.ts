import { describe, expect, it } from "vitest";
import { areaOf, areas, drawMutants } from "./draw.ts";
import { type FaultKind, faultKinds } from "./faults.ts";
import type { Mutant } from "./make-mutants.ts";

const files = {
  rules: "server/jobs/run-rules.ts",
  sync: "server/mail/sync/folder/plan.ts",
  send: "server/store/outbox/queries.ts",
  search: "server/search/words.ts",
  auth: "server/auth/totp.ts",
  integrations: "server/integrations/slack/slack-api.ts",
  jobs: "server/store/jobs/queries.ts",
  store: "server/store/engine/bit.ts",
};

describe("the drawn faults", () => {
  it("are in the area of their file, and none is in a test or a type of a table", () => {
    for (const [area, file] of Object.entries(files)) expect(areaOf(file)).toBe(area);
    expect(areaOf("server/store/messages/flags.test.ts")).toBeUndefined();
    expect(areaOf("server/store/rules/schema.ts")).toBeUndefined();
    expect(areaOf("server/http/app.ts")).toBeUndefined();
  });

  it("are spread evenly over areas and kinds, regardless of their numbers of possible faults", () => {
    const drawn = drawMutants(all, 2 * areas.length, 5, () => true);
    const names = drawn.map(({ file }) => areaOf(file));
    expect(names).toEqual([...areas, ...areas].map(({ name }) => name));
    const kinds = drawn.filter(({ file }) => file === files.store).map(({ kind }) => kind);
    expect(new Set(kinds).size).toBe(2);
  });

  it("are the same for the same seed and differ for another", () => {
    const ids = (seed: number): string[] =>
      drawMutants(all, 10, seed, () => true).map(({ id }) => id);
    expect(ids(5)).toEqual(ids(5));
    expect(ids(5)).not.toEqual(ids(6));
  });

  it("skip unwanted ones, and end when all are drawn", () => {
    const drawn = drawMutants(all, 1e6, 5, ({ kind }) => kind === "lost await");
    expect(new Set(drawn.map(({ kind }) => kind))).toEqual(new Set(["lost await"]));
    expect(drawn).toHaveLength(all.length / faultKinds.length);
  });
});

const all = Object.values(files).flatMap((file) =>
  faultKinds.flatMap((kind) =>
    Array.from({ length: file === files.store ? 50 : 3 }, (_, n) => mutantOf(file, kind, n)),
  ),
);

function mutantOf(file: string, kind: FaultKind, n: number): Mutant {
  const id = `${file} ${kind} ${n}`;
  return { id, file, kind, line: 100 * faultKinds.indexOf(kind) + n, start: 0, end: 1, text: "" };
}
