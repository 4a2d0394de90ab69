import { firstName } from "../replies/people.ts";

/** Fills the known placeholders and leaves the unknown ones for the user to see. */
export function fillPlaceholders(
  body: string,
  known: { recipient: string; myName: string },
): string {
  const name = nameOf(known.recipient);
  const values: Readonly<Record<string, string | undefined>> = {
    "first name": name === "" ? undefined : firstName(name),
    name: name || undefined,
    "my name": known.myName || undefined,
  };
  return body.replaceAll(
    /\{([^{}\n]{1,40})\}/g,
    (whole, asked: string) => values[asked.trim().toLowerCase()] ?? whole,
  );
}

/** Returns the name in "Ada Lovelace <ada@example.org>"; "" for an address alone. */
export function nameOf(recipient: string): string {
  const [, quoted] = /^\s*"([^"]*)"/.exec(recipient) ?? [];
  const written = (quoted ?? recipient.split(/[,<]/)[0] ?? "").trim();
  return written.includes("@") ? "" : written.slice(0, 100);
}
