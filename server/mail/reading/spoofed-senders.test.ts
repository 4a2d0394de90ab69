import { expect, test } from "vitest";
import { parseMessage } from "#/wire/mime/parse.ts";
import { senderWarnings } from "./sender-warnings.ts";

type Warning = ReturnType<typeof senderWarnings>[number];

const encoded = (text: string) => `=?utf-8?B?${Buffer.from(text).toString("base64")}?=`;
const from = (text: string) => [`From: ${text}`];
const results = (text: string) => [
  "From: Bank <service@bank.example>",
  `Authentication-Results: ${text}`,
];

/** Forty ways to write under another name, and the warning for each. The mailbox is on imap.example.org. */
const spoofs: [what: string, header: string[], warning: Warning][] = [
  ["two addresses in From", from("Bank <s@bank.example>, Eve <e@evil.example>"), "two_senders"],
  ["two bare addresses in From", from("s@bank.example, e@evil.example"), "two_senders"],
  ["two From fields", ["From: s@bank.example", "From: e@evil.example"], "two_senders"],
  ["two addresses glued by a colon", from('"S" <s@bank.example>:<e@evil.example>'), "two_senders"],
  ["two addresses with a blank between", from("<s@bank.example> <e@evil.example>"), "two_senders"],
  ["two addresses glued", from("<s@bank.example><e@evil.example>"), "two_senders"],
  ["two addresses in a group", from("Bank: s@bank.example, e@evil.example;"), "two_senders"],
  ["an empty address before the true one", from("<> Bank <e@evil.example>"), "two_senders"],
  ["a name that is an address", from('"s@bank.example" <e@evil.example>'), "name_shows_address"],
  ["an unquoted name that is one", from("s@bank.example <e@evil.example>"), "name_shows_address"],
  [
    "a name with an address in brackets",
    from('"Bank (s@bank.example)" <e@evil.example>'),
    "name_shows_address",
  ],
  [
    "a name with an address in angles",
    from('"Bank <s@bank.example>" <e@evil.example>'),
    "name_shows_address",
  ],
  [
    "an encoded name that is one",
    from(`${encoded("s@bank.example")} <e@evil.example>`),
    "name_shows_address",
  ],
  [
    "a name with many blanks behind the address",
    from(`"s@bank.example${" ".repeat(90)}." <e@evil.example>`),
    "name_shows_address",
  ],
  ["a comment that is an address", from("e@evil.example (s@bank.example)"), "name_shows_address"],
  [
    "a name in full width letters",
    from(`${encoded("ｓ＠ｂａｎｋ．ｅｘａｍｐｌｅ")} <e@evil.example>`),
    "name_shows_address",
  ],
  [
    "a name with a line end behind the address",
    from(`${encoded("s@bank.example\r\n")} <e@evil.example>`),
    "name_shows_address",
  ],
  [
    "a name with NUL behind the address",
    from(`${encoded("s@bank.example\0")} <e@evil.example>`),
    "name_shows_address",
  ],
  [
    "a name with an invisible mark in the address",
    from(`${encoded("s@\u200bbank.example")} <e@evil.example>`),
    "name_shows_address",
  ],
  [
    "a name with a soft hyphen in the address",
    from(`${encoded("s@ba\u00adnk.example")} <e@evil.example>`),
    "name_shows_address",
  ],
  [
    "a name with another at sign",
    from(`${encoded("s﹫bank.example")} <e@evil.example>`),
    "name_shows_address",
  ],
  [
    "a domain that ends like the shown one",
    from('"s@bank.example" <e@evilbank.example>'),
    "name_shows_address",
  ],
  [
    "a domain that begins with the shown one",
    from('"s@bank.example" <e@bank.example.evil.test>'),
    "name_shows_address",
  ],
  [
    "encoded words in front of the at sign",
    from(`${encoded("s@bank.example")}${encoded("\0")}@evil.example`),
    "name_shows_address",
  ],
  ["Cyrillic among Latin letters", from("<s@pаypal.example>"), "lookalike"],
  ["the same in punycode", from("<s@xn--pypal-4ve.example>"), "lookalike"],
  ["Greek among Latin letters", from("<s@gοοgle.example>"), "lookalike"],
  ["Armenian among Latin letters", from("<s@gօօgle.example>"), "lookalike"],
  ["Cherokee among Latin letters", from("<s@ᏢaypaI.example>"), "lookalike"],
  ["Cyrillic alone that reads as Latin", from("<info@сосо.com>"), "lookalike"],
  ["the same in punycode", from("<info@xn--n1aahb.com>"), "lookalike"],
  ["another script in front of the at sign", from("<аdmin@bank.example>"), "lookalike"],
  ["another script in the name", from(`${encoded("Рaypal")} <e@evil.example>`), "lookalike"],
  ["phonetic letters that look like usual ones", from("<s@ɡooɡle.example>"), "lookalike"],
  [
    "writing turned around",
    from(`${encoded("Ann \u202Egro.elpmaxe@knab")} <e@evil.example>`),
    "turned_around",
  ],
  [
    "writing isolated",
    from(`${encoded("Ann \u2067knab\u2069")} <e@evil.example>`),
    "turned_around",
  ],
  [
    "writing turned around in the address",
    from("<e\u202Eelpmaxe.knab@evil.example>"),
    "turned_around",
  ],
  [
    "a sender that its domain denies",
    results("mx.example.org; dmarc=fail (p=reject) header.from=bank.example"),
    "not_authentic",
  ],
  [
    "the same with a forged pass below",
    [
      ...results("mx.example.org; dmarc=fail (p=quarantine)"),
      "Authentication-Results: mx.example.org; dmarc=pass",
    ],
    "not_authentic",
  ],
  [
    "the same told in a second field",
    [
      ...results("mx.example.org; dkim=fail"),
      "Authentication-Results: mx.example.org; dmarc=fail (p=reject)",
    ],
    "not_authentic",
  ],
];

const warningsOf = async (header: string[]) => {
  const source = Buffer.from([...header, "To: ada@example.org", "", "Hello"].join("\r\n"));
  return senderWarnings(await parseMessage(source), "imap.example.org");
};

test.each(spoofs)("%s is reported", async (_what, header, warning) => {
  expect(spoofs).toHaveLength(40);
  expect(await warningsOf(header)).toContain(warning);
});

test.each([
  ["a result of another server", results("mx.evil.example; dmarc=fail (p=reject)")],
  [
    "one that a stranger put below that of the own server",
    [
      ...results("mx.example.org; spf=pass"),
      "Authentication-Results: mx.evil.example; dmarc=fail (p=reject)",
    ],
  ],
  ["a domain that only watches", results("mx.example.org; dmarc=fail (p=none)")],
  ["a name that holds the own address", from('"ann@example.com" <ann@example.com>')],
  [
    "a name in its own script at a domain of it",
    from(`${encoded("Ольга Иванова")} <olga@пример.рф>`),
  ],
  ["a name with a soft hyphen", from(`${encoded("Ver\u00adtrieb")} <v@example.com>`)],
])("%s causes no warning", async (_what, header) => {
  expect(await warningsOf(header)).toEqual([]);
});
