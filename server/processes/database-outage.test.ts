import { sql } from "kysely";
import { expect, onTestFinished, test, vi } from "vitest";
import { openDatabase } from "#/store/engine/database.ts";
import { startInstallation, subjectsIn } from "#/testing/apps/installation.ts";

test("a database that repeatedly drops every connection loses no mail and sends none twice", async () => {
  const { start, databaseUrl, register, connect, deliver, left } = await startInstallation();
  const [web] = await Promise.all([start("web"), start("engine")]);
  const { client } = await register(web.origin);
  const accountId = await connect(client);
  const database = await openDatabase({ url: databaseUrl });
  onTestFinished(() => database.close());
  const queued: string[] = [];
  const delivered: string[] = [];
  const failures = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const [subject, arriving] = [`out ${round}`, `in ${round}`];
    await deliver(arriving);
    delivered.push(arriving);
    const sending = client.send("POST /email/send", {
      accountId,
      to: "bob@elsewhere.example",
      subject,
      content: "Hello.",
    });
    const reading = client.send("GET /email/list", {});
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
      .execute(database.kysely)
      // The statement also ends this pool's own other connections.
      .catch(() => undefined);
    for (const answer of await Promise.all([sending, reading])) {
      if (!answer.ok) failures.add(JSON.stringify(await answer.json()));
    }
    if ((await sending).ok) queued.push(subject);
  }
  // Each failure has a code of the error catalog.
  for (const failure of failures) expect(JSON.parse(failure)).toMatchObject({ code: "internal" });
  await vi.waitFor(() => expect(left.length).toBeGreaterThanOrEqual(queued.length), {
    timeout: 60_000,
  });
  await vi.waitFor(
    async () => {
      const here = (await subjectsIn(client)).filter((subject) => subject.startsWith("in "));
      expect(here.toSorted()).toEqual(delivered);
    },
    { timeout: 60_000 },
  );
  expect(new Set(left).size).toBe(left.length);
  expect(left.toSorted()).toEqual(expect.arrayContaining(queued));
}, 150_000);
