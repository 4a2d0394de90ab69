import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createEgress, type Egress } from "#/egress/egress.ts";
import { selfSigned } from "#/testing/factories/certificate.ts";
import { failureOf } from "#/testing/fakes/imap/fake-account.ts";
import { fakeServer, stopFakeServers } from "#/testing/fakes/tcp-server.ts";
import { startStarttlsImap } from "#/testing/fakes/starttls-imap.ts";
import { startTestAuthority, type TestAuthority } from "#/testing/fakes/certificate-authority.ts";
import { connectImap } from "./connection.ts";

const host = "mail.test.example";
const password = { host, port: 143, tls: true, user: "ann", pass: "secret" };
const token = { ...password, pass: "", accessToken: "bearer-of-ann" };
const logins = [password, token];
let authority: TestAuthority;

beforeAll(async () => {
  authority = await startTestAuthority();
});
afterAll(async () => {
  await authority[Symbol.asyncDispose]();
});
afterEach(stopFakeServers);

/** Directs connections to the public host to this local port. */
function egressTo(port: number): Egress {
  return {
    ...createEgress({ allowedPrivateHosts: [] }),
    resolve: async (name) => ({ host: name, address: "127.0.0.1", port, isAllowedPrivate: false }),
  };
}

const open = (port: number, login: typeof password) =>
  connectImap(egressTo(port), login, { log: createLog("silent"), timeoutMs: 5000 });
const secrets = /LOGIN|AUTHENTICATE|secret|bearer/;

test("a server with a valid certificate for its name gets the login, only after encryption", async () => {
  const certificate = await authority.issue(host, 1);
  for (const login of logins) {
    const server = await startStarttlsImap(certificate);
    await using connection = await open(server.port, login);
    expect(connection.isUsable).toBe(true);
    expect(server.secured.join("\n")).toMatch(/AUTHENTICATE/);
    expect(server.clear.join("\n")).not.toMatch(secrets);
  }
});

test.each([
  ["of its own making", () => selfSigned()],
  ["of another name", () => authority.issue("other.example", 1)],
  ["that has expired", () => authority.issue(host, -1)],
])(
  "a server with a certificate %s gets no login, and the error gives the reason",
  async (_what, issue) => {
    const certificate = await issue();
    for (const login of logins) {
      const server = await startStarttlsImap(certificate);
      expect(await failureOf(open(server.port, login))).toBe("certificate");
      expect([...server.clear, ...server.secured].join("\n")).not.toMatch(secrets);
    }
  },
);

test("a connection that hides, refuses or fakes encryption gets no login", async () => {
  const answers: [name: string, greeting: string, starttls: string][] = [
    ["hides it", "* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n", ""],
    ["refuses it", "* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n", "TAG NO not now\r\n"],
    [
      "goes on in clear",
      "* OK [CAPABILITY IMAP4rev1 STARTTLS] ready\r\n",
      "TAG OK begin\r\n* OK hello\r\n",
    ],
    ["says that it knows us already", "* PREAUTH [CAPABILITY IMAP4rev1] welcome\r\n", ""],
    [
      "says so and offers it",
      "* PREAUTH [CAPABILITY IMAP4rev1 STARTTLS] welcome\r\n",
      "TAG OK begin\r\n* OK hello\r\n",
    ],
  ];
  for (const [name, greeting, starttls] of answers) {
    for (const login of logins) {
      let output = "";
      const capability = /\[(CAPABILITY [^\]]*)\]/.exec(greeting)?.[1] ?? "";
      const port = await fakeServer((socket) => {
        socket.write(greeting);
        socket.on("data", (bytes: Buffer) => {
          const text = bytes.toString("latin1");
          output += text;
          const [tag = "", verb] = text.trim().split(" ");
          if (verb === "STARTTLS") socket.write(starttls.replace("TAG", tag));
          else socket.write(`* ${capability}\r\n${tag} OK done\r\n`);
        });
      });
      expect(await failureOf(open(port, login)), name).toBe("encryption_required");
      expect(output, name).not.toMatch(secrets);
    }
  }
});

test("text injected in clear after the STARTTLS response is ignored", async () => {
  const certificate = await authority.issue(host, 1);
  const injected = "* CAPABILITY IMAP4rev1 AUTH=LOGIN\r\n";
  for (const login of logins) {
    const server = await startStarttlsImap(certificate, { injected });
    expect(await failureOf(open(server.port, login))).toBe("encryption_required");
    expect([...server.clear, ...server.secured].join("\n")).not.toMatch(secrets);
  }
});

test("capabilities from before the encryption are requested again after it", async () => {
  const certificate = await authority.issue(host, 1);
  const greeting = "* OK [CAPABILITY IMAP4rev1 STARTTLS X-SLIPPED-IN] ready\r\n";
  const server = await startStarttlsImap(certificate, { greeting });
  await using connection = await open(server.port, password);
  expect(connection.capabilities.has("X-SLIPPED-IN")).toBe(false);
});
