import { randomBytes } from "node:crypto";
import { freePort } from "../../server/testing/free-port.ts";
import { freshPostgres } from "../../server/testing/database/postgres.ts";
import { type RunningApp, startApp } from "../../tools/demo/app.ts";

/** The product's server with the settings of this test run. */
export interface Server extends AsyncDisposable {
  url: string;
  /** The settings with which a tool for operators finds the server's data. */
  place: Record<string, string>;
  /** Returns its output since the start. */
  output: () => string;
  /** Ends the server as a crash does. */
  kill: () => Promise<void>;
  /** Restarts it at the same address. */
  start: () => Promise<void>;
}

/**
 * Starts one process with SQLite, or two with a PostgreSQL database if `INLET_TEST_DATABASE` is `postgres`: one serves users, the
 * other connects to mail servers.
 */
export async function startServer(options: {
  dataDir: string;
  env?: Record<string, string>;
}): Promise<Server> {
  const { dataDir, env = {} } = options;
  await using starting = new AsyncDisposableStack();
  const place: Record<string, string> = { INLET_DATA_DIR: dataDir };
  const isApart = process.env["INLET_TEST_DATABASE"] === "postgres";
  if (isApart) {
    const { url, drop } = await freshPostgres();
    starting.defer(drop);
    Object.assign(place, {
      DATABASE_URL: url,
      INLET_SECRET_KEY: randomBytes(32).toString("base64"),
    });
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  // The first process has the public address.
  const roles = isApart ? ["web", "engine"] : ["all"];
  const running = new Set<RunningApp>();
  const startRole = async (role: string, at: number) => {
    // The engine serves no requests and cannot know the product's public address; the web process learns it from each request.
    const address = role === "engine" ? { INLET_PUBLIC_URL: url } : {};
    const its = { ...address, ...env, ...place, INLET_ROLE: role };
    running.add(await startApp({ dataDir, env: its, ...(at === 0 && { port }) }));
  };
  const start = async () => {
    await Promise.all(roles.map(startRole));
  };
  const endAll = async (how: "stop" | "kill") => {
    await Promise.all([...running].map((app) => app[how]()));
    running.clear();
  };
  starting.defer(() => endAll("stop"));
  await start();
  const resources = starting.move();
  return {
    url,
    place,
    output: () => [...running].map((app) => app.output()).join("\n"),
    kill: () => endAll("kill"),
    start,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  };
}
