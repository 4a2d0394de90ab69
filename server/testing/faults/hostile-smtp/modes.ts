import type { SmtpErrorKind } from "#/wire/smtp/smtp-error.ts";
import type { Attack } from "../hostile-imap/modes.ts";

/**
 * `on` matches the attacked command, or a moment: "connect", "content" after the server has requested the message, "." after all
 * of it.
 */
export interface SmtpAttack extends Attack {
  /** Expected result of the attempt to send. */
  ends: SmtpErrorKind | "sent";
  /** Delay before the attack, in milliseconds. */
  afterMs?: number;
  /** True if the server closes the connection afterwards. */
  drops?: true;
  /** Extensions in addition to AUTH PLAIN. */
  knows?: readonly string[];
  /** True if the client uses STARTTLS. */
  tls?: true;
}

const mib = 1024 * 1024;
/** Shared by all modes. */
const manyBytes = Buffer.alloc(mib, "x");
const manyNuls = Buffer.alloc(mib);
const manyBlanks = Buffer.alloc(60_000, " ");
const sixteenMib = Array<Buffer>(16).fill(manyBytes);
const emptyLines = Buffer.alloc(60_000, "\r\n");
const manyKeywords = Buffer.from(
  Array.from({ length: 100_000 }, (_, at) => `250-KEYWORD${at}\r\n`).join(""),
);
const continued = Buffer.from("250-there is more\r\n".repeat(3000));

const connects = /^connect$/;
const greets = /^EHLO /;
const logsIn = /^AUTH /;
const mail = /^MAIL /;
const recipient = /^RCPT /;
const data = /^DATA$/;
const content = /^content$/;
const dot = /^\.$/;

