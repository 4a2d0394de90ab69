import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { anAccount } from "#/testing/mailboxes/mailbox.ts";
import { readEvents } from "#/testing/apps/event-reader.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";

describe.each(usualEngines)("the live stream, on %s", (engine) => {
  let app: RealApp;
  let count = 0;
  beforeAll(async () => {
    app = await startRealApp(engine);
  });
  afterAll(() => app[Symbol.asyncDispose]());

  const newUser = () => signUpUser(app.origin, `Person${++count}`);
  /** Makes a change that the user's open tabs receive; returns the id of the changed account. */
  async function change(person: SignedUpUser): Promise<string> {
    const account = anAccount(person.user.id, `account${++count}`);
    await app.execute("account.add", account);
    return account.id;
  }
  const changeEvent = (id: string) => ({ kind: "account.changed", ids: [id] });

  it("sends the current position, then every change after its write", async () => {
    const anna = await newUser();
    await change(anna);
    const events = await readEvents(app.origin, anna.token);
    expect(await events.next()).toEqual({ id: 1, data: null });
    for (const seq of [2, 3, 4]) {
      const id = await change(anna);
      expect(await events.next()).toEqual({ id: seq, data: changeEvent(id) });
    }
    events.close();
  });

  it("notifies every open tab of the user, and no other user", async () => {
    const [anna, ben] = [await newUser(), await newUser()];
    const tabs = [
      await readEvents(app.origin, anna.token),
      await readEvents(app.origin, anna.token),
    ];
    const bens = await readEvents(app.origin, ben.token);
    for (const stream of [...tabs, bens])
      expect(await stream.next()).toEqual({ id: 0, data: null });
    const annas = await change(anna);
    const his = await change(ben);
    for (const tab of tabs) expect(await tab.next()).toEqual({ id: 1, data: changeEvent(annas) });
    expect(await bens.next()).toEqual({ id: 1, data: changeEvent(his) });
    for (const stream of [...tabs, bens]) stream.close();
  });

  it("resumes after the last event that the tab received", async () => {
    const anna = await newUser();
    const ids = [await change(anna), await change(anna), await change(anna)];
    const events = await readEvents(app.origin, anna.token, "1");
    expect(await events.next()).toEqual({ id: 1, data: null });
    expect(await events.next()).toEqual({ id: 2, data: changeEvent(ids[1] ?? "") });
    expect(await events.next()).toEqual({ id: 3, data: changeEvent(ids[2] ?? "") });
    const fresh = await change(anna);
    expect(await events.next()).toEqual({ id: 4, data: changeEvent(fresh) });
    events.close();
  });

  it("asks the tab to read everything again when it missed too much", async () => {
    const anna = await newUser();
    await change(anna);
    await change(anna);
    app.clock.time += 8 * 24 * 3600_000;
    await app.execute("changes.prune", { before: app.clock.time - 7 * 24 * 3600_000 });
    const events = await readEvents(app.origin, anna.token, "1");
    expect(await events.next()).toEqual({ id: 2, data: { kind: "reset" } });
    const id = await change(anna);
    expect(await events.next()).toEqual({ id: 3, data: changeEvent(id) });
    events.close();
    const current = await readEvents(app.origin, anna.token, "3");
    expect(await current.next()).toEqual({ id: 3, data: null });
    current.close();
  });

  it("asks the tab to read everything again when the database is older than the tab", async () => {
    const anna = await newUser();
    const events = await readEvents(app.origin, anna.token, "99");
    expect(await events.next()).toEqual({ id: 0, data: { kind: "reset" } });
    events.close();
  });

  it("ends with the session", async () => {
    const anna = await newUser();
    const events = await readEvents(app.origin, anna.token);
    await events.next();
    await anna.client.call("POST /user/logout", {});
    expect(await events.next()).toBeNull();
  });

  it("ends when the server stops", async () => {
    await using short = await startRealApp(engine);
    const anna = await signUpUser(short.origin);
    const events = await readEvents(short.origin, anna.token);
    await events.next();
    await short.stopHttp();
    expect(await events.next()).toBeNull();
  });

  it("requires a session, and a number to resume from", async () => {
    const anna = await newUser();
    for (const lastEventId of ["x", "-1", "1.5", "9".repeat(20)]) {
      await expect(readEvents(app.origin, anna.token, lastEventId)).rejects.toThrow("400");
    }
    await expect(readEvents(app.origin, "nobody")).rejects.toThrow("401");
  });

  it("is sent immediately, without compression or buffering by proxies", async () => {
    const anna = await newUser();
    const leaving = new AbortController();
    const answer = await fetch(`${app.origin}/events`, {
      headers: { authorization: `Bearer ${anna.token}`, "accept-encoding": "gzip, br" },
      signal: leaving.signal,
    });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      "x-accel-buffering": "no",
    });
    expect(answer.headers.get("content-encoding")).toBeNull();
    leaving.abort();
  });
});
