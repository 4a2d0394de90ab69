import { type ChildProcess, spawn, type StdioOptions } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { UserId } from "@inlet/contract/ids.ts";
import { systemClock } from "#/base/clock.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { secretPlace } from "#/mail/accounts/logins.ts";
import { openDatabase } from "#/store/engine/database.ts";
import { createCommandBus } from "#/store/commands/command-bus.ts";
import { createClient } from "#/testing/apps/client.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { productProgram } from "#/testing/apps/product-bundle.ts";

const product = await productProgram("main");
const form = { name: "Anna", email: "anna@example.org", password: "a good password" };

describe("the server as a process", { timeout: 120_000 }, () => {
  let dataDir = "";
  let server: ChildProcess | undefined;
  beforeEach(async () => {
    dataDir = path.join(await mkdtemp(path.join(tmpdir(), "inlet-main-")), "data");
  });
  afterEach(async () => {
    if (server?.exitCode === null && server.signalCode === null) {
      server.kill("SIGKILL");
      await once(server, "exit");
    }
    await rm(path.dirname(dataDir), { recursive: true });
  });

  function spawnServer(env: Record<string, string>, stdio: StdioOptions): ChildProcess {
    return spawn(process.execPath, [product.file], {
      env: { ...product.env, PORT: "0", INLET_DATA_DIR: dataDir, ...env },
      stdio,
    });
  }

  /** Starts the server and reads its output up to the end of the start-up box. */
  async function start(
    env: Record<string, string> = {},
  ): Promise<{ text: string; origin: string }> {
    server = spawnServer(env, ["ignore", "pipe", "inherit", "ipc"]);
    if (!server.stdout) throw new Error("The server has no output.");
    const lines: string[] = [];
    for await (const line of createInterface({ input: server.stdout })) {
      lines.push(line);
      if (line.startsWith("╰")) break;
    }
    const text = lines.join("\n");
    return { text, origin: /http:\/\/[\w.:]+/.exec(text)?.[0] ?? "" };
  }

  async function stop(how: (child: ChildProcess) => void): Promise<number | null> {
    if (!server) throw new Error("The server was not started.");
    const exit = once(server, "exit");
    how(server);
    const [code]: (number | null)[] = await exit;
    return code ?? null;
  }

  /** Returns the output of a server that does not start. */
  async function refusal(env: Record<string, string>): Promise<string> {
    const child = spawnServer(env, ["ignore", "ignore", "pipe"]);
    const chunks = (await child.stderr?.toArray()) ?? [];
    expect(child.exitCode ?? (await once(child, "exit"))[0]).toBe(1);
    return Buffer.concat(chunks.map((chunk) => Buffer.from(chunk))).toString();
  }

  /** Starts a sign-in request and sends its rest when `end` is called. */
  async function slowCall(origin: string): Promise<{ answer: Promise<number>; end: () => void }> {
    const body = JSON.stringify({ email: form.email, password: form.password });
    const headers = { "content-type": "application/json", "content-length": body.length };
    const call = request(`${origin}/user/login`, { method: "POST", headers });
    call.write(body.slice(0, 10));
    await once(call, "socket");
    // A response on another connection shows that the server has read the data sent before.
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
    const answer = once(call, "response").then(
      ([answered]: IncomingMessage[]) => answered?.statusCode ?? 0,
    );
    return { answer, end: () => call.end(body.slice(10)) };
  }

  // Starts take most of the time here, so each test checks as much as possible with one start.
  it("starts without settings, keeps acknowledged writes when killed, and completes running requests when stopped", async () => {
    const first = await start();
    expect(first.text).toContain("The first account becomes administrator.");
    expect(first.text).toContain(dataDir);
    const { user, token } = await createClient(first.origin).call("POST /user/register", form);
    expect(user.role).toBe("admin");
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(path.join(dataDir, "secret.key"))).mode & 0o777).toBe(0o600);
    expect(await refusal({})).toBe(
      `Another Inlet is using ${dataDir}. Stop it, or choose another INLET_DATA_DIR.\n`,
    );
    await stop((child) => child.kill("SIGKILL"));

    const { text, origin } = await start({ INLET_DRAIN_SECONDS: "8" });
    expect(text).not.toContain("administrator");
    expect(await createClient(origin, token).call("GET /user/profile", {})).toEqual({ user });
    expect((await createClient(origin).call("POST /user/login", form)).user).toEqual(user);

    const live = await fetch(`${origin}/events`, { headers: { authorization: `Bearer ${token}` } });
    const streamText = live.text();
    const call = await slowCall(origin);
    const endless = await slowCall(origin);
    const cut = expect(endless.answer).rejects.toThrow();
    const exit = stop((child) => child.kill("SIGTERM"));
    const ready = async () => (await fetch(`${origin}/readyz`)).status;
    await expect.poll(ready, { timeout: 8000, interval: 20 }).toBe(503);
    expect(await streamText).toMatch(/\n\nretry: \d{3,4}\n\n$/);
    call.end();
    expect(await call.answer).toBe(200);
    expect(await exit).toBe(0);
    await cut;
  });

  it("prints the link for the first account if registration requires it, and stops at once on a second signal", async () => {
    const { text, origin } = await start({ INLET_REGISTRATION: "invite" });
    const invite = /\/signup\?invite=([\w-]{43})/.exec(text)?.[1] ?? "";
    const client = createClient(origin);
    expect((await client.refusal("POST /user/register", form)).code).toBe("signup.invite_required");
    expect((await client.call("POST /user/register", { ...form, invite })).user.role).toBe("admin");

    const call = await slowCall(origin);
    const cut = expect(call.answer).rejects.toThrow();
    const exit = stop((child) => child.kill("SIGINT"));
    await expect
      .poll(() => fetch(`${origin}/healthz`).catch(() => "closed"), { timeout: 9000 })
      .toBe("closed");
    const again = setInterval(() => server?.kill("SIGINT"), 100);
    expect(await exit).toBe(1);
    clearInterval(again);
    await cut;
  });

  it("stops when its parent ends, and refuses data of a newer version or another key", async () => {
    await start();
    expect(await stop((child) => child.disconnect())).toBe(0);

    const database = await openDatabase({ url: path.join(dataDir, "inlet.db") });
    const execute = createCommandBus(database, { clock: systemClock, onCommit: () => {} });
    const account = anAccount(UserId.parse("anna"), "word");
    const place = secretPlace(account, "imap_secret");
    const imapSecret = createSecretBox(randomBytes(32)).encrypt("a mail password", place);
    await execute("account.add", { ...account, imap_secret: imapSecret });
    await database.close();
    expect(await refusal({})).toMatch(
      /^A stored secret was encrypted with key \w+, .*secret\.key file\.\n$/,
    );

    const later = await openDatabase({ url: path.join(dataDir, "inlet.db") });
    await sql`insert into schema_migrations values ('2099-01-01-later.sql', 0)`.execute(
      later.kysely,
    );
    await later.close();
    expect(await refusal({})).toMatch(/^This data was written by a newer version .*\n$/);
  });

  it("lists every invalid setting and does not start", async () => {
    expect(await refusal({ PORT: "many", INLET_ROLE: "both" })).toMatch(
      /^PORT is not valid\..*\nINLET_ROLE is not valid\..*\n$/,
    );
  });

  it("reports a system error in one sentence", async () => {
    expect(await refusal({ INLET_DATA_DIR: product.file })).toMatch(
      /^Inlet could not start: EEXIST.*\n$/,
    );
  });
});
