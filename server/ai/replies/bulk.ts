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

const machines =
  /(?:^|[._+-])(?:no[._-]?reply|do[._-]?not[._-]?reply|donotreply|noreply|mailer-daemon|postmaster|bounces?|notifications?|notify|alerts?|automated|automailer|newsletters?|news|updates?|digest|mailing|marketing|promo(?:tions)?|offers|deals|receipts?|orders?|auto-confirm|confirm(?:ation)?s?|system|robot|bot|daemon|jira|github|gitlab|ci|cron|root|statements?|rechnungsversand|keine-antwort)(?:$|[._+-])/i;

const lists =
  /\b(?:unsubscribe|opt[ -]out|manage (?:your )?(?:email )?(?:preferences|subscriptions?|notifications)|(?:view|read|open) (?:this (?:e?-?mail|message|newsletter)|it)? ?(?:in|on) (?:your |a )?(?:web )?browser|you(?:'re| are) receiving this (?:e?-?mail|message|because)|you received this (?:e?-?mail|message) because|this (?:is an|e?-?mail was|message was) (?:automatic|automated|automatically|auto-generated|sent automatically|generated)|(?:please )?do not (?:reply|respond) (?:directly )?to this (?:e?-?mail|message|address)|this (?:mailbox|inbox|address) is not monitored|replies to this (?:e?-?mail|message|address) (?:are|will) not|newsletter abbestellen|abmelden|im browser (?:ansehen|anzeigen|öffnen)|diese (?:e-?mail|nachricht) wurde automatisch|bitte (?:nicht auf diese|antworten sie nicht))\b/i;

const notices =
  /\b(?:your (?:order|parcel|package|booking|reservation|subscription|receipt|statement|ticket|verification code|one-time (?:code|password)|security code|password (?:has been|was) (?:changed|reset))\b.{0,40}\b(?:is|has|was|confirm|ship|#|no\b|number|code)|(?:verification|security|login|sign-in) code (?:is|:)|new (?:sign-?in|login|device) (?:to|from|on|detected)|out of (?:the )?office|automatic reply|auto-?reply|abwesenheitsnotiz|(?:use|enter) (?:the )?code \d{4,8}|ihre? (?:bestellung|sendung|buchung|paket)\b.{0,40}\b(?:wurde|ist|nr))/i;

/** Reports whether a machine sent it to many recipients, so it needs no answer. */
export function isBulk(
  envelope: Envelope,
  words: { subject: string; own: string; signature: string; quoted: string },
): boolean {
  const { fromAddress, hasUnsubscribe, isAutomated, category } = envelope;
  const [local = ""] = fromAddress.split("@");
  if (hasUnsubscribe || isAutomated || machines.test(local)) return true;
  if (category === "Promotions" || category === "Spam") return true;
  const text = `${words.own}\n${words.signature}`.replaceAll(/[‘’]/g, "'");
  // A forwarded newsletter counts as quoted, below the text of its sender.
  return lists.test(text) || notices.test(`${words.subject}\n${text.slice(0, 1500)}`);
}
