import { appendFileSync } from "node:fs";
import path from "node:path";
import type { Engine } from "#/store/engine/database.ts";
import { onceARun } from "#/testing/once-per-run.ts";
import { onProductStatement } from "./product-statements.ts";

/** A statement that the product sent to an engine in this run. */
export interface Ran {
  engine: Engine;
  shape: string;
  place: string;
  text: string;
  values: unknown[];
}

/** Folder in which each test process records the product's database statements, for store/engine/statements.test.ts. */
export const statementsDir = await onceARun("statements", async (dir) => ({ provided: dir }));

/** Maximum recorded size of a value, in bytes: JSON of a large message takes seconds, within a transaction. */
const maxBytes = 1000;

for (const engine of ["sqlite", "postgres"] as const) {
  onProductStatement(engine, ({ values, ...statement }) => {
    const short = values.map((value) =>
      value instanceof Uint8Array ? value.subarray(0, maxBytes) : value,
    );
    const line = JSON.stringify({ engine, ...statement, values: short }, (_name, value: unknown) =>
      typeof value === "bigint" ? Number(value) : value,
    );
    appendFileSync(path.join(statementsDir, `${process.pid}.jsonl`), `${line}\n`);
  });
}
