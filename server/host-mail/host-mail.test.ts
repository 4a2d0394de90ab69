import { expect, it } from "vitest";
import { createLog } from "#/base/log.ts";
import { RetryAfter } from "#/base/retry-after.ts";
import { createSecretBox } from "#/base/secret-box.ts";
import { withDatabases } from "#/testing/database/database.ts";
import { startHostPost } from "#/testing/fakes/host-mail-server.ts";
import { startSmtp } from "#/testing/fakes/smtp-server.ts";
import { openStore } from "#/testing/database/test-store.ts";
import { deliverHostMail, hostMailEgress } from "./deliver-host-mail.ts";
import { createHostMail, type HostMailSettings } from "./host-mail.ts";

const box = createSecretBox(Buffer.alloc(32, 1));
const letter = {
  to: "ann@example.org",
  subject: "A link for you",
  text: "Open https://mail.example.org/reset?token=s3cret-token",
};

withDatabases((open) => {
  /** Starts a mail server and a queue for it, with one attempt at a time. */
  async function startTrial(change: Partial<HostMailSettings> = {}) {
    const { database, execute, clock } = await openStore(open);
    const received: string[] = [];
    const smtp = await startSmtp({
      auth: [{ user: "host", pass: "secret" }],
      deliver: (_to, raw) => void received.push(raw.toString()),
    });
    const settings: HostMailSettings = {
      host: smtp.host,
      port: smtp.port,
      encryption: "none",
      user: "host",
      pass: "secret",
      from: { name: "Inlet", address: "inlet@example.org" },
      ...change,
    };
    const egress = hostMailEgress(settings, []);
    const log = createLog("silent");
    const post = { reader: database.reader, execute, box, clock, log, settings, egress };
    const rows = () => database.reader.selectFrom("host_mails").selectAll().execute();
    const attempt = async (attempts = 1) => {
      const [row] = await rows();
      await deliverHostMail(post, { id: row?.id ?? "", attempts });
    };
    return {
      clock,
      smtp,
      received,
      rows,
      attempt,
      hostMail: createHostMail({ execute, box, clock }, settings),
      [Symbol.asyncDispose]: () => smtp.stop(),
    };
  }

  it("sends a host email once, marked to suppress automatic replies", async () => {
    const { database, execute, clock } = await openStore(open);
    await using post = await startHostPost({ database, execute, clock, box });
    await post.hostMail.send(letter);
    post.notify();
    const mail = await post.next("ann@example.org");
    expect(mail).toMatchObject({
      subject: letter.subject,
      text: expect.stringContaining(letter.text),
    });
    expect(mail.raw).toContain("From: Inlet <inlet@example.org>");
    expect(mail.raw).toContain("Auto-Submitted: auto-generated");
    expect(post.smtp.commands[0]).toBe("AUTH host");
    await post[Symbol.asyncDispose]();
    expect(post.received).toHaveLength(1);
    expect(await database.reader.selectFrom("host_mails").selectAll().execute()).toEqual([]);
  });

  it("stores a waiting message encrypted", async () => {
    await using trial = await startTrial();
    await trial.hostMail.send(letter);
    const stored = JSON.stringify(await trial.rows());
    for (const part of ["s3cret", "ann@", "A link"]) expect(stored).not.toContain(part);
  });

  it("retries with growing intervals and the same message until the server accepts it", async () => {
    await using trial = await startTrial();
    await trial.hostMail.send(letter);
    trial.smtp.failAt = { phase: "final", how: { code: 451, text: "later" } };
    const waits: number[] = [];
    for (const attempts of [1, 2, 3, 20]) {
      const failure: unknown = await trial.attempt(attempts).catch((error: unknown) => error);
      waits.push(failure instanceof RetryAfter ? failure.waitMs : 0);
    }
    expect(waits).toEqual([15_000, 30_000, 60_000, 15 * 60_000]);
    trial.smtp.failAt = null;
    await trial.attempt(21);
    const [id] = (await trial.rows()).map((row) => row.id);
    expect([id, trial.received.length]).toEqual([undefined, 1]);
    expect(trial.received[0]).toMatch(/^Message-ID: <[\da-f-]{36}@example\.org>/m);
  });

  it("drops a message that the server refuses permanently, and one that has expired", async () => {
    await using trial = await startTrial();
    await trial.hostMail.send(letter);
    trial.smtp.failAt = { phase: "rcpt", how: { code: 550, text: "no such user" } };
    await trial.attempt();
    expect(await trial.rows()).toEqual([]);

    trial.smtp.failAt = null;
    await trial.hostMail.send({ ...letter, validityMs: 1000 });
    trial.clock.at += 1000;
    await trial.attempt();
    expect([await trial.rows(), trial.received]).toEqual([[], []]);
  });

  it("sends nothing in plain text if the operator requires encryption", async () => {
    await using trial = await startTrial({ encryption: "starttls" });
    await trial.hostMail.send(letter);
    await expect(trial.attempt()).rejects.toBeInstanceOf(RetryAfter);
    expect([trial.smtp.commands, await trial.rows()]).toMatchObject([[], [{}]]);
  });
});

const server = { port: 2525, encryption: "implicit", user: "", pass: "" } as const;
const from = { name: "Inlet", address: "inlet@example.org" };

it("reaches an unlisted server on this machine, and none in the network behind it", async () => {
  for (const host of ["127.0.0.1", "localhost", "::1"]) {
    const egress = hostMailEgress({ ...server, host, from }, []);
    expect(await egress.resolve(host, 2525, "mail")).toMatchObject({ isAllowedPrivate: true });
    await expect(egress.resolve("10.0.0.1", 2525, "mail")).rejects.toThrow("could not be reached");
  }
  const near = { ...server, host: "10.0.0.1", from };
  await expect(hostMailEgress(near, []).resolve("10.0.0.1", 2525, "mail")).rejects.toThrow();
  const listed = hostMailEgress(near, ["10.0.0.0/8"]);
  expect(await listed.resolve("10.0.0.1", 2525, "mail")).toMatchObject({ isAllowedPrivate: true });
});

it("reaches a server on the port that the operator named, and does not accept its self-signed certificate", async () => {
  const egress = hostMailEgress({ ...server, host: "203.0.114.1", from }, []);
  expect(await egress.resolve("203.0.114.1", 2525, "mail")).toMatchObject({
    isAllowedPrivate: false,
  });
  await expect(egress.resolve("203.0.114.1", 2526, "mail")).rejects.toThrow();
});

it("sends nothing if no server is configured", async () => {
  const parts = { execute: () => expect.unreachable(), box, clock: { now: () => 0 } };
  const hostMail = createHostMail(parts, null);
  expect(hostMail.isConfigured).toBe(false);
  await expect(hostMail.send(letter)).rejects.toThrow("no server");
});