/** Attacks of a hostile SMTP server on its client. */
export const hostileSmtpModes: Readonly<Record<string, SmtpAttack>> = {
  // Endless bytes and lines.
  "a banner without end": {
    on: connects,
    reply: [],
    endless: "220-wait\r\n".repeat(5000),
    ends: "unreachable",
  },
  "a banner of 16 MB": {
    on: connects,
    reply: ["220 ", ...sixteenMib, "\r\n"],
    ends: "unreachable",
  },
  "an EHLO line without end": {
    on: greets,
    reply: ["250-"],
    endless: manyBytes,
    ends: "unreachable",
  },
  "100,000 keywords": { on: greets, reply: [manyKeywords, "250 HELP\r\n"], ends: "unreachable" },
  "100,000 keywords behind STARTTLS": {
    on: /^TLS EHLO /,
    reply: [manyKeywords, "250 HELP\r\n"],
    ends: "unreachable",
    tls: true,
  },
  "lines in clear without end behind STARTTLS": {
    on: /^STARTTLS$/,
    reply: ["220 go ahead\r\n250-here\r\n250 AUTH PLAIN\r\n"],
    endless: continued,
    ends: "unreachable",
    tls: true,
  },
  "a reply that never ends": { on: mail, reply: [], endless: continued, ends: "temporary" },
  "a reply of 16 MB in one line": {
    on: recipient,
    reply: ["250 ", ...sixteenMib, "\r\n"],
    ends: "temporary",
  },
  "NUL bytes without end": { on: mail, reply: [], endless: manyNuls, ends: "temporary" },
  "empty lines without end": { on: mail, reply: [], endless: emptyLines, ends: "temporary" },
  "a challenge without end": {
    on: logsIn,
    reply: ["334 "],
    endless: manyBytes,
    ends: "temporary",
  },
  "challenges without end": { on: /^(?:AUTH .*)?$/, reply: ["334 \r\n"], ends: "temporary" },
  "a challenge of 60,000 blanks": {
    on: logsIn,
    reply: ["334 ", manyBlanks, "x\rx\r\n"],
    knows: ["AUTH CRAM-MD5"],
    ends: "temporary",
  },
  "replies without end amid the content": {
    on: content,
    reply: [],
    endless: continued,
    ends: "temporary",
  },
  "a reply that never ends after the final dot": {
    on: dot,
    reply: [],
    endless: continued,
    ends: "unknown",
  },
  "a line without end after the final dot": {
    on: dot,
    reply: [],
    endless: manyBytes,
    ends: "unknown",
  },
  "empty lines without end after the final dot": {
    on: dot,
    reply: [],
    endless: emptyLines,
    ends: "unknown",
  },
  "acceptance without end": {
    on: dot,
    reply: [],
    endless: "250 taken\r\n".repeat(5000),
    ends: "sent",
  },
  "acceptance, then empty lines without end": {
    on: dot,
    reply: ["250 taken\r\n"],
    endless: emptyLines,
    ends: "sent",
  },

  // Slow responses.
  "one byte of a banner now and then": slowly(connects, "2", "unreachable"),
  "one byte of keywords now and then": slowly(greets, "x", "unreachable"),
  "a challenge now and then": slowly(logsIn, "334 \r\n", "temporary"),
  "a line of a reply now and then": slowly(mail, "250-more\r\n", "temporary"),
  "an empty line now and then": slowly(recipient, "\r\n", "temporary"),
  "one byte now and then after the final dot": slowly(dot, "2", "unknown"),
  "one byte of a TLS record now and then": {
    on: /^STARTTLS$/,
    reply: ["220 go ahead\r\n"],
    endless: "\x16",
    everyMs: 200,
    ends: "unreachable",
    tls: true,
  },

  // Responses ahead of their commands, and senseless ones.
  "replies ahead of all commands": {
    on: connects,
    reply: ["220 a\r\n250 b\r\n235 c\r\n250 d\r\n250 e\r\n354 f\r\n250 g\r\n"],
    ends: "temporary",
  },
  "acceptance ahead of the content": {
    on: data,
    reply: ["354 go on\r\n250 taken\r\n"],
    ends: "temporary",
  },
  "a refusal ahead of the content": {
    on: data,
    reply: ["354 go on\r\n552 too much\r\n"],
    ends: "rejected",
  },
  "a refused login ahead of the content": {
    on: data,
    reply: ["354 go on\r\n530 log in first\r\n"],
    ends: "rejected",
  },
  "a 421 amid the content": {
    on: content,
    reply: ["421 going down\r\n"],
    drops: true,
    ends: "temporary",
  },
  "a code that is no number": { on: mail, reply: ["abc def\r\n"], ends: "rejected" },
  "a code that is no number after the final dot": {
    on: dot,
    reply: ["OK taken\r\n"],
    ends: "unknown",
  },
  "a code of 999 after the final dot": { on: dot, reply: ["999 taken\r\n"], ends: "unknown" },
  "a code of 400 digits after the final dot": {
    on: dot,
    reply: [`${"5".repeat(400)} no\r\n`],
    ends: "unknown",
  },
  "a refusal that speaks of certificates": {
    on: recipient,
    reply: ["450 4.7.1 the certificate of your self-signed domain\r\n"],
    ends: "temporary",
  },
  "a refusal with markup, control characters and line breaks": {
    on: recipient,
    reply: [
      "550-<script>alert(1)</script>\r\n550-\x1b[31m\0 \xe2\x80\xae =?utf-8?q?=0D=0ABcc:_x?=\r\n",
      ...Array.from({ length: 400 }, () => "550-Final-Recipient: rfc822; ben@test.example\r\n"),
      "550 Status: 5.1.1\r\n",
    ],
    ends: "rejected",
  },
  "a size that lies": { on: greets, reply: ["250-here\r\n250 SIZE 1\r\n"], ends: "too_large" },
  "a size of 400 digits": {
    on: greets,
    reply: [`250-here\r\n250 SIZE ${"9".repeat(400)}\r\n`],
    ends: "sent",
  },

  // Rejections and broken connections.
  "no service": { on: connects, reply: ["554 no service\r\n"], ends: "rejected" },
  "a busy EHLO": { on: greets, reply: ["421 busy\r\n"], ends: "temporary" },
  "EHLO and HELO refused": { on: /^(?:EHLO|HELO) /, reply: ["502 no\r\n"], ends: "rejected" },
  "DATA put off": { on: data, reply: ["451 later\r\n"], ends: "temporary" },
  "DATA refused": { on: data, reply: ["554 no\r\n"], ends: "rejected" },
  "an end after MAIL": { on: mail, reply: [], drops: true, ends: "temporary" },
  "an end after DATA": { on: data, reply: [], drops: true, ends: "temporary" },
  "an end amid a reply after the final dot": {
    on: dot,
    reply: ["250-tak"],
    drops: true,
    ends: "unknown",
  },
};

function slowly(on: RegExp, endless: string, ends: SmtpAttack["ends"]): SmtpAttack {
  return { on, reply: [], endless, everyMs: 100, ends };
}
