import { expect, test } from "vitest";
import { toWireError } from "./wire-error.ts";

function refusal(fields: object): Error {
  return Object.assign(new Error("Command failed"), fields);
}
const context = { host: "imap.example.org", isConnecting: false };

test("a full mailbox is distinguished from throttled traffic, which passes", () => {
  const full = refusal({ serverResponseCode: "OVERQUOTA", responseText: "Quota exceeded" });
  expect(toWireError(full, context).kind).toBe("over_quota");
  const busy = refusal({
    serverResponseCode: "OVERQUOTA",
    responseText: "Account exceeded command or bandwidth limits.",
  });
  expect(toWireError(busy, context).kind).toBe("throttled");
  expect(toWireError(full, { ...context, isConnecting: true }).kind).toBe("throttled");
});

test("Exchange refusing access despite a correct password causes a backoff", () => {
  const error = refusal({
    authenticationFailed: true,
    response: "User is authenticated but not connected.",
  });
  expect(toWireError(error, { ...context, isConnecting: true }).kind).toBe("throttled");
});

test("a certificate other than the pinned one is reported as changed", () => {
  const error = refusal({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  const connecting = { ...context, isConnecting: true };
  expect(toWireError(error, connecting).kind).toBe("certificate");
  expect(toWireError(error, { ...connecting, hasPinned: true }).kind).toBe("certificate_changed");
});
