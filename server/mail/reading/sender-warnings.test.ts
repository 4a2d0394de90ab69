import { expect, test } from "vitest";
import { senderWarnings } from "./sender-warnings.ts";

const me = { name: "Ada", address: "ada@example.org" };
const warningsOf = (name: string, address: string, to = me) =>
  senderWarnings({ from: [{ name, address }], to: [to], signs: {} }, "imap.example.org");

test.each([
  ["Ann", "ann@example.com"],
  ["ann@example.com", "ann@example.com"],
  ["Shop (support@example.com)", "no-reply@mail.example.com"],
  ["support@mail.example.com", "no-reply@example.com"],
  ["Ольга Иванова", "olga@пример.рф"],
  ["Γιώργος", "g@παράδειγμα.ελ"],
  ["田中 Tanaka", "tanaka@例え.jp"],
  ["Müller, Jörg", "joerg@müller.de"],
  ["Ольга from Sales", "olga@example.com"],
  ["Øystein", "o@blåbærsyltetøy.no"],
  ["Ann @ Work", "ann@work.example"],
])("%s <%s> causes no warning", (name, address) => {
  expect(warningsOf(name, address)).toEqual([]);
});

test.each([
  ["service@bank.example", "x@evil.example"],
  ['"CEO" ceo@company.com', "ceo.company@gmail.com"],
  ["ＳＵＰＰＯＲＴ＠ｂａｎｋ．ｃｏｍ", "x@evil.example"],
])("%s <%s> shows an address other than the sender's", (name, address) => {
  expect(warningsOf(name, address)).toEqual(["name_shows_address"]);
});

test.each([
  ["", "test@Рaypal.com"],
  ["", "x@xn--aypal-uye.com"],
  ["", "x@аррӏе.example".replace("ӏ", "l")],
  ["", "info@сосо.com"],
  ["Рaypal", "x@example.com"],
  ["", "аdmin@example.com"],
  ["", "x@gοοgle.com"],
])("%s <%s> has characters that imitate others", (name, address) => {
  expect(warningsOf(name, address)).toEqual(["lookalike"]);
});

test("a recipient whose domain only looks like a known one is reported too", () => {
  expect(warningsOf("Ann", "ann@example.com", { name: "", address: "test@Рaypal.com" })).toEqual([
    "lookalike",
  ]);
});

test("warnings from the header are passed through", () => {
  const message = {
    from: [me],
    to: [],
    signs: { hasTwoSenders: true, isTurnedAround: true } as const,
  };
  expect(senderWarnings(message, "")).toEqual(["two_senders", "turned_around"]);
});

test.each([
  ["mx.google.com", "imap.gmail.com", true],
  ["mx.example.org", "imap.example.org", true],
  ["mx.evil.example", "imap.gmail.com", false],
  ["evilgoogle.com", "imap.gmail.com", false],
])("a failed DMARC check of %s counts for a mailbox at %s: %s", (server, host, isWarned) => {
  const failed = { server, verdict: "fail", isStrict: true };
  const check = (dmarc: typeof failed) =>
    senderWarnings({ from: [me], to: [], signs: { dmarc } }, host);
  expect(check(failed)).toEqual(isWarned ? ["not_authentic"] : []);
  expect(check({ ...failed, isStrict: false })).toEqual([]);
  expect(check({ ...failed, verdict: "pass" })).toEqual([]);
});
