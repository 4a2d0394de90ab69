import { limits } from "@inlet/contract/limits.ts";
import { expect, test } from "vitest";
import { composeMessage } from "#/wire/mime/compose.ts";
import { readRecipients } from "./recipients.ts";

const to = (text: string | string[]) => readRecipients({ to: text });
const people = (count: number) => Array.from({ length: count }, (_, n) => `p${n}@example.org`);

test("parses addresses with and without names, in one text or as a list", () => {
  const all = to(['Ada <ada@example.org>, "a@b, c@d" <x@example.org>', "(a@b) z@example.org"]).to;
  expect(all.map(({ address }) => address)).toEqual([
    "ada@example.org",
    "x@example.org",
    "z@example.org",
  ]);
});

test("omits no recipient: addresses without a comma between them are refused", () => {
  for (const text of [
    "a@example.org b@example.org",
    "c@example.org, a@example.org b@example.org",
    "<a@example.org> b@example.org",
  ]) {
    expect(() => to(text)).toThrow(expect.objectContaining({ code: "send.bad_address" }));
  }
});

test("accepts the maximum number of recipients and refuses one more, however they are written", () => {
  const most = people(limits.addressesPerField);
  const over = people(limits.addressesPerField + 1);
  expect(to(most.join(",")).to).toHaveLength(limits.addressesPerField);
  for (const text of [over, over.join(","), over.map((one) => `<${one}>`).join(", ")]) {
    expect(() => to(text)).toThrow(expect.objectContaining({ code: "input.invalid" }));
  }
});

test("refuses unclosed quotation marks, without slow backtracking", () => {
  for (const text of [
    `${'\\"'.repeat(49_000)}`,
    `"${'\\"'.repeat(49_000)}`,
    '"a@example.org',
    '"a" "b@example.org',
  ]) {
    expect(() => to(text)).toThrow(expect.objectContaining({ code: "send.bad_address" }));
  }
});

test.each([
  ["a@example.org,", "a@example.org"],
  [", ,a@example.org;; b@example.org ,", "a@example.org b@example.org"],
  ["Crew: a@example.org, B <b@example.org>;", "a@example.org b@example.org"],
  ["Nobody:;, a@example.org", "a@example.org"],
  ["a@example.org (Ann at work)", "a@example.org"],
  ["(first) a@example.org, (second (inner)) b@example.org", "a@example.org b@example.org"],
  ['"a b"@example.org', '"a b"@example.org'],
  ['"a,b;c"@example.org', '"a,b;c"@example.org'],
  ['"Smith, John" <john@example.org>', "john@example.org"],
  [String.raw`"John \"J\" Smith" <john@example.org>`, "john@example.org"],
  ["Åsa <åsa@example.org>", "åsa@example.org"],
  ["a@bücher.example", "a@xn--bcher-kva.example"],
  ["a@例え.example", "a@xn--r8jz45g.example"],
  ["a@BÜCHER.example, A@bücher.example", "a@xn--bcher-kva.example"],
  ["a@[192.0.2.1]", "a@[192.0.2.1]"],
  ["a@[IPv6:2001:db8::1]", "a@[IPv6:2001:db8::1]"],
  ["a+tag@example.org, a+tag@example.org", "a+tag@example.org"],
  ["<a@example.org>, <b@example.org>", "a@example.org b@example.org"],
  ["<@relay.example:a@example.org>", "a@example.org"],
  ["a@example.org; b@example.org", "a@example.org b@example.org"],
  ["O'Neil <o'neil@example.org>", "o'neil@example.org"],
  ["x@localhost", "x@localhost"],
])("%s reaches exactly %s, and Bcc recipients appear nowhere", async (field, expected) => {
  const recipients = readRecipients({ to: field, bcc: "Hidden <hidden@secret.example>" });
  const { raw, envelope } = await composeMessage({
    from: { name: "", address: "me@example.org" },
    ...recipients,
    subject: "s",
    text: "t",
    messageId: "m@example.org",
    date: 0,
    attachments: [],
  });
  expect(envelope.to).toEqual([...expected.split(/ (?=[^" ]+@|")/), "hidden@secret.example"]);
  expect(raw.toString()).not.toMatch(/hidden|secret|bcc/i);
});

test.each([
  "a@",
  "@example.org",
  "a@@example.org",
  "a b@example.org",
  "a@exa mple.org",
  "<a@example.org",
  "a@example.org>",
  "a@-example.org",
  "a..b@example.org",
  ".a@example.org",
  "a@example.org (open",
  '"open <a@example.org>',
  "a@example.org\r\nBcc: b@example.org",
  "a@example.org\0",
  "Just a name",
  "a@example..org",
])("%j is refused", (field) => {
  expect(() => to(field)).toThrow(expect.objectContaining({ code: "send.bad_address" }));
});
