import { createHmac } from "node:crypto";
import { expect, it } from "vitest";
import { isSigned } from "./signature.ts";

const secret = "8f742231b10e8888abcd99yyyzzz85a5";
const at = 1_531_420_618;
const body = Buffer.from("token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&text=%26");

function signed(over: { secret?: string; body?: Buffer; timestamp?: string } = {}) {
  const timestamp = over.timestamp ?? String(at);
  const mac = createHmac("sha256", over.secret ?? secret);
  const signature = `v0=${mac
    .update(`v0:${timestamp}:`)
    .update(over.body ?? body)
    .digest("hex")}`;
  return { body, timestamp, signature };
}

it("accepts requests that Slack signed within the last five minutes", () => {
  expect(isSigned(secret, signed(), at * 1000)).toBe(true);
  expect(isSigned(secret, signed(), (at + 299) * 1000)).toBe(true);
});

it("accepts the signature in Slack's documentation", () => {
  const documented = Buffer.from(
    "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c",
  );
  const request = {
    body: documented,
    timestamp: "1531420618",
    signature: "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
  };
  expect(isSigned(secret, request, at * 1000)).toBe(true);
});

it.each([
  ["older than five minutes", signed(), at + 301],
  ["from the future", signed(), at - 301],
  ["signed with another secret", signed({ secret: "other" }), at],
  ["a body that was written anew", signed({ body: Buffer.from("text=%26&team_id=T1DC2JH3J") }), at],
  ["without a signature", { ...signed(), signature: "" }, at],
  ["a signature cut short", { ...signed(), signature: signed().signature.slice(0, -2) }, at],
  [
    "a signature of another version",
    { ...signed(), signature: signed().signature.replace("v0", "v1") },
    at,
  ],
  ["a time that is none", { ...signed({ timestamp: "NaN" }) }, at],
  ["a later time with the old signature", { ...signed(), timestamp: String(at + 600) }, at + 600],
])("rejects a request: %s", (_what, request, now) => {
  expect(isSigned(secret, request, now * 1000)).toBe(false);
});
