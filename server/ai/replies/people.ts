import { foldText } from "#/base/tokenize.ts";
import common from "./words/common.json" with { type: "json" };
import { withoutAccents } from "./without-accents.ts";
import type { Words } from "./words.ts";

/** The way to address a sender. */
export interface Addressee {
  /** The name for the greeting, such as "Maria" or "Mum"; undefined unless the sender is surely a person. */
  name?: string;
  /** The whole name of a person. */
  full?: string;
  /** `first`: on first-name terms, `last`: called by the last name, `open`: the message does not show it. */
  relation: "family" | "first" | "last" | "open";
}

const anyOf = (words: readonly string[]) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${words.join("|")})(?![\p{L}\p{N}])`, "iu");

const firms = anyOf(common.firms);
const titles = anyOf(common.titles);
const kin = `(?:${common.kin.join("|")})`;
/** A first line such as "Hallo Papa," and a last one such as "Love, Mum". */
const greetsKin = new RegExp(String.raw`^(?:\p{L}+ ){0,2}${kin}(?: \p{L}+)?(?:[,!.:-]|$)`, "iu");
const isKin = new RegExp(String.raw`^(?:\p{L}+,? ){0,2}(${kin}(?: \p{L}+)?)[ .!x]*$`, "iu");
const givenNames = new Set(common.givenNames.flatMap((names) => names.split(" ").map(foldText)));

type Sender = { fromName: string; fromAddress: string };
type Mail = { own: string; signature: string };

const linesOf = (text: string) => text.split("\n").flatMap((each) => each.trim() || []);
const lastLines = ({ own, signature }: Mail) =>
  [...linesOf(own), ...linesOf(signature).slice(0, 6)].slice(-8);

/** Returns the names of a sender who is surely a person, the given name first; undefined for firms, roles and programs. */
export function personOf(sender: Sender, mail: Mail): string[] | undefined {
  const names = namesOf(sender.fromName);
  return names && isPerson(names, sender, lastLines(mail)) ? names : undefined;
}

/** Returns the name of a relative, such as "Mum" or "Aunt Carla"; undefined for any other name. */
export const kinIn = (name: string): string | undefined => isKin.exec(name.slice(0, 60))?.[1];

/** Returns true if the name could be that of a person. */
export const couldBePerson = (fromName: string): boolean => (namesOf(fromName)?.length ?? 0) > 1;

/** Returns how to address the sender. Only people are greeted by name. */
export function addresseeOf(sender: Sender, mail: Mail, { relation }: Words): Addressee {
  const [first = ""] = linesOf(mail.own);
  const names = personOf(sender, mail);
  const signedKin = lastLines(mail)
    .flatMap((line) => isKin.exec(line.slice(0, 60))?.[1] ?? [])
    .at(-1);
  const namedKin = kinIn(sender.fromName);
  if (signedKin !== undefined || namedKin !== undefined || greetsKin.test(first.slice(0, 60))) {
    const name = namedKin ?? signedKin ?? names?.[0];
    return { ...(name !== undefined && { name }), relation: "family" };
  }
  const isLast = new RegExp(relation.last, "iu").test(withoutAccents(first));
  const isFirst = !isLast && new RegExp(relation.first, "u").test(first);
  const has = (source: string) =>
    source !== "" && new RegExp(source, "u").test(mail.own.slice(0, 4000));
  const isFormal = isLast || (has(relation.formalYou) && !has(relation.you));
  return {
    ...(names && { name: names[0] ?? "", full: names.join(" ") }),
    relation: isFormal ? "last" : isFirst || has(relation.you) ? "first" : "open",
  };
}

/** Returns the parts of a person's name, the given name first; undefined for the name of a firm, a role or a program. */
function namesOf(fromName: string): string[] | undefined {
  const whole = fromName.normalize("NFKC").replaceAll(/["']/g, " ").trim();
  if (whole === "" || whole.length > 60 || firms.test(whole) || /[^\p{L}\p{M}., -]/u.test(whole))
    return undefined;
  const [last = "", given] = whole.split(",").map((part) => part.trim());
  const parts = (given ? `${given} ${last}` : last)
    .split(/\s+/)
    .filter((part) => !titles.test(part.replace(".", "")));
  const [first = ""] = parts;
  return parts.length <= 4 && /^\p{Lu}[\p{Ll}\p{M}]{1,19}(?:-\p{Lu}\p{Ll}{1,14})?$/u.test(first)
    ? parts
    : undefined;
}

/** Returns true if the name is a given name, the address holds it, or the message is signed with it alone. */
function isPerson(
  names: readonly string[],
  sender: { fromAddress: string },
  last: string[],
): boolean {
  const [first = "", ...others] = names.map(foldText);
  const [local = "", domain = ""] = foldText(sender.fromAddress).split("@");
  if (givenNames.has(first)) return true;
  const site = domain.replaceAll(/[^a-z0-9]/g, "");
  if (first.length > 3 && site.includes(first)) return false;
  const surname = others.at(-1) ?? "";
  const tokens = local.split(/[._+-]|\d+/);
  if (surname === "") return local.startsWith(first) && first.length > 2;
  return (
    last.some((line) => foldText(line).split(/[.,!]/)[0]?.trim() === first) ||
    tokens.includes(first) ||
    (surname.length > 2 && (tokens.includes(surname) || local === `${first.slice(0, 1)}${surname}`))
  );
}

/** Returns the name for greeting a person by a name that the user gave; undefined if it is uncertain. */
export function firstName(fromName: string): string | undefined {
  const names = namesOf(fromName);
  return names?.[0];
}
