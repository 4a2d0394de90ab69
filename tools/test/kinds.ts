import { type ImportGraph, reachedFrom } from "./import-graph.ts";

/**
 * Kinds of test files, by the dependencies besides Node that their imports show, with the usual duration of a file in seconds.
 */
export const usualSeconds = { nothing: 2, database: 3, server: 15, browser: 30 } as const;

export type Kind = keyof typeof usualSeconds;

/** Modules that start mail servers, other programs or the product. */
const servers = [
  /^server\/(main|cli\/inlet)\.ts$/,
  /^server\/testing\/(apps\/(other-process|product-process|cli)|fakes\/(dovecot|radicale|test-browser))\.ts$/,
  /^tools\/soak\//,
];

/** Modules that open a database on either engine; a test that names PostgreSQL's own module needs its server. */
const databases =
  /^server\/testing\/(apps\/http-app|database\/(database|test-store|postgres))\.ts$/;
const postgres = /^server\/testing\/database\/postgres(-server)?\.ts$/;

/** Lists the test files among the files of a tree. */
export function testFilesOf(files: readonly string[]): string[] {
  return files.filter((file) => /^(contract|server|web|tools|e2e)\/.*\.test\.tsx?$/.test(file));
}

export function kindOf(graph: ImportGraph, test: string): Kind {
  if (test.startsWith("e2e/")) return "browser";
  const reached = [...reachedFrom(graph, test)];
  if (reached.some((file) => servers.some((server) => server.test(file)))) return "server";
  const named = [...(graph.imports.get(test) ?? [])];
  if (named.some((file) => postgres.test(file))) return "server";
  return reached.some((file) => databases.test(file)) ? "database" : "nothing";
}
