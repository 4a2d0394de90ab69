import { expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createEgress } from "#/egress/egress.ts";
import { connectImap } from "#/wire/imap/connection.ts";
import { syncFailureCode } from "./login-failure.ts";

const login = { port: 993, tls: true, user: "ann", pass: "secret" };

/** Returns the error code of an account that has worked before, if its server's name resolves in this way. */
async function codeWhere(lookup: () => Promise<string[]>) {
  const egress = createEgress({ allowedPrivateHosts: [], dns: { lookup } });
  const error: unknown = await connectImap(
    egress,
    { ...login, host: "mail.example.org" },
    { log: createLog("silent"), timeoutMs: 5000 },
  ).catch((reason: unknown) => reason);
  return syncFailureCode(error, { hasWorked: true });
}

test("a server name with a private address needs other settings; one that does not resolve is retried", async () => {
  expect(await codeWhere(async () => ["10.0.0.1"])).toBe("account.unreachable");
  expect(await codeWhere(() => Promise.reject(new Error("EAI_AGAIN")))).toBe("account.no_answer");
});
