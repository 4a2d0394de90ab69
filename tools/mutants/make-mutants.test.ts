import { describe, expect, it } from "vitest";
import { isLoadable, mutantsOf, withFault } from "./make-mutants.ts";

describe("the faults of a source", () => {
  it("negate a condition and change its operators and comparisons", () => {
    expect(faultsOf("if (a && !b) c = d === e;")).toEqual([
      "if (!(a && !b)) c = d === e;",
      "if ((a) || (!b)) c = d === e;",
      "if (a && !b) c = (d) !== (e);",
    ]);
    expect(faultsOf("x = !isSeen ? 2 : 3;")).toEqual(["x = isSeen ? 2 : 3;"]);
  });

  it("change a bound by one", () => {
    expect(faultsOf("x = n < 3;")).toEqual(["x = (n) <= (3);"]);
    expect(faultsOf("x = n + 1;")).toEqual(["x = (n);"]);
  });

  it("remove a call or do not await it", () => {
    expect(faultsOf("await tell(a);")).toEqual([";", "void tell(a);"]);
  });

  it("change the clauses of a statement", () => {
    expect(faultsOf('x = q.where("date_key", "<", k).orderBy("uid", "asc");')).toEqual([
      'x = q.where("date_key", "<", k);',
      'x = q.where("date_key", "<", k).orderBy("uid", "desc");',
      'x = q.orderBy("uid", "asc");',
      'x = q.where("date_key", "<=", k).orderBy("uid", "asc");',
      'x = q.where("uid", "<", k).orderBy("uid", "asc");',
      'x = q.where("date_key", "<", k).orderBy("date_key", "asc");',
    ]);
  });

  it("return a simple constant of the declared type", () => {
    expect(faultsOf("function f(): Promise<string[]> { return g; }")).toEqual([
      "function f(): Promise<string[]> { return []; }",
    ]);
    expect(faultsOf("const f = (): A | undefined => { return g; };")).toEqual([
      "const f = (): A | undefined => { return undefined; };",
    ]);
  });

  it("do not touch types, thrown errors and logging", () => {
    const sources = [
      'type A = B extends "a" ? C : D;',
      "log.warn(a === b);",
      "await this.log.warn(a);",
      "throw new Error(a === b);",
    ];
    expect(sources.flatMap(faultsOf)).toEqual([]);
  });

  it("keep their ids when other functions change", () => {
    const f = "function f() { return a < b; }";
    const [before] = mutantsOf("x.ts", f);
    const [after] = mutantsOf("x.ts", `function g() {}\n${f}`);
    expect(after).toMatchObject({ id: before?.id, line: 2 });
    expect(mutantsOf("y.ts", f)[0]?.id).not.toBe(before?.id);
  });

  it("are not loadable if they do not parse", () => {
    expect(isLoadable("x.ts", "const a: number = 1;")).toBe(true);
    expect(isLoadable("x.ts", "const a: = 1;")).toBe(false);
  });
});

function faultsOf(source: string): string[] {
  return mutantsOf("x.ts", source).map((mutant) => withFault(source, mutant));
}
