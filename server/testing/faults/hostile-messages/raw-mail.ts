import type { SentMail } from "./hostile-mail.ts";

interface Posted extends Omit<SentMail, "secondText"> {
  to: readonly [name: string, address: string];
  messageId: string;
  date: number;
}

/** Returns the message as transmitted (RFC 5322), with everything in base64, which survives transport. */
export function rawMail(mail: Posted): Buffer {
  const { from, to, subject, text, html, ics, attachments = [], messageId, date } = mail;
  const parts = [
    ...(text === undefined ? [] : [part("text/plain; charset=utf-8", text)]),
    ...(html === undefined ? [] : [part("text/html; charset=utf-8", html)]),
    ...(ics === undefined ? [] : [part("text/calendar; charset=utf-8; method=REQUEST", ics)]),
    ...attachments.map((name) =>
      part(
        "application/pdf",
        "%PDF-1.4",
        `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
      ),
    ),
  ];
  const boundary = "next-part-of-the-mail";
  const lines = [
    `Date: ${new Date(date).toUTCString().replace("GMT", "+0000")}`,
    `From: ${words(from[0])} <${from[1]}>`,
    `To: ${words(to[0])} <${to[1]}>`,
    `Subject: ${words(subject)}`,
    `Message-ID: <${messageId}>`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/mixed; boundary="${boundary}"`,
    "",
    ...parts.flatMap((each) => [`--${boundary}`, each]),
    `--${boundary}--`,
    "",
  ];
  return Buffer.from(lines.join("\r\n"));
}

function part(type: string, content: string, ...more: string[]): string {
  const coded =
    Buffer.from(content)
      .toString("base64")
      .match(/.{1,76}/g) ?? [];
  const head = [`Content-Type: ${type}`, "Content-Transfer-Encoding: base64", ...more];
  return [...head, "", ...coded].join("\r\n");
}

/** Formats a text as encoded words (RFC 2047), each short enough for a line. */
function words(text: string): string {
  const letters = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < letters.length; at += 12) pieces.push(letters.slice(at, at + 12).join(""));
  return pieces
    .map((piece) => `=?utf-8?B?${Buffer.from(piece).toString("base64")}?=`)
    .join("\r\n ");
}
