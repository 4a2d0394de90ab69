import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "#/store/engine/database.ts";
import { type Client, createClient } from "#/testing/apps/client.ts";
import { seen, startInstallation, subjectsIn } from "#/testing/apps/installation.ts";
import type { OwnProduct } from "#/testing/apps/product-process.ts";

test("web processes share several engines; an engine that was suspended past its lease writes and sends nothing", async () => {
  const { start, databaseUrl, register, connect, deliver, left } = await startInstallation();
  const [web, other] = await Promise.all([start("web"), start("web")]);
  const { client, token } = await register(web.origin);
  const otherPlace = createClient(other.origin, token);
  const accountId = await connect(client);
  const here = () => subjectsIn(client);
  const shows = (subject: string, reader: Client, { origin }: OwnProduct) =>
    seen(origin, token, async () => (await subjectsIn(reader)).includes(subject));
  const arrived = async (subject: string) => {
    await deliver(subject);
    await shows(subject, client, web);
  };
  const send = (subject: string) =>
    client.call("POST /email/send", {
      accountId,
      to: "bob@elsewhere.example",
      subject,
      content: "Hello.",
    });

  await deliver("For nobody yet");
  expect(await here()).toEqual([]);
  expect(await client.call("POST /email/sync", {})).toEqual({ state: "failed" });

  const first = await start("engine");
  await shows("For nobody yet", otherPlace, other);
  expect(await otherPlace.call("POST /email/sync", {})).toEqual({ state: "done" });
  await send("From one of them");
  await seen(other.origin, token, async () => left.includes("From one of them"));

  first.signal("SIGSTOP");
  const second = await start("engine");
  await send("While one sleeps");
  await arrived("While one sleeps");
  const sent = ["From one of them", "While one sleeps"];
  await vi.waitFor(() => expect(left).toEqual(sent), { timeout: 60_000 });
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
  const subjects = await here();
  expect(new Set(subjects).size).toBe(subjects.length);
  expect(left).toEqual(sent);
  // The restarted engine takes part again, and takes over from the one that stops.
  await second.stop();
  await arrived("The sleeper alone");

  await otherPlace.call("DELETE /imap/{id}", { id: accountId });
  expect(await here()).toEqual([]);
  expect(left).toEqual(sent);
}, 240_000);
