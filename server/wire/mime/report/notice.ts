import type { Entity } from "#/wire/mime/tree.ts";

/** Returns one sentence for the reader about a message's protection; "" if it has none. */
export function protectionNotice(root: Entity, text: string): string {
  if (holds(root, isTnef)) {
    return "This email was sent in Outlook's own format (winmail.dat); some of it may be readable only in Outlook.";
  }
  const protocol = root.parameters.get("protocol")?.toLowerCase() ?? "";
  const smimeType = root.parameters.get("smime-type")?.toLowerCase() ?? "";
  if (root.type === "multipart/encrypted") return encrypted("PGP");
  if (/^application\/(x-)?pkcs7-mime$/.test(root.type)) {
    if (smimeType !== "signed-data") return encrypted("S/MIME");
    return "This email is signed with S/MIME and its text is inside the attached file.";
  }
  if (root.type === "multipart/signed") {
    const kind = protocol.includes("pgp") ? "PGP" : "S/MIME";
    return `This email is signed with ${kind}; the signature was not checked.`;
  }
  if (/^-----BEGIN PGP MESSAGE-----$/m.test(text)) return encrypted("PGP");
  if (/^-----BEGIN PGP SIGNED MESSAGE-----$/m.test(text)) {
    return "This email is signed with PGP; the signature was not checked.";
  }
  return "";
}

function isTnef({ type, filename }: Entity): boolean {
  return /^application\/(vnd\.)?ms-tnef$/.test(type) || filename.toLowerCase() === "winmail.dat";
}

function holds(entity: Entity, is: (part: Entity) => boolean): boolean {
  return is(entity) || entity.children.some((child) => holds(child, is));
}

function encrypted(kind: string): string {
  return `This email is encrypted with ${kind} and cannot be read here.`;
}

export const notices = {
  empty: "This email is empty.",
  cut: "This email is too large or too complicated to be shown completely.",
  charset: "This email names an unknown character set; some characters may be wrong.",
  outline: "This email is very large; its attachments are downloaded when you open them.",
  withheld: "The mail server did not return this email.",
  unreadable: "This email is damaged and could not be read.",
} as const;
