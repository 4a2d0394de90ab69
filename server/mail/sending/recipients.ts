import { limits } from "@inlet/contract/limits.ts";
import { Failure } from "#/base/failure.ts";
import { type Address, parseAddressList, withoutQuoted } from "#/wire/mime/addresses.ts";

type Field = string | string[] | undefined;
export type Recipients = Record<"to" | "cc" | "bcc", Address[]>;

/** Returns the recipients of a message: all that the user entered, or an error. Throws send.no_recipient, send.bad_address. */
export function readRecipients(form: { to: Field; cc?: Field; bcc?: Field }): Recipients {
  const recipients = { to: readField(form.to), cc: readField(form.cc), bcc: readField(form.bcc) };
  const count = recipients.to.length + recipients.cc.length + recipients.bcc.length;
  if (count === 0) throw new Failure("send.no_recipient");
  if (count > limits.addressesPerField) throw new Failure("input.invalid");
  return recipients;
}

function readField(field: Field): Address[] {
  const texts = [field ?? []].flat().filter((text) => text.trim() !== "");
  return texts.flatMap((text) => {
    // Removes comments, and comments nested in them.
    const bare = withoutQuoted(text)
      .replace(/\([^()]*\)/g, "")
      .replace(/\([^()]*\)/g, "");
    const entries = bare.split(/[,;]/).filter((entry) => entry.trim() !== "");
    const count = Math.max(entries.length, bare.split("<").length - 1);
    // The parser stops reading there, and no recipient may be left out silently.
    if (count > limits.addressesPerField) throw new Failure("input.invalid");
    const addresses = parseAddressList(text);
    if (addresses === undefined || entries.some(isUnclear)) throw new Failure("send.bad_address");
    return addresses;
  });
}

/**
 * Returns true for two addresses without a comma, or for text beside an address. The parser is made for received mail and would
 * take the first match, even half an address.
 */
function isUnclear(entry: string): boolean {
  if (entry.includes("<")) return />[^<>]*@/.test(entry);
  const withoutGroup = entry.replace(/^[^@]*:/, "").trim();
  return entry.split("@").length > 2 || /\s/.test(withoutGroup);
}
