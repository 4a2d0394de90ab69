import pg from "pg";
import { onProductStatement } from "./product-statements.ts";

/** Statements about all users' mail, with the reason why they may read every partition. */
const aboutEverybody: Exception[] = [
  {
    sign: /"messages" as "m" where "m"."summary_version" =/,
    why: "Sums everybody's mail up anew.",
  },
  {
    sign: /from "classifications" (where \(user_id, message_id\) > |order by "user_id")/,
    why: "Sorts everybody's mail anew.",
  },
  {
    sign: /^insert into "unsorted_messages" .*"c"."version" <>/,
    why: "Sorts everybody's mail anew.",
  },
  {
    sign: /from "messages" where "marks_version" = 0 /,
    why: "Marks everybody's older mail for searches.",
  },
  { sign: /^delete from "changes" where "created_at" </, why: "Clears away what is old." },
  { sign: /^delete from "changes"$/, why: "A restore forgets all changes." },
];

interface Exception {
  sign: RegExp;
  why: string;
}

interface Statement {
  text: string;
  values: readonly unknown[];
}

/** Statements that the product executed on PostgreSQL in this process, until they are checked: all databases have one schema. */
const unchecked: Statement[] = [];
onProductStatement("postgres", ({ text, values }) => unchecked.push({ text, values }));

/**
 * Throws if one of the statements reads more than one partition, and names them: it would find one user's mail, but slower by
 * the number of partitions. Without arguments it checks the new statements of the product.
 */
export async function checkPartitions(
  url: string,
  statements: readonly Statement[] = unchecked.splice(0),
  exceptions: readonly Exception[] = aboutEverybody,
): Promise<void> {
  if (statements.length === 0) return;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const tables = await dividedTables(client);
    const wide: string[] = [];
    for (const statement of statements) {
      const { text } = statement;
      const isAllowed =
        tables.every((table) => !text.includes(table)) ||
        exceptions.some(({ sign }) => sign.test(text));
      if (!isAllowed && (await isWide(client, statement))) wide.push(text);
    }
    if (wide.length > 0) throw new Error(`More than one partition is asked:\n${wide.join("\n")}`);
  } finally {
    await client.end();
  }
}

/**
 * Returns the partitions that a statement would read. All tables are partitioned alike: the same part of two tables counts once.
 */
export async function partitionsAsked(
  client: pg.Client,
  { text, values }: Statement,
): Promise<Set<string>> {
  const { rows } = await client.query<{ "QUERY PLAN": unknown }>(`EXPLAIN (FORMAT JSON) ${text}`, [
    ...values,
  ]);
  const named = JSON.stringify(rows).matchAll(/"Relation Name":"\w+_p(\d+)"/g);
  return new Set([...named].map(([, part = ""]) => part));
}

async function isWide(client: pg.Client, statement: Statement): Promise<boolean> {
  try {
    return (await partitionsAsked(client, statement)).size > 1;
  } catch (error) {
    // The test reverted the schema, or the statement itself would fail on a value.
    if (error instanceof pg.DatabaseError && /^(42|22)/.test(error.code ?? "")) return false;
    throw error;
  }
}

async function dividedTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'p'",
  );
  return rows.map(({ name }) => name);
}
