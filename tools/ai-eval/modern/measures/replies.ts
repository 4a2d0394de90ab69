import { areSameLanguage } from "../../../../server/ai/text/language.ts";
import { mean, measure } from "../../eval-part.ts";
import { type ModernMail, readCases, says } from "../corpus.ts";
import { type ModernMeasure, ofModern } from "../modern-measure.ts";

/** Words of a firm, a role or a machine, and of a family. */
const firms =
  /\b(?:team|support|office|service|desk|dept|accounts?|billing|reservas|hotel|praxis|studio|storage|bank|gmbh|b\.v\.|atelier|galleria|teatro|administraci[oó]n)\b/iu;
const kin =
  /\b(?:mum|mom|dad|papa|mama|bro|sis|oma|opa|grandma|grandpa|aunt|uncle|tante|onkel|maman|mam[aá]|nonna|abuela|v[oó]|av[oó])\b/iu;
const stiff =
  /sehr geehrte|yours sincerely|mit freundlichen gr|^dear (?:mum|mom|dad|papa|mama|mr|ms|mrs)\b|cordialement|madame, monsieur|atentamente|distinti saluti|atenciosamente|hoogachtend/imu;

interface ReplyCase {
  mail: ModernMail;
  isOffered: boolean;
  isBad: boolean;
  isBadInAny: boolean;
  isRight: boolean;
  line: string;
}

/**
 * Measures the suggested replies. `reply_good` is in words that only a reader can judge, so `right` here means: three suggestions
 * (or one), and none of them bad.
 */
export const modern: ModernMeasure = {
  async run({ client, idOf }, corpora, half) {
    const received = readCases<ModernMail>(corpora, "mails", half).filter(
      (mail) => !mail.sent_by_me,
    );
    const cases: ReplyCase[] = [];
    for (const mail of received) {
      const emailId = idOf.get(mail.id);
      if (!emailId) throw new Error(`${mail.id} was not delivered.`);
      const given = await client.call("POST /ai/generate-replies", { emailId, engine: "local" });
      const { suggestions, details, meta } = given;
      const isBad = (texts: string[]) => texts.some((text) => whyBad(mail, text) !== "");
      cases.push({
        mail,
        isOffered: suggestions.length > 0,
        isBad: isBad(suggestions),
        isBadInAny: isBad(details.map(({ text }) => text)),
        isRight: [1, 3].includes(suggestions.length) && !isBad(suggestions),
        line: `${mail.id} (${mail.lang}) ${meta.whyNone ?? ""} ${[
          ...new Set(details.map(({ stance }) => stance)),
        ].join(
          "/",
        )} ${JSON.stringify(suggestions)} ${suggestions.map((text) => whyBad(mail, text)).join("")}`,
      });
    }
    const machines = cases.filter(({ mail }) => mail.truth.no_reply_suggestions);
    const others = cases.filter(({ mail }) => !mail.truth.no_reply_suggestions);
    const people = others.filter(({ mail }) => !mail.truth.phishing);
    const english = people.filter(({ mail }) => mail.lang === "en");
    const foreign = people.filter(({ mail }) => mail.lang !== "en");
    const row = (
      metric: string,
      some: readonly ReplyCase[],
      of: (one: ReplyCase) => boolean,
      gate: number | null = null,
      higherIsBetter = true,
    ) =>
      measure({
        ...ofModern,
        what: "replies",
        metric,
        gate,
        higherIsBetter,
        cases: some,
        score: (each) => mean(each.map((one) => Number(of(one)))),
      });
    return {
      rows: [
        row("mails with a bad one", cases, ({ isBad }) => isBad, 0.05, false),
        row("bad in any stance", cases, ({ isBadInAny }) => isBadInAny, null, false),
        row("offered to machines", machines, ({ isOffered }) => isOffered, 0.02, false),
        row("offered, none bad, English", english, ({ isRight }) => isRight),
        row("offered, none bad, other", foreign, ({ isRight }) => isRight),
        row("silent, English", english, ({ isOffered }) => !isOffered, null, false),
        row("silent, other", foreign, ({ isOffered }) => !isOffered, null, false),
      ],
      misses: cases.map(({ line }) => line),
    };
  },
};

/** Returns the reason why a suggestion is bad; "" if it is not. */
function whyBad(
  { from, text: body, html, lang, subject, truth }: ModernMail,
  text: string,
): string {
  const bad = truth.reply_bad.find((source) => says(text, source));
  if (bad !== undefined) return ` BAD ${bad}`;
  if (!areSameLanguage(text, body || (html ?? ""))) return ` LANGUAGE ${lang}`;
  const [name = "", address = ""] = from.split("<");
  const [greeting = ""] = text.split("\n");
  const domain = address.split("@")[1]?.replaceAll(/[^\p{L}]/gu, "") ?? "";
  const words = name.split(/\s+/).filter((word) => word.length > 2);
  const isGreeted = words.some((word) => greeting.includes(word));
  const isFirm = firms.test(name) || domain.startsWith(words[0]?.toLowerCase() ?? "-");
  if (isGreeted && isFirm) return " FIRM";
  const isFamily = kin.test(`${name} ${subject} ${body.slice(0, 60)} ${body.slice(-60)}`);
  return isFamily && stiff.test(text) ? " FAMILY" : "";
}
