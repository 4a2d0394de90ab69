import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { createEgress, type Egress } from "#/egress/egress.ts";
import { stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { type SmtpFault, startSmtp, type TestSmtp } from "#/testing/fakes/smtp-server.ts";
import { startSpokenSmtp } from "#/testing/fakes/smtp-dialog.ts";
import { type SmtpLogin, sendMail, trySmtpLogin } from "./send.ts";
import { SmtpError } from "./smtp-error.ts";

const egress = createEgress({ allowedPrivateHosts: ["127.0.0.1"] });
const outgoing = {
  envelope: { from: "ann@test.example", to: ["ben@test.example", "cem@test.example"] },
  raw: Buffer.from("Subject: dots\r\n\r\n.\r\n..two\r\nend\r\n"),
};
const quick = { timeoutMs: 400 };

const running: TestSmtp[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
  stopFakeServers();
});

interface Stage {
  server: TestSmtp;
  login: SmtpLogin;
  delivered: { recipient: string; raw: string }[];
}

async function stage(tls?: "starttls" | "implicit"): Promise<Stage> {
  const delivered: Stage["delivered"] = [];
  const server = await startSmtp({
    deliver: (recipient, raw) => void delivered.push({ recipient, raw: raw.toString() }),
    auth: [{ user: "ann", pass: "secret" }],
    ...(tls ? { tls } : {}),
  });
  running.push(server);
  const login = {
    host: "127.0.0.1",
    port: server.port,
    tls: tls !== undefined,
    user: "ann",
    pass: "secret",
  };
  return { server, login, delivered };
}

async function failureOf(promise: Promise<unknown>): Promise<SmtpError> {
  const error: unknown = await promise.then(
    () => "no error",
    (reason: unknown) => reason,
  );
  if (!(error instanceof SmtpError)) throw new Error(`not an SmtpError: ${String(error)}`);
  return error;
}

