import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { type IncomingMessage, request } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import type { UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { codeOfStep } from "#/auth/totp.ts";
import { removeLeftBehind, removeUserData } from "#/mail/accounts/remove-user-data.ts";
import { createClient } from "#/testing/apps/client.ts";
import { bothEngines, usualEngines } from "#/testing/database/database.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { leavingMail } from "#/testing/factories/leaving-user.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { fillTables } from "#/testing/factories/fill-tables.ts";
import { aMailbox, type Mailbox } from "#/testing/mailboxes/mailbox.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { tablesNaming } from "#/testing/database/tables-naming.ts";

const goesOn = new AbortController().signal;

describe.each(bothEngines)("deleting a user, on %s", (engine) => {
  let blobsDir = "";
  let app: RealApp;
  let anna: SignedUpUser;
  beforeEach(async () => {
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    app = await startRealApp(engine, { context: (parts) => testContext(parts, blobsDir) });
    anna = await signUpUser(app.origin, "Anna");
  });
  afterEach(async () => {
    await app[Symbol.asyncDispose]();
    await rm(blobsDir, { recursive: true });
  });

  const leave = (person: SignedUpUser) =>
    person.client.call("POST /user/delete", {
      password: person.password,
      confirmation: person.user.email,
    });

  it("deletes every row and file of the user, and nothing of other users", async () => {
    const ben = await signUpUser(app.origin, "Ben");
    const bens = await fill(app, ben, "kelpie");
    const annas = await fill(app, anna, "harbour");
    expect(
      (await tablesNaming(app.database, [...signsOf(ben, bens), "kelpie"])).length,
    ).toBeGreaterThan(15);
    const stream = await readEvents(app.origin, ben.token);
    await stream.next();
    expect(await filesIn(blobsDir)).toHaveLength(6);

    expect(await leave(ben)).toEqual({ ok: true });

    // The audit log retains the user's id, which refers to nothing, and nothing else about the user.
    expect(await tablesNaming(app.database, [...signsOf(ben, bens), "kelpie"])).toEqual([
      "audit_log",
    ]);
    expect(await tablesNaming(app.database, ["kelpie", ben.user.email, ben.user.name])).toEqual([]);
    // The files that both had, uploaded and imported, and Anna's own: the finished one and the unfinished one.
    expect(await filesIn(blobsDir)).toHaveLength(4);
    // The stream sends the last changes, and ends.
    while ((await stream.next()) !== null);
    expect((await ben.client.refusal("GET /user/profile", {})).code).toBe("session.required");
    const again = { email: ben.user.email, password: ben.password };
    expect((await createClient(app.origin).refusal("POST /user/login", again)).code).toBe(
      "login.failed",
    );

    const { emails } = await anna.client.call("GET /email/list", {});
    expect(emails.map(({ id }) => id)).toEqual([annas.messageId]);
    const found = await anna.client.call("POST /email/search", { query: "harbour" });
    expect(found.results).toHaveLength(1);
    // The address can be used again.
    expect((await signUpUser(app.origin, "Ben")).user.id).not.toBe(ben.user.id);
  });

  it("deletes the user's rows from every table, and their text from the database file", async () => {
    const ben = await signUpUser(app.origin, "Ben");
    await fill(app, ben, "kelpie");
    await fill(app, anna, "harbour");
    const { database } = app;
    const tables = await fillTables(database, ben.user.id, "quagga");
    await fillTables(database, anna.user.id, "wombat");
    expect(await tablesNaming(database, ["quagga"])).toContain("rules");

    await leave(ben);

    expect(await tablesNaming(database, ["kelpie", "quagga"])).toEqual([]);
    expect(await tablesNaming(database, [ben.user.id])).toEqual(["audit_log"]);
    const annas = await tablesNaming(database, [anna.user.id]);
    expect(annas).toEqual(expect.arrayContaining(tables));
    if (engine !== "sqlite") return;
    // After a checkpoint of the WAL, free space in the file does not hold deleted data either.
    await sql`pragma wal_checkpoint(truncate)`.execute(database.kysely);
    const bytes = await readFile(database.url);
    for (const word of ["kelpie", "quagga"]) expect(bytes.includes(word)).toBe(false);
    for (const word of ["harbour", "wombat"]) expect(bytes.includes(word)).toBe(true);
  });

  it("succeeds for one of two administrators who leave concurrently while other users exist", async () => {
    const [ben] = [await signUpUser(app.origin, "Ben"), await signUpUser(app.origin, "Cleo")];
    const role = { id: ben.user.id, password: anna.password, role: "admin" } as const;
    await anna.client.call("PATCH /admin/users/{id}", role);
    const given = ({ password, user }: SignedUpUser) => ({ password, confirmation: user.email });
    const tries = await Promise.all(
      [anna, ben].map((one) => one.client.send("POST /user/delete", given(one))),
    );
    expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const left = await app.database.reader
      .selectFrom("users")
      .select("role")
      .orderBy("role")
      .execute();
    expect(left).toEqual([{ role: "admin" }, { role: "user" }]);
  });

  if (!usualEngines.includes(engine)) return;

  it("leaves nothing of requests in progress, once they have ended", async () => {
    const ben = await signUpUser(app.origin, "Ben");
    const text = Buffer.from(JSON.stringify({ undoSeconds: 5 }));
    const choice = await beginCall(app, ben, { method: "PUT", path: "/user/preferences", text });
    const form = ["--x", 'Content-Disposition: form-data; name="file"; filename="a.txt"'];
    const file = await beginCall(app, ben, {
      method: "POST",
      path: "/email/uploads",
      type: "multipart/form-data; boundary=x",
      text: Buffer.from([...form, "", "of Ben", "--x--", ""].join("\r\n")),
    });

    await leave(ben);
    expect([await choice(), await file()]).toEqual([200, 200]);
    // Simulates an account that was being connected.
    await aMailbox(app.execute, ben.user.id, "kelpie");
    expect((await tablesNaming(app.database, [ben.user.id])).length).toBeGreaterThan(5);
    expect(await filesIn(blobsDir)).not.toEqual([]);

    await removeLeftBehind(leavingMail(app, blobsDir), goesOn);
    expect(await tablesNaming(app.database, [ben.user.id, "kelpie"])).toEqual(["audit_log"]);
    expect(await filesIn(blobsDir)).toEqual([]);
    await anna.client.call("GET /user/profile", {});
  });

  it("deletes the file of an upload that ended after the last account was deleted", async () => {
    const ben = await signUpUser(app.origin, "Ben");
    await aMailbox(app.execute, ben.user.id, "kelpie");
    const mail = leavingMail(app, blobsDir);
    const execute = (async (name, input) => {
      const answer = await mail.execute(name, input);
      if (name === "account.remove") await upload(app, ben, "of Ben");
      return answer;
    }) as typeof mail.execute; // It returns the result of each command unchanged.
    await removeUserData({ ...mail, execute }, ben.user.id);
    expect(await tablesNaming(app.database, [ben.user.id])).toEqual(["audit_log"]);
    expect(await filesIn(blobsDir)).toEqual([]);
  });

  it("continues with other users if one cannot be deleted, even weeks later", async () => {
    const [ben, cleo] = [await signUpUser(app.origin, "Ben"), await signUpUser(app.origin, "Cleo")];
    for (const person of [ben, cleo]) {
      await leave(person);
      app.clock.time += 1000;
    }
    // Simulates accounts that were being connected.
    for (const { user } of [ben, cleo]) await aMailbox(app.execute, user.id, "kelpie");
    app.clock.time += 20 * 24 * 3600_000;

    const mail = leavingMail(app, blobsDir);
    const logged = vi.spyOn(mail.log, "error");
    const gone: string[] = [];
    const failing = {
      ...mail,
      async disconnectAll(userId: UserId) {
        gone.push(userId);
        // The user who left last is deleted first.
        if (userId === cleo.user.id) throw new Error("The store is away.");
      },
    };
    await removeLeftBehind(failing, AbortSignal.abort());
    expect(gone).toEqual([]);
    await removeLeftBehind(failing, goesOn);
    expect(gone).toEqual([cleo.user.id, ben.user.id]);
    expect(logged).toHaveBeenCalledOnce();
    expect(await tablesNaming(app.database, [ben.user.id])).toEqual(["audit_log"]);
    expect(await tablesNaming(app.database, [cleo.user.id])).toContain("accounts");
    await removeLeftBehind(mail, goesOn);
    expect(await tablesNaming(app.database, [cleo.user.id, "kelpie"])).toEqual(["audit_log"]);
  });

  it("requires the password and the address, and changes nothing without them", async () => {
    const mailbox = await aMailbox(app.execute, anna.user.id, "harbour");
    const { password, user } = anna;
    const refused = async (given: { password?: string; confirmation?: string }) =>
      (await anna.client.refusal("POST /user/delete", given)).code;
    expect(await refused({})).toBe("password.wrong");
    expect(await refused({ password: "guess", confirmation: user.email })).toBe("password.wrong");
    expect(await refused({ password })).toBe("user.not_confirmed");
    expect(await refused({ password, confirmation: "ben@example.org" })).toBe("user.not_confirmed");
    const { emails } = await anna.client.call("GET /email/list", {});
    expect(emails.map(({ id }) => id)).toEqual([mailbox.messageId]);
    await anna.client.call("POST /user/delete", {
      password,
      confirmation: ` ${user.email.toUpperCase()} `,
    });
  });

  it("is refused to the only administrator while other users exist", async () => {
    const ben = await signUpUser(app.origin, "Ben");
    const given = { password: anna.password, confirmation: anna.user.email };
    expect(await anna.client.refusal("POST /user/delete", given)).toMatchObject({
      status: 409,
      code: "user.last_admin",
    });
    await leave(ben);
    await leave(anna);
    expect(await app.database.reader.selectFrom("users").selectAll().execute()).toEqual([]);
  });
});

/** Stores data of the user in as many places as possible. */
async function fill(app: RealApp, person: SignedUpUser, word: string): Promise<Mailbox> {
  const mailbox = await aMailbox(app.execute, person.user.id, word);
  const { accountId, messageId: emailId } = mailbox;
  const { client, password, user } = person;
  const { secret } = await client.call("POST /user/authenticator", { password });
  const code = codeOfStep(secret, Math.floor(app.clock.time / 30_000));
  await client.call("POST /user/authenticator/confirm", { code });
  await client.call("PUT /user/preferences", { undoSeconds: 5 });
  await client.call("PUT /senders/blocked/{address}", { address: "loud@example.org" });
  await client.call("PUT /email/labels/{name}", { name: "Rigging" });
  await client.call("PATCH /email/{emailId}", { emailId, starred: true });
  await client.call("PUT /email/drafts/{id}", {
    id: `draft-${user.name}`,
    accountId,
    revision: 0,
    subject: word,
  });
  await client.call("PUT /identities/{id}", {
    id: `identity-${user.name}`,
    accountId,
    name: user.name,
    address: `second-${user.email}`,
  });
  await client.call("POST /email/imports", { accountId, filename: `${user.name}.mbox` });
  // One file that both users have, one that no other user has, one that is not finished.
  await upload(app, person, "the same for all");
  await upload(app, person, `of ${user.name} alone`);
  const { id } = await client.call("POST /email/uploads/start", { filename: "b.txt", size: 1000 });
  await client.send("PATCH /email/uploads/{id}", { id, offset: 0 });
  return mailbox;
}

/** Sends the first half of a request. The returned function sends the second half and returns the status. */
async function beginCall(
  { origin }: RealApp,
  { token }: SignedUpUser,
  { text, type, ...asked }: { method: string; path: string; text: Buffer; type?: string },
): Promise<() => Promise<number>> {
  const half = Math.floor(text.length / 2);
  const call = request(new URL(asked.path, origin), {
    method: asked.method,
    headers: {
      authorization: `Bearer ${token}`,
      "content-type": type ?? "application/json",
      "content-length": text.length,
      expect: "100-continue",
    },
  });
  const answered = once(call, "response");
  const isTaken = once(call, "continue");
  call.flushHeaders();
  await isTaken;
  call.write(text.subarray(0, half));
  return async () => {
    call.end(text.subarray(half));
    // The arguments that Node emits with the event.
    const [{ statusCode }] = (await answered) as [IncomingMessage];
    return statusCode ?? 0;
  };
}

async function upload(app: RealApp, { token }: SignedUpUser, text: string): Promise<void> {
  const body = new FormData();
  body.set("file", new Blob([text], { type: "text/plain" }), "a.txt");
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${app.origin}/email/uploads`, { method: "POST", headers, body });
  expect(answer.status).toBe(200);
}

/** Returns the values that belong to this user alone. */
function signsOf({ user }: SignedUpUser, mailbox: Mailbox): string[] {
  return [user.id, user.email, ...Object.values(mailbox)];
}

async function filesIn(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
