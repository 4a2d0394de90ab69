import type { MessageRow } from "#/store/engine/schema.ts";
import { escapeHtml, safeHtml } from "#/wire/mime/html/safe-html.ts";
import { addressesOf } from "#/mail/reading/present-row.ts";
import type { Address } from "#/wire/mime/addresses.ts";

/** Another message, quoted below the user's text. */
export interface Quote {
  text: string;
  html: string;
}

export interface Original {
  message: MessageRow;
  text: string;
  html: string;
}

/** Quotes the answered message. Its images are left out: they would show their server who reads the answer. */
export async function quoteOf({ message, text, html }: Original): Promise<Quote> {
  const from = addressesOf(message.from_json).map(written).join(", ");
  const line = `On ${dateOf(message)}, ${from || "someone"} wrote:`;
  const quoted = text
    .trimEnd()
    .split(/\r\n?|\n/)
    .map((each) => (each.startsWith(">") ? `>${each}` : each === "" ? ">" : `> ${each}`));
  const inside =
    html === "" ? htmlOf(text) : await safeHtml(html, { kind: "quoted", cids: new Set() });
  return {
    text: `${line}\n${quoted.join("\n")}`,
    html: `<p>${escapeHtml(line)}</p><blockquote type="cite">${inside}</blockquote>`,
  };
}

/** Returns the forwarded message with its header fields and images. */
export async function forwardOf(
  { message, text, html }: Original,
  cids: ReadonlySet<string>,
): Promise<Quote> {
  const people = (json: string) => addressesOf(json).map(written).join(", ");
  const fields = [
    ["From", people(message.from_json)],
    ["Date", dateOf(message)],
    ["Subject", message.subject],
    ["To", people(message.to_json)],
    ["Cc", people(message.cc_json)],
  ].filter(([, value]) => value !== "");
  const lines = ["---------- Forwarded message ----------"].concat(
    fields.map(([name, value]) => `${name}: ${value}`),
  );
  const inside =
    html === ""
      ? htmlOf(text)
      : await safeHtml(html, { kind: "quoted", cids, hasRemoteImages: true });
  return {
    text: `${lines.join("\n")}\n\n${text.trimEnd()}`,
    html: `<p>${lines.map(escapeHtml).join("<br>")}</p><div>${inside}</div>`,
  };
}

/** Returns plain text as HTML with the same lines. */
export function htmlOf(text: string): string {
  return text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${paragraph.split("\n").map(withSpaces).join("<br>")}</p>`)
    .join("");
}

/** Preserves spaces that HTML would collapse: runs, and those at the start of a line. */
function withSpaces(line: string): string {
  return escapeHtml(line).replaceAll(/^ | (?= )/g, "&nbsp;");
}

/** Formats the date in UTC, to favor no reader's time zone. */
function dateOf({ internal_date: date }: MessageRow): string {
  const [, day = "", time = ""] = /^(.*\d{4}) (\d\d:\d\d)/.exec(new Date(date).toUTCString()) ?? [];
  return `${day} at ${time} UTC`;
}

function written({ name, address }: Address): string {
  if (address === "") return name;
  return name === "" || name === address ? address : `${name} <${address}>`;
}
