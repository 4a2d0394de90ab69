import { expect, test } from "vitest";
import { createLog } from "#/base/log.ts";
import { createEgress } from "#/egress/egress.ts";
import { connectImap } from "#/wire/imap/connection.ts";
import { syncFailureCode } from "./login-failure.ts";

const login = { port: 993, tls: true, user: "ann", pass: "secret" };

/** Returns the code of an account that has worked, after this look-up of its server's name. */
async function codeWhere(lookup: () => Promise<string[]>) {
  const egress = createEgress({ allowedPrivateHosts: [], dns: { lookup } });
  const error: unknown = await connectImap(
    egress,
    { ...login, host: "mail.example.org" },
    { log: createLog("silent"), timeoutMs: 5000 },
  ).catch((reason: unknown) => reason);
  return syncFailureCode(error, { hasWorked: true });
}

test("a mail server whose name leads to a private address needs other settings, and one whose name leads nowhere is waited for", async () => {
  expect(await codeWhere(async () => ["10.0.0.1"])).toBe("account.unreachable");
  expect(await codeWhere(() => Promise.reject(new Error("EAI_AGAIN")))).toBe("account.no_answer");
});
