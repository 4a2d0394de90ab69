import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { DoctorEvent } from "@inlet/contract/mail/account-doctor.ts";
import type { Api } from "@inlet/contract/api.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { usualEngines } from "#/testing/database/database.ts";
import { startDovecot, type TestDovecot } from "#/testing/fakes/dovecot.ts";
import { testContext } from "#/testing/apps/test-context.ts";
import { signUpUser, type SignedUpUser } from "#/testing/factories/user.ts";
import { type RealApp, startRealApp } from "#/testing/apps/real-app.ts";
import { startSmtp, type TestSmtp } from "#/testing/fakes/smtp-server.ts";
import { egressToLoopback } from "#/testing/fakes/web-egress.ts";

const pass = "the right one";
const fingerprint = /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/;

describe.each(usualEngines)("an account, on %s", (engine) => {
  let imap: TestDovecot;
  let tls: TestDovecot;
  let otherTls: TestDovecot;
  let smtp: TestSmtp;
  let app: RealApp;
  let blobsDir = "";
  let count = 0;
  beforeAll(async () => {
    const users = Array.from({ length: 20 }, (_, at) => ({ name: `c${at}@example.org`, pass }));
    [imap, tls, otherTls] = await Promise.all([
      startDovecot({ users }),
      startDovecot({ users, tls: true }),
      startDovecot({ users, tls: true }),
    ]);
    const auth = users.map(({ name }) => ({ user: name, pass }));
    smtp = await startSmtp({ deliver: () => undefined, auth });
    blobsDir = await mkdtemp(path.join(tmpdir(), "inlet-blobs-"));
    const egress = egressToLoopback();
    const context = (parts: Parameters<typeof testContext>[0]) =>
      testContext(parts, blobsDir, { egress });
    app = await startRealApp(engine, { context });
  });
  afterAll(async () => {
    await app[Symbol.asyncDispose]();
    await Promise.all([imap.stop(), tls.stop(), otherTls.stop(), smtp.stop()]);
    await rm(blobsDir, { recursive: true });
  });

  async function anOwner(server = imap, more: Partial<Api["POST /imap/add"]["input"]> = {}) {
    const at = count++;
    const person = await signUpUser(app.origin, `Owner${at}`);
    const address = `c${at}@example.org`;
    const { account } = await person.client.call("POST /imap/add", {
      account_mail: address,
      account_pass: pass,
      imap_host: server.host,
      user_port: server.imapPort,
      tls: server !== imap,
      ...more,
    });
    return { person, address, account };
  }

  /** Returns everything that the connection check reports, in order. */
  async function examined(person: SignedUpUser, request: Api["POST /imap/doctor"]["input"]) {
    const answer = await person.client.send("POST /imap/doctor", request);
    expect(answer.headers.get("content-type")).toContain("application/x-ndjson");
    const lines = (await answer.text()).trimEnd().split("\n");
    // Each line is a `DoctorEvent` of the contract.
    const events = lines.map((line) => JSON.parse(line) as DoctorEvent);
    const ends = events.flatMap((event) =>
      event.kind === "step" && event.state !== "running" ? [event] : [],
    );
    const verdict = events.find((event) => event.kind === "verdict");
    if (!verdict) throw new Error("The doctor says nothing.");
    const states = Object.fromEntries(ends.map(({ step, state }) => [step, state]));
    return { events, ends, states, verdict };
  }

  describe("is changed", () => {
    it("in its name without a connection to the mail server", async () => {
      const { person, account } = await anOwner();
      const changed = await person.client.call("PATCH /imap/{id}", {
        id: account.id,
        name: "Work",
      });
      expect(changed.account).toMatchObject({ name: "Work", state: "connecting" });
      const { accounts } = await person.client.call("GET /imap/accounts", {});
      expect(accounts).toEqual([changed.account]);
    });

    it("in nothing, or only in how far back it is synced", async () => {
      const { person, account } = await anOwner();
      const { id } = account;
      expect((await person.client.call("PATCH /imap/{id}", { id })).account.id).toBe(id);
      await person.client.call("PATCH /imap/{id}", { id, syncMonths: 12 });
      const kept = await app.database.reader
        .selectFrom("account_sync")
        .select("sync_months")
        .where("account_id", "=", id)
        .executeTakeFirst();
      expect(kept).toEqual({ sync_months: 12 });
    });

    it("only if the new login works, and keeps the old one otherwise", async () => {
      const { person, account } = await anOwner();
      const { id } = account;
      const secretOf = async () => {
        const row = await app.database.reader
          .selectFrom("accounts")
          .selectAll()
          .where("id", "=", id)
          .executeTakeFirstOrThrow();
        return row.imap_secret;
      };
      const before = await secretOf();
      for (const [change, code] of [
        [{ account_pass: "wrong" }, "account.bad_login"],
        [{ user_port: 1 }, "account.unreachable"],
        [
          { imap_host: "inside.example", user_port: 993, account_pass: pass },
          "account.unreachable",
        ],
        [
          { smtp_host: smtp.host, smtp_port: smtp.port, smtp_tls: false, smtp_pass: "wrong" },
          "account.smtp_failed",
        ],
        [{ smtp_host: "auto" }, "account.smtp_not_found"],
      ] as const) {
        expect(await person.client.refusal("PATCH /imap/{id}", { id, ...change })).toMatchObject({
          status: 422,
          code,
        });
        expect(await secretOf()).toBe(before);
      }
      await app.execute("account.state", {
        accountId: id,
        state: "failed",
        errorCode: "account.bad_login",
      });
      const done = await person.client.call("PATCH /imap/{id}", { id, account_pass: pass });
      expect(done.account).toMatchObject({ id, state: "connecting", error: null });
      expect(await secretOf()).not.toBe(before);
    });

    it("to other servers only with the password, which a session cannot read", async () => {
      const { person, account } = await anOwner();
      const { id } = account;
      for (const change of [{ imap_host: "thief.example" }, { smtp_host: "thief.example" }]) {
        expect(await person.client.refusal("PATCH /imap/{id}", { id, ...change })).toMatchObject({
          status: 422,
          code: "account.password_needed",
        });
      }
      // Makes the account's server differ from the tested one, which could be a thief's.
      await app.database.kysely
        .updateTable("accounts")
        .set({ imap_host: "mail.example" })
        .where("id", "=", id)
        .execute();
      const { states } = await examined(person, { accountId: id, imap_host: imap.host });
      expect(states).toMatchObject({ tcp: "ok", login: "skipped", folders: "skipped" });
    });

    it("to send with the same password, and back to receiving only", async () => {
      const { person, account, address } = await anOwner();
      const { id } = account;
      expect(account.canSend).toBe(false);
      const outgoing = { smtp_host: smtp.host, smtp_port: smtp.port, smtp_tls: false };
      const sending = await person.client.call("PATCH /imap/{id}", { id, ...outgoing });
      expect(sending.account).toMatchObject({
        canSend: true,
        outgoing: { ...outgoing, smtp_user: address },
      });
      const stopped = await person.client.call("PATCH /imap/{id}", { id, smtp_host: "" });
      expect(stopped.account).toMatchObject({ canSend: false, outgoing: null });
    });

    it("is synced again after a new login, and not after a new name", async () => {
      const { person, account } = await anOwner();
      const { id } = account;
      const jobs = () =>
        app.database.reader
          .selectFrom("jobs")
          .select("kind")
          .where("subject_id", "=", id)
          .where("kind", "=", "watch-account")
          .execute();
      await app.database.kysely.deleteFrom("jobs").where("subject_id", "=", id).execute();
      await person.client.call("PATCH /imap/{id}", { id, name: "Home" });
      expect(await jobs()).toEqual([]);
      await person.client.call("PATCH /imap/{id}", { id, account_pass: pass });
      expect(await jobs()).toHaveLength(1);
    });

    it("has a color until it is removed again", async () => {
      const { person, account } = await anOwner();
      for (const color of ["teal", null] as const) {
        const shown = await person.client.call("PUT /imap/{id}/color", { id: account.id, color });
        expect(shown).toEqual({ account: { ...account, color } });
      }
    });
  });

  describe("at a server with its own certificate", () => {
    it("shows the trusted certificate, and refuses another one until it is accepted", async () => {
      const { person, account } = await anOwner(tls);
      const { id, fingerprints } = account;
      expect(fingerprints.imap).toMatch(fingerprint);
      const isSame = await person.client.call("PATCH /imap/{id}", { id, account_pass: pass });
      expect(isSame.account.fingerprints).toEqual(fingerprints);

      // Simulates another server at the same address.
      await app.database.kysely
        .updateTable("accounts")
        .set({ imap_port: otherTls.imapPort })
        .where("id", "=", id)
        .execute();
      expect(
        await person.client.refusal("PATCH /imap/{id}", { id, account_pass: pass }),
      ).toMatchObject({ status: 422, code: "account.certificate_changed" });
      const { ends, verdict } = await examined(person, { accountId: id });
      const shown = ends.find(({ step }) => step === "tls");
      expect(shown).toMatchObject({ state: "failed", code: "account.certificate_changed" });
      expect(shown?.fingerprint).toMatch(fingerprint);
      expect(shown?.fingerprint).not.toBe(fingerprints.imap);
      expect(verdict).toMatchObject({ isHealthy: false, code: "account.certificate_changed" });

      expect(
        await person.client.refusal("PATCH /imap/{id}", {
          id,
          imap_fingerprint: fingerprints.imap ?? "",
        }),
      ).toMatchObject({ code: "account.certificate_changed" });
      const accepted = await person.client.call("PATCH /imap/{id}", {
        id,
        imap_fingerprint: shown?.fingerprint ?? "",
      });
      expect(accepted.account.fingerprints.imap).toBe(shown?.fingerprint);
    });
  });

  describe("is examined", () => {
    it("from the servers to the folders, and reported as healthy", async () => {
      const { person, account } = await anOwner(imap, {
        smtp_host: smtp.host,
        smtp_port: smtp.port,
        smtp_tls: false,
      });
      const { states, events, verdict } = await examined(person, { accountId: account.id });
      expect(states).toEqual({
        settings: "ok",
        dns: "ok",
        tcp: "ok",
        tls: "skipped",
        login: "ok",
        folders: "ok",
        smtp: "ok",
      });
      expect(verdict).toMatchObject({ isHealthy: true, code: null });
      expect(events[0]).toMatchObject({ kind: "step", step: "settings", state: "running" });
      expect(events.at(-1)).toBe(verdict);
    });

    it("and the first failure is named", async () => {
      const { person, address } = await anOwner();
      const server = {
        account_mail: address,
        account_pass: pass,
        imap_host: imap.host,
        user_port: imap.imapPort,
        tls: false,
      };
      for (const [change, step, code] of [
        [{ account_pass: "wrong" }, "login", "account.bad_login"],
        [{ user_port: 1 }, "tcp", "account.unreachable"],
        [{ tls: true }, "tls", "account.encryption_required"],
        [
          { smtp_host: smtp.host, smtp_port: smtp.port, smtp_tls: false, smtp_pass: "x" },
          "smtp",
          "account.smtp_failed",
        ],
      ] as const) {
        const { ends, verdict } = await examined(person, { ...server, ...change });
        const failed = ends.filter(({ state }) => state === "failed");
        expect(failed.map((end) => [end.step, end.code])).toEqual([[step, code]]);
        expect(verdict).toMatchObject({ isHealthy: false, code });
        expect(verdict.sentence).toMatch(/^\S.+[.]$/);
      }
    });

    it("without revealing which internal addresses exist", async () => {
      const person = await signUpUser(app.origin, `Scanner${count}`);
      const errorFor = async (imap_host: string, user_port: number) => {
        const request = { account_mail: "a@x.example", account_pass: "x", imap_host, user_port };
        const { events } = await examined(person, request);
        return JSON.stringify(events)
          .replaceAll(imap_host, "host")
          .replaceAll(String(user_port), "port");
      };
      const nowhere = await errorFor("nowhere.example", 993);
      for (const [host, port] of [
        ["10.0.0.1", 993],
        ["inside.example", 993],
        ["169.254.169.254", 993],
        ["[::1]", 993],
        ["nowhere.example", 22],
        ["inside.example", 6379],
      ] as const) {
        expect(await errorFor(host, port)).toBe(nowhere);
      }
    });

    it("reports which servers it would use if only the address is known", async () => {
      const person = await signUpUser(app.origin, `Asker${count}`);
      const { events, verdict, states } = await examined(person, {
        account_mail: "somebody@nothing.example",
      });
      expect(events).toContainEqual({ kind: "settings", settings: null });
      expect(states).toMatchObject({ settings: "failed", login: "skipped" });
      expect(verdict.sentence).toContain("nothing.example");
    });
  });
});
