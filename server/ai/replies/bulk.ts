import { withoutAccents } from "./without-accents.ts";
import common from "./words/common.json" with { type: "json" };

/** Facts about a message besides its text. */
export interface Envelope {
  fromName: string;
  fromAddress: string;
  /** True if the message offers a way to unsubscribe. */
  hasUnsubscribe: boolean;
  /** True if its header declares it a delivery report, list mail, a notice or an automatic reply. */
  isAutomated: boolean;
  category: string;
}

const { machines } = common;
const locals = new Set(machines.locals);
/** People use these too. */
const softLocals = new Set(machines.softLocals);
const joined = new RegExp(machines.joined.join("|"), "iu");
const names = new RegExp(machines.names, "iu");
const phrases = new RegExp(machines.phrases.join("|"), "iu");
const salutations = new RegExp(String.raw`^${machines.salutations}(?![\p{L}\p{N}])`, "iu");

const notices =
  /\b(?:your (?:order|parcel|package|booking|reservation|subscription|receipt|statement|ticket|verification code|one-time (?:code|password)|security code|password (?:has been|was) (?:changed|reset))\b.{0,40}\b(?:is|has|was|confirm|ship|#|no\b|number|code)|(?:verification|security|login|sign-in) code (?:is|:)|new (?:sign-?in|login|device) (?:to|from|on|detected)|out of (?:the )?office|automatic reply|auto-?reply|abwesenheitsnotiz|(?:use|enter) (?:the )?code \d{4,8}|ihre? (?:bestellung|sendung|buchung|paket)\b.{0,40}\b(?:wurde|ist|nr))/i;

const maxText = 12_000;

/** Reports whether a machine sent it, or a firm to many recipients, so that it needs no answer. */
export function isBulk(
  envelope: Envelope,
  words: { subject: string; own: string; signature: string; quoted: string },
  isPerson: boolean,
): boolean {
  const { fromName, fromAddress, hasUnsubscribe, isAutomated, category } = envelope;
  if (hasUnsubscribe || isAutomated || names.test(fromName)) return true;
  if (category === "Promotions" || category === "Spam") return true;
  const [local = ""] = fromAddress.toLowerCase().split("@");
  const parts = local.split(/[._+-]/);
  if (parts.some((part) => locals.has(part) || (!isPerson && softLocals.has(part)))) return true;
  if (joined.test(local.replaceAll(/[._-]/g, ""))) return true;
  const text = `${words.own}\n${words.signature}`.slice(0, maxText).replaceAll(/[‘’]/g, "'");
  // A forwarded newsletter counts as quoted, below the text of its sender.
  const isNotice = notices.test(`${words.subject}\n${text.slice(0, 1500)}`);
  if (isNotice || phrases.test(withoutAccents(text))) return true;
  return !isPerson && isFormLetter(words.subject, text, category);
}

const labelled = /^[\p{L}][\p{L} ./'-]{1,30}: \S/gmu;

/** Reports whether the text of a firm is no answer to the user: it greets any customer, leads to a page, or lists facts. */
function isFormLetter(subject: string, text: string, category: string): boolean {
  const greeting = withoutAccents(text.trim().slice(0, 80));
  if (salutations.test(greeting)) return true;
  if (/^(?:re|aw|sv|antw?|r|rv|res|odp)\s*:/i.test(subject)) return false;
  return (
    category === "Updates" ||
    category === "Social" ||
    /https?:\/\/|\bwww\./i.test(text) ||
    (text.match(labelled) ?? []).length > 2
  );
}
