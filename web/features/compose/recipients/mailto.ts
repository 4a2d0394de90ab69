import { type Draft, newDraft } from "#/features/compose/drafts/draft.ts";

/** Returns the draft for a `mailto:` link (RFC 6068), from only those fields that the user sees and can change. */
export function draftOfMailto(url: string): Draft {
  const [, addresses = "", query = ""] = /^mailto:([^?]*)\??(.*)$/is.exec(url) ?? [];
  // In a mailto link "+" is a plus sign, not a space.
  const fields = new URLSearchParams(query.replaceAll("+", "%2B").replaceAll("&amp;", "&"));
  const all = (name: string) =>
    [...fields]
      .filter(([key]) => key.toLowerCase() === name)
      .map(([, value]) => value.trim())
      .filter(Boolean);
  const oneLine = (text: string) => text.replaceAll(/[\r\n\0]+/g, " ").trim();
  const cc = oneLine(all("cc").join(", "));
  const bcc = oneLine(all("bcc").join(", "));
  return newDraft({
    to: oneLine([decoded(addresses), ...all("to")].filter(Boolean).join(", ")),
    cc,
    bcc,
    subject: oneLine(all("subject").join(" ")),
    content: all("body").join("\n").replaceAll("\0", ""),
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded correctly: the user can read and fix it.
    return text;
  }
}
