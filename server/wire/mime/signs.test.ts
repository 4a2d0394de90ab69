import { expect, test } from "vitest";
import { readHeader } from "./header.ts";
import { readSigns } from "./signs.ts";

function signsOf(...fields: string[]) {
  const source = Buffer.from(`${fields.join("\r\n")}\r\n\r\n`);
  return readSigns(readHeader(source, 0, source.length, () => false).header);
}

test("an ordinary sender shows no sign", () => {
  for (const from of [
    "ann@example.org",
    "Ann <ann@example.org>",
    '"Ann, at work" <ann@example.org>',
    '"ann@example.org" <ann@example.org>',
    "ann@example.org <ann@example.org>",
    "ann@example.org (Ann <ann@home.example>)",
  ]) {
    expect(signsOf(`From: ${from}`), from).toEqual({});
  }
});

test("several senders in one or two From fields are a sign", () => {
  for (const fields of [
    ["From: Ann <ann@example.org>, Ben <ben@example.org>"],
    ['From: "Someone" <valid@example.net>:<attacker@example.org>'],
    ["From: <valid@example.net> <attacker@example.org>"],
    ["From: ann@example.org, ben@example.org"],
    ["From: ann@example.org", "From: ben@example.org"],
  ]) {
    expect(signsOf(...fields), fields.join()).toMatchObject({ hasTwoSenders: true });
  }
});

test("a From field that reverses text is a sign, also when encoded", () => {
  const hidden = Buffer.from("Ann \u202Egro.elpmaxe@knab").toString("base64");
  expect(signsOf(`From: =?utf-8?B?${hidden}?= <x@example.net>`)).toEqual({ isTurnedAround: true });
});

test("returns how to leave a list, and whether one click is enough", () => {
  const web = "https://lists.example.org/leave?u=1";
  expect(signsOf(`List-Unsubscribe: <mailto:leave@example.org?subject=leave>, <${web}>`)).toEqual({
    unsubscribe: { web, mail: "mailto:leave@example.org?subject=leave", isOneClick: false },
  });
  const post = "List-Unsubscribe-Post: List-Unsubscribe=One-Click";
  const signature = (names: string) => `DKIM-Signature: v=1; a=rsa-sha256; h=${names}; b=x`;
  const signed = signature("From:List-Unsubscribe:\r\n List-Unsubscribe-Post");
  expect(signsOf(`List-Unsubscribe: <${web}>`, post, signed)).toMatchObject({
    unsubscribe: { isOneClick: true },
  });
  // Any server in transit could have added fields that no signature covers.
  for (const others of [[], [signature("From:List-Unsubscribe")]]) {
    expect(signsOf(`List-Unsubscribe: <${web}>`, post, ...others)).toMatchObject({
      unsubscribe: { isOneClick: false },
    });
  }
  // Over clear text any third party could unsubscribe the user.
  expect(signsOf("List-Unsubscribe: <http://example.org/>", post, signed)).toMatchObject({
    unsubscribe: { isOneClick: false },
  });
  expect(signsOf("List-Unsubscribe: <javascript:alert(1)>, <data:x>")).toEqual({});
});

test("reads the result of the receiving server, only from the topmost field", () => {
  const own =
    "Authentication-Results: mx.example.com; spf=pass smtp.mailfrom=a@b;\r\n dmarc=fail (p=REJECT dis=NONE) header.from=bank.example";
  const forged = "Authentication-Results: mx.google.com; dmarc=pass";
  expect(signsOf(own, forged)).toEqual({
    dmarc: { server: "mx.example.com", verdict: "fail", isStrict: true },
  });
  expect(signsOf("Authentication-Results: mx.example.com; dmarc=fail (p=NONE)")).toMatchObject({
    dmarc: { isStrict: false },
  });
  expect(signsOf("Authentication-Results: spf=pass")).toEqual({});
});

test("distinguishes automatic messages from posts to a list", () => {
  for (const fields of [
    ["Auto-Submitted: auto-replied (vacation)"],
    ["Auto-Submitted: auto-generated"],
    ["Precedence: auto_reply"],
    ["Precedence: bulk"],
    ["X-Autoreply: yes"],
  ]) {
    expect(signsOf(...fields).isAutomatic, fields.join()).toBe(true);
  }
  for (const fields of [
    ["Auto-Submitted: no"],
    ["Precedence: list", "List-Id: <crew.example.org>"],
    ["Precedence: bulk", "List-Id: <crew.example.org>"],
    ["X-Autoreply: "],
  ]) {
    expect(signsOf(...fields).isAutomatic, fields.join()).toBeUndefined();
  }
});

test("returns the list of a message, and the addresses it was delivered to", () => {
  expect(
    signsOf(
      "List-Id: Talk of the town <Talk.Lists.Example.ORG>",
      "List-Post: <mailto:Talk@lists.example.org?subject=x>",
      "Delivered-To: <Ann@home.example.org>",
      "X-Original-To: ann+talk@home.example.org, nobody",
      "Delivered-To: ann@home.example.org",
    ),
  ).toEqual({
    isBulk: true,
    list: { id: "talk.lists.example.org", address: "talk@lists.example.org" },
    deliveredTo: ["ann@home.example.org", "ann+talk@home.example.org"],
  });
  expect(signsOf("List-Id: bare.example.org")).toMatchObject({
    list: { id: "bare.example.org", address: "" },
  });
  expect(signsOf("List-Post: NO", "Delivered-To: undisclosed")).toEqual({});
});
