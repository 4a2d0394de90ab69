import { CompiledQuery } from "kysely";
import { expect, it } from "vitest";
import { signUpUser } from "#/testing/factories/user.ts";
import { startRealApp } from "#/testing/apps/real-app.ts";

it("reports a full disk, keeps existing data, and resumes when there is space", async () => {
  await using app = await startRealApp("sqlite");
  const { client, user } = await signUpUser(app.origin);
  const pages = async (limit: number) => {
    await app.database.kysely.executeQuery(CompiledQuery.raw(`PRAGMA max_page_count = ${limit}`));
  };
  // SQLite raises a limit that is too small to the file's present size, so no page can be added.
  await pages(1);
  const name = "x".repeat(200);
  const refusals = [];
  for (let at = 0; at < 200 && refusals.length === 0; at++) {
    const fields = { name, email: `${at}${"y".repeat(60)}@example.org`, password: "long enough" };
    const answer = await client.send("POST /user/register", fields);
    if (!answer.ok) refusals.push({ status: answer.status, body: await answer.json() });
  }
  expect(refusals).toEqual([
    {
      status: 503,
      body: {
        code: "disk.full",
        message:
          "This server's disk is full. No mail is lost: it stays on the mail server until there is space.",
      },
    },
  ]);
  expect((await client.call("GET /user/profile", {})).user).toEqual(user);
  await pages(1_000_000);
  const renamed = await client.call("PUT /user/profile", { name });
  expect(renamed.user.name).toBe(name);
});

it("reports a read-only disk, shows existing data, and resumes when it is writable", async () => {
  await using app = await startRealApp("sqlite");
  const { client, user } = await signUpUser(app.origin);
  const readOnly = async (state: "on" | "off") => {
    await app.database.kysely.executeQuery(CompiledQuery.raw(`PRAGMA query_only = ${state}`));
  };
  await readOnly("on");
  expect(await client.refusal("PUT /user/profile", { name: "Ada" })).toEqual({
    status: 503,
    code: "disk.read_only",
    message:
      "This server's disk is read-only. No mail is lost: it stays on the mail server until the disk is writable again.",
  });
  expect((await client.call("GET /user/profile", {})).user).toEqual(user);
  await readOnly("off");
  expect((await client.call("PUT /user/profile", { name: "Ada" })).user.name).toBe("Ada");
});
