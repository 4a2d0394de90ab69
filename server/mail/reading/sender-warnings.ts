import { domainToUnicode } from "node:url";
import type { SenderWarning } from "@inlet/contract/mail/email.ts";
import { isNotAuthentic } from "#/wire/mime/authentic.ts";
import { decodeWords } from "#/wire/mime/charset/encoded-words.ts";
import type { MessageSigns } from "#/wire/mime/signs.ts";
import type { Address } from "#/wire/mime/addresses.ts";

/** Returns the traits of a message that could deceive about its sender. */
export function senderWarnings(
  message: { from: readonly Address[]; to: readonly Address[]; signs: MessageSigns },
  imapHost: string,
): SenderWarning[] {
  const { from, to, signs } = message;
  const found: SenderWarning[] = [];
  if (signs.hasTwoSenders) found.push("two_senders");
  if (signs.isTurnedAround) found.push("turned_around");
  if (from.some(showsAnotherAddress)) found.push("name_shows_address");
  if ([...from, ...to].some(({ address }) => isLookalike(address))) found.push("lookalike");
  else if (from.some(({ name }) => name.split(/[\s@.]+/).some(mixesScripts)))
    found.push("lookalike");
  if (isNotAuthentic(signs, imapHost)) found.push("not_authentic");
  return found;
}

/** "service@bank.example" <x@evil.example>: the name, or the part before the last @, shows an address of another domain. */
function showsAnotherAddress({ name, address }: Address): boolean {
  // Invisible characters would prevent the match.
  const text = `${name} ${decodeWords(localOf(address))}`
    .normalize("NFKC")
    .replaceAll(/\p{Cf}/gu, "");
  const shown = /(?<=[^\s<>"'(),;:])@([\p{L}\p{N}.-]+\.\p{L}{2,})/u.exec(text)?.[1];
  if (shown === undefined) return false;
  const own = domainOf(address);
  const other = shown.toLowerCase();
  return own !== other && !own.endsWith(`.${other}`) && !other.endsWith(`.${own}`);
}

/** Letters of other scripts that look like Latin ones. A label with no other letters imitates Latin. */
const likeLatin = /^[аеіїјорсухѕһԁԛԝѵɡαινορυкмтв0-9-]+$/u;

/** Returns true if an address has characters that imitate others (Unicode TR 39, 4 and 5.1). */
function isLookalike(address: string): boolean {
  const domain = domainOf(address);
  const labels = domain.split(".");
  const isLatinZone = /^[a-z]+$/.test(labels.at(-1) ?? "");
  const local = localOf(address).normalize("NFKC");
  return (
    labels.some(mixesScripts) ||
    local.split(/[._+-]+/).some(mixesScripts) ||
    (isLatinZone &&
      labels.slice(0, -1).some((label) => !/^[\x00-\x7f]*$/.test(label) && likeLatin.test(label)))
  );
}

/**
 * Returns true if Latin letters are mixed with similar ones, including phonetic ones. Japanese, Korean and Chinese mix scripts
 * normally.
 */
function mixesScripts(word: string): boolean {
  const isMixed = /\p{Script=Latin}/u.test(word);
  return (
    isMixed &&
    /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\u0251\u0261]/u.test(
      word,
    )
  );
}

function localOf(address: string): string {
  return address.slice(0, Math.max(address.lastIndexOf("@"), 0));
}

function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  return domainToUnicode(domain) || domain;
}
