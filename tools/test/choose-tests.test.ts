import { describe, expect, it } from "vitest";
import { type Choice, chooseTests } from "./choose-tests.ts";
import type { ImportGraph } from "./import-graph.ts";

const edges = {
  "server/mail/send.test.ts": ["server/mail/send.ts"],
  "server/http/send.test.ts": ["server/mail/send.ts"],
  "server/http/near.ts": ["server/mail/send.ts"],
  "server/http/far.test.ts": ["server/http/near.ts"],
  "server/http/slow.test.ts": ["server/http/near.ts"],
  "server/other.test.ts": [],
  "e2e/reads-it.test.ts": ["e2e/fixtures.ts"],
  "e2e/signs-it.test.ts": ["e2e/fixtures.ts"],
  "e2e/fixtures.ts": ["e2e/kept-context.ts"],
};

describe("the tests of a change", () => {
  it("are the nearest that fit into the time, with those beside the source first", () => {
    expect(choose(["server/mail/send.ts"], { "server/http/slow.test.ts": 90 })).toEqual({
      chosen: ["server/mail/send.test.ts", "server/http/send.test.ts", "server/http/far.test.ts"],
      leftOut: ["server/http/slow.test.ts"],
    });
  });

  it("always include a changed test", () => {
    const { chosen } = choose(["server/other.test.ts"], { "server/other.test.ts": 1000 });
    expect(chosen).toEqual(["server/other.test.ts"]);
  });

  it("are the browser tests that share the rarest words with the source of a page", () => {
    const { chosen, leftOut } = choose(["web/features/snooze/snooze-menu.tsx"], {});
    expect(chosen).toEqual(["e2e/snoozes-it.test.ts"]);
    expect(leftOut).toEqual(["e2e/reads-it.test.ts"]);
  });
});

it("are all browser tests that use a changed browser helper, as many as fit into the time", () => {
  const { chosen, leftOut } = choose(["e2e/kept-context.ts"], { "e2e/reads-it.test.ts": 30 });
  expect({ chosen, leftOut }).toEqual({
    chosen: ["e2e/reads-it.test.ts"],
    leftOut: ["e2e/signs-it.test.ts"],
  });
});

const texts: Record<string, string> = {
  "e2e/reads-it.test.ts": "the menu",
  "e2e/snoozes-it.test.ts": "snoozed in the menu",
  "e2e/signs-it.test.ts": "a password",
};

function choose(changed: string[], durations: Record<string, number>): Choice {
  const importers = new Map<string, Set<string>>();
  for (const [file, needed] of Object.entries(edges)) {
    for (const one of needed) importers.set(one, (importers.get(one) ?? new Set()).add(file));
  }
  const graph: ImportGraph = { imports: new Map(), importers };
  const suites = Object.keys(edges).filter((file) => /^server.*\.test\.ts$/.test(file));
  const tests = [
    ...suites.map((file) => ({ file, kind: "nothing" as const })),
    ...Object.keys(texts).map((file) => ({ file, kind: "browser" as const })),
  ];
  const budget = { suiteSeconds: 60, browserSeconds: 40 };
  const textOf = (file: string): string => texts[file] ?? "";
  return chooseTests(graph, tests, changed, { durations, budget, textOf });
}
