import { getCallSites } from "node:util";
import { PostgresQueryCompiler, SqliteQueryCompiler } from "kysely";
import type { Engine } from "#/store/engine/database.ts";

interface ProductStatement {
  text: string;
  values: readonly unknown[];
  /** The statement in a form that both engines share; a list has one entry, however many values it had. */
  shape: string;
  /** The first caller that compiled it: `store/users/queries.ts:17 hasUsers`. */
  place: string;
}

const compilers = { sqlite: SqliteQueryCompiler, postgres: PostgresQueryCompiler };

/**
 * Calls back with each statement that the product sends to an engine in this process, once per shape. Omits statements of the
 * tests. Hooks the compiler, because only there the caller is still on the stack.
 */
export function onProductStatement(
  engine: Engine,
  callback: (statement: ProductStatement) => void,
): void {
  const { prototype } = compilers[engine];
  const { compileQuery } = prototype;
  const texts = new Set<string>();
  const shapes = new Set<string>();
  prototype.compileQuery = function note(...words) {
    const compiled = compileQuery.apply(this, words);
    const { sql: text, parameters: values } = compiled;
    if (texts.has(text) || !/^\s*(select|with|insert|update|delete)\b/i.test(text)) return compiled;
    const place = placeInProduct();
    if (place === null) return compiled;
    texts.add(text);
    const shape = shapeOf(text);
    if (!shapes.has(shape)) callback({ text, values, shape, place });
    shapes.add(shape);
    return compiled;
  };
}

function shapeOf(text: string): string {
  return (
    text
      .replaceAll(/\s+/g, " ")
      .trim()
      .replaceAll(/\$\d+/g, "?")
      // A literal timestamp instead of a parameter.
      .replaceAll(/\b\d{6,}\b/g, "?")
      .replaceAll("(extract(epoch from clock_timestamp()) * 1000)::bigint", "?")
      .replaceAll("strpos(", "instr(")
      .replaceAll(/cast\(\? as \w+\)/g, "?")
      .replaceAll(/\?(, \?)+/g, "?")
      .replaceAll(/\(\?\)(, \(\?\))+/g, "(?)")
      // SQLite has one writer at a time and no row locks.
      .replaceAll(/ for (no key update|update|share)( of "\w+")?( skip locked)?/g, "")
  );
}

/** Returns the nearest product function on the stack, or null if it is a test's. */
function placeInProduct(): string | null {
  const site = getCallSites(40).find(
    ({ scriptName }) => !/node_modules|^node:|product-statements\.ts/.test(scriptName),
  );
  if (site === undefined) return null;
  const { scriptName, lineNumber, functionName } = site;
  const file = /\/server\/(?!testing\/)(\S+?)(?<!\.test)\.ts/.exec(scriptName)?.[1];
  return file === undefined ? null : `${file}.ts:${lineNumber} ${functionName}`;
}