describe("sending", () => {
  it("sends the message byte for byte, with one MAIL, a RCPT per recipient and one DATA", async () => {
    const { server, login, delivered } = await stage("starttls");
    let response = "";
    const whenAccepted = async (accepted: { response: string }) => {
      response = accepted.response;
    };
    await sendMail(egress, login, outgoing, { steps: { whenAccepted } });
    expect(response).toMatch(/^250/);
    expect(server.commands).toEqual([
      "AUTH ann",
      "MAIL ann@test.example",
      "RCPT ben@test.example",
      "RCPT cem@test.example",
      "DATA",
    ]);
    expect(delivered).toEqual(
      outgoing.envelope.to.map((recipient) => ({ recipient, raw: outgoing.raw.toString() })),
    );
  });

  it("sends to no recipient when one is refused", async () => {
    const { server, login, delivered } = await stage("starttls");
    server.failAt = {
      phase: "rcpt",
      recipient: "ben@test.example",
      how: { code: 550, text: "no such user" },
    };
    const failure = await failureOf(sendMail(egress, login, outgoing));
    expect([failure.kind, failure.response]).toEqual(["rejected", "550 no such user"]);
    server.failAt = null;
    await sendMail(egress, login, { ...outgoing, envelope: { from: "a@b.c", to: ["d@e.f"] } });
    expect(delivered.map(({ recipient }) => recipient)).toEqual(["d@e.f"]);
  });

  const faults: [SmtpFault, string][] = [
    [{ phase: "connect", how: "drop" }, "unreachable"],
    [{ phase: "connect", how: "hang" }, "unreachable"],
    [{ phase: "connect", how: { code: 421, text: "busy" } }, "temporary"],
    [{ phase: "auth", how: { code: 535, text: "no" } }, "bad_login"],
    [
      { phase: "auth", how: { code: 534, text: "application-specific password required" } },
      "app_password",
    ],
    [{ phase: "auth", how: { code: 421, text: "later" } }, "temporary"],
    [{ phase: "auth", how: { code: 454, text: "4.7.0 temporary failure" } }, "temporary"],
    [{ phase: "auth", how: "drop" }, "temporary"],
    [{ phase: "mail", how: { code: 550, text: "not you" } }, "rejected"],
    [{ phase: "mail", how: { code: 451, text: "later" } }, "temporary"],
    [{ phase: "mail", how: "hang" }, "temporary"],
    [{ phase: "rcpt", how: { code: 450, text: "grey" } }, "temporary"],
    [
      { phase: "rcpt", recipient: "cem@test.example", how: { code: 452, text: "4.5.3 too much" } },
      "too_many_recipients",
    ],
    [
      {
        phase: "rcpt",
        recipient: "cem@test.example",
        how: { code: 552, text: "too many recipients" },
      },
      "too_many_recipients",
    ],
    [
      { phase: "rcpt", recipient: "cem@test.example", how: { code: 452, text: "4.3.1 disk full" } },
      "temporary",
    ],
    // No recipient is accepted: the limit is per time, not per message.
    [{ phase: "rcpt", how: { code: 452, text: "4.5.3 too many recipients" } }, "temporary"],
    [{ phase: "rcpt", how: "drop" }, "temporary"],
    [{ phase: "rcpt", how: "hang" }, "temporary"],
    [{ phase: "final", how: { code: 554, text: "spam" } }, "rejected"],
    [{ phase: "final", how: { code: 552, text: "5.2.3 message size" } }, "too_large"],
    [{ phase: "final", how: { code: 552, text: "5.2.2 full, message size > quota" } }, "rejected"],
    [{ phase: "final", how: { code: 530, text: "log in first" } }, "rejected"],
    [{ phase: "final", how: { code: 452, text: "full" } }, "temporary"],
    [{ phase: "final", how: "drop" }, "unknown"],
    [{ phase: "final", how: "hang" }, "unknown"],
  ];
  it.each(faults)(
    "classifies a failure by its meaning for the message: %j is %s",
    async (fault, kind) => {
      const { server, login, delivered } = await stage("starttls");
      server.failAt = fault;
      expect((await failureOf(sendMail(egress, login, outgoing, quick))).kind).toBe(kind);
      expect(delivered).toEqual([]);
    },
  );

  it.each([["one by one"], ["together", "PIPELINING"]])(
    "has space for the replies to 2,000 recipients sent %s",
    async (_how, ...extensions) => {
      const server = await startSpokenSmtp(extensions);
      const to = Array.from({ length: 2000 }, (_, at) => `reader${at}@test.example`);
      const login = { host: "127.0.0.1", port: server.port, tls: false, user: "", pass: "" };
      await sendMail(egress, login, { ...outgoing, envelope: { from: "ann@test.example", to } });
      expect(server.messages).toHaveLength(1);
    },
  );

  it("refuses addresses that would become commands", async () => {
    const { server, login } = await stage("starttls");
    for (const evil of [
      "a@b.c>\r\nDATA",
      "a@b.c\r\nRCPT TO:<x@y.z>",
      "<a@b.c>",
      "a b@c.d",
      "",
      "a@b c",
    ]) {
      const to = { ...outgoing, envelope: { from: "ann@test.example", to: [evil] } };
      expect((await failureOf(sendMail(egress, login, to))).kind, evil).toBe("rejected");
      // An empty sender is valid: reports have it.
      if (evil === "") continue;
      const from = { ...outgoing, envelope: { from: evil, to: ["b@c.d"] } };
      expect((await failureOf(sendMail(egress, login, from))).kind, evil).toBe("rejected");
    }
    expect(server.commands).toEqual([]);
  });
});

describe("encryption", () => {
  let publicly: (port: number) => Egress;
  beforeAll(() => {
    publicly = (port) => ({
      ...egress,
      resolve: async (host) => ({ host, address: "127.0.0.1", port, isAllowedPrivate: false }),
    });
  });

  it("uses implicit TLS on port 465", async () => {
    const { server, login } = await stage("implicit");
    const on465: Egress = {
      ...egress,
      resolve: async (host) => ({
        host,
        address: "127.0.0.1",
        port: server.port,
        isAllowedPrivate: true,
      }),
    };
    await trySmtpLogin(on465, { ...login, port: 465 });
    expect(server.commands).toEqual(["AUTH ann"]);
  });

  it("never logs in unencrypted", async () => {
    const { server, login } = await stage();
    const required = await failureOf(trySmtpLogin(egress, { ...login, tls: true }));
    expect(required.kind).toBe("encryption_required");
    const clear = trySmtpLogin(publicly(server.port), { ...login, tls: false });
    expect((await failureOf(clear)).kind).toBe("encryption_required");
    expect(server.commands).toEqual([]);
    await trySmtpLogin(egress, { ...login, tls: false });
    expect(server.commands).toEqual(["AUTH ann"]);
  });

  it("refuses self-signed certificates of hosts that are not allowed private hosts", async () => {
    const { server, login } = await stage("starttls");
    const failure = await failureOf(trySmtpLogin(publicly(server.port), login));
    expect(failure.kind).toBe("certificate");
    expect(server.commands).toEqual([]);
  });

  it("does not connect if the egress refuses", async () => {
    const { login } = await stage("starttls");
    const strict = createEgress({ allowedPrivateHosts: [] });
    expect((await failureOf(trySmtpLogin(strict, login))).kind).toBe("unreachable");
  });
});
