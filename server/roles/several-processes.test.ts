import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "#/store/database.ts";
import { createClient } from "#/testing/client.ts";
import { seen, startInstallation, subjectsIn } from "#/testing/installation.ts";

test("two web processes show what an engine fetched, and ask the engine that works for a person", async () => {
  const { start, register, connect, deliver, left } = await startInstallation();
  const [web, other] = await Promise.all([start("web"), start("web"), start("engine")]);
  const { client, token } = await register(web.origin);
  const elsewhere = createClient(other.origin, token);
  const accountId = await connect(client);
  await deliver("To several");
  await seen(other.origin, token, async () => (await subjectsIn(elsewhere)).includes("To several"));
  expect(await elsewhere.call("POST /email/sync", {})).toEqual({ state: "done" });
  await client.call("POST /email/send", {
    accountId,
    to: "bob@elsewhere.example",
    subject: "From one of them",
    content: "Hello.",
  });
  await seen(other.origin, token, async () => left.includes("From one of them"));
  await elsewhere.call("DELETE /imap/{id}", { id: accountId });
  expect(await subjectsIn(client)).toEqual([]);
  expect(left).toEqual(["From one of them"]);
}, 90_000);

test("a web process says that nobody fetches mail while there is no engine", async () => {
  const { start, register, connect, deliver } = await startInstallation();
  const web = await start("web");
  const { client, token } = await register(web.origin);
  await connect(client);
  await deliver("For nobody yet");
  expect(await subjectsIn(client)).toEqual([]);
  expect(await client.call("POST /email/sync", {})).toEqual({ state: "failed" });
  await start("engine");
  await seen(web.origin, token, async () => (await subjectsIn(client)).length > 0);
}, 90_000);

test("an engine that slept through its own end writes and sends nothing more", async () => {
  const { start, databaseUrl, register, connect, deliver, left } = await startInstallation();
  const [web, first] = await Promise.all([start("web"), start("engine")]);
  const { client, token } = await register(web.origin);
  const accountId = await connect(client);
  const arrived = async (subject: string) => {
    await deliver(subject);
    await seen(web.origin, token, async () => (await subjectsIn(client)).includes(subject));
  };
  await arrived("Both awake");
  first.signal("SIGSTOP");
  const second = await start("engine");
  await client.call("POST /email/send", {
    accountId,
    to: "bob@elsewhere.example",
    subject: "While one sleeps",
    content: "Hello.",
  });
  await arrived("While one sleeps");
  await vi.waitFor(() => expect(left).toEqual(["While one sleeps"]), { timeout: 40_000 });
  const database = await openDatabase({ url: databaseUrl });
  onTestFinished(() => database.close());
  const holders = async () => {
    const { rows } = await sql`select holder from engine_leases`.execute(database.kysely);
    return rows;
  };
  const before = await holders();
  first.signal("SIGCONT");
  await arrived("Both awake again");
  expect(await holders()).toEqual(before);
  const here = await subjectsIn(client);
  expect(new Set(here).size).toBe(here.length);
  expect(left).toEqual(["While one sleeps"]);
  // It is one of them again, and takes over from the one that stops.
  await second.stop();
  await arrived("The sleeper alone");
}, 150_000);
