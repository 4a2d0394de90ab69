import {
  ModelFailure,
  type ModelPort,
  type ModelQuestion,
  type UserModel,
} from "../../../server/ai/model/port.ts";
import {
  type ModernMail,
  type ModernQuestion,
  type ModernRule,
  type ModernTemplate,
  readCases,
  says,
} from "./corpus.ts";
import { oracleWords as words } from "./oracle-words.ts";
import { wordsOf } from "./regex-words.ts";

/** The answer to a question as the oracle gave it, to be compared with what is shown. */
export interface OracleAnswer {
  question: string;
  isKnown: boolean;
  lines: string[];
  /** Messages in the prompt, by their ids in the corpus. */
  mails: string[];
}

export interface Oracle extends ModelPort {
  /** Gives the oracle the truth, and the product's ids of the messages. */
  learn: (corpora: string, idOf: ReadonlyMap<string, string>) => void;
  answers: OracleAnswer[];
}

/**
 * Creates a model that knows the truth of each question and mail of the modern corpus. It answers rightly, in its own words and in
 * the language of the question, if the messages that hold the answer are in its prompt; otherwise it says that it does not know.
 */
export function createOracle(): Oracle {
  const truth = {
    mails: new Map<string, ModernMail>(),
    questions: [] as ModernQuestion[],
    rules: [] as OracleRule[],
    templates: [] as ModernTemplate[],
  };
  const answers: OracleAnswer[] = [];
  const messagesIn = ({ material }: ModelQuestion<unknown>) =>
    material.flatMap(({ id, messageId }) => {
      const mail = messageId === undefined ? undefined : truth.mails.get(messageId);
      return mail ? [{ id, mail }] : [];
    });
  const model: UserModel = {
    name: "oracle-1",
    host: "oracle.example",
    async answer(question) {
      const value = valueFor(question);
      const parsed = question.shape.safeParse(value);
      if (!parsed.success) throw new ModelFailure("unusable-answer", { cause: parsed.error });
      return parsed.data;
    },
    async *stream(question) {
      const { asked } = question;
      const meant = truth.questions
        .filter(({ q }) => asked.includes(q))
        .toSorted(
          (a, b) => asked.lastIndexOf(b.q) - asked.lastIndexOf(a.q) || b.q.length - a.q.length,
        )[0];
      const shown = messagesIn(question);
      const lines = meant ? answerTo(meant, shown, [...truth.mails.values()]) : null;
      const text = lines ?? [say("unknown", meant?.lang ?? "en", {})];
      answers.push({
        question: meant?.id ?? "",
        isKnown: lines !== null,
        lines: text,
        mails: shown.map(({ mail }) => mail.id),
      });
      for (const piece of text.join("\n").match(/[^]{1,17}/g) ?? []) yield piece;
    },
  };

  /** Returns the value of a structured answer; a task that is not known gets none. */
  function valueFor(question: ModelQuestion<unknown>): unknown {
    const [first] = messagesIn(question);
    if (question.task === "plan") return planFor(question.asked);
    if (question.task === "rule")
      return ruleFor(truth.rules.find(({ text }) => text === question.asked));
    if (question.task === "templates")
      return templatesFor(
        truth.templates.find(({ purpose, context }) => {
          const asked = JSON.parse(question.asked) as { purpose: string; context: string };
          return asked.purpose === purpose && asked.context === context;
        }),
      );
    if (!first) return undefined;
    if (question.task === "summary") return summaryOf(first.mail, first.id);
    if (question.task === "replies") return repliesTo(first.mail);
    return undefined;
  }

  return {
    forUser: async () => model,
    answers,
    learn(corpora, idOf) {
      for (const mail of readCases<ModernMail>(corpora, "mails", "all"))
        truth.mails.set(idOf.get(mail.id) ?? "", mail);
      truth.questions = readCases(corpora, "questions", "all");
      truth.rules = readCases(corpora, "rules", "all");
      truth.templates = readCases(corpora, "templates", "all");
    },
  };
}

interface OracleRule extends ModernRule {
  conditions: Record<"all" | "any" | "none", string[][]>;
}

type Shown = readonly { id: string; mail: ModernMail }[];

const textOf = ({ from, subject, text, html }: ModernMail) =>
  [
    from,
    subject,
    text ||
      (html ?? "")
        .replaceAll(/<style[^]*?<\/style>|<[^>]*>/g, " ")
        .replaceAll("&euro;", "€")
        .replaceAll("&nbsp;", " "),
  ].join("\n");

/** Returns the lines of an answer; null if a mail that holds it is missing. */
function answerTo(
  question: ModernQuestion,
  shown: Shown,
  all: readonly ModernMail[],
): string[] | null {
  const {
    lang,
    answer_all: wanted,
    answer_none: unwanted,
    cite_any: sources,
    no_answer: isNone,
  } = question;
  const holders = shown.filter(({ mail }) => sources.includes(mail.id));
  const [best] = holders;
  if (isNone || !best) return null;
  const parts: { value: string; id: string }[] = [];
  for (const source of wanted) {
    const holder = holders.find(({ mail }) => says(textOf(mail), source));
    const isWritten = all.some((mail) => sources.includes(mail.id) && says(textOf(mail), source));
    // The fact is in a mail that is not in the prompt.
    if (isWritten && !holder) return null;
    const { mail, id } = holder ?? best;
    const matched = new RegExp(source, "iu").exec(textOf(mail))?.[0].replaceAll(/\s+/g, " ") ?? "";
    const known = matched !== "" && matched.length < 40 ? [matched] : [];
    const value = [...known, ...wordsOf(source)].find(
      (each) => !unwanted.some((bad) => says(say("lead", lang, { x: each }), bad)),
    );
    if (value === undefined) return null;
    parts.push({ value, id });
  }
  const date = new Intl.DateTimeFormat(lang, { dateStyle: "long", timeZone: "Europe/Vienna" });
  const sentAt = Date.UTC(2026, 10, 25, 9) - best.mail.hours_ago * 3600_000;
  const name = best.mail.from.replace(/\s*<.*/, "").replaceAll('"', "");
  return [
    ...parts.map(
      ({ value, id }, at) => `${say(at === 0 ? "lead" : "more", lang, { x: value })} [${id}]`,
    ),
    `${say("source", lang, { name, date: date.format(sentAt) })} [${best.id}]`,
  ];
}

/** Returns a plan from the question's words alone. */
function planFor(asked: string) {
  const people = asked.match(/(?<=[\p{L},] )\p{Lu}\p{Ll}+/gu) ?? [];
  return { people, from: null, until: null, kinds: [], rewrites: [], languages: [] };
}

function ruleFor(rule: OracleRule | undefined): unknown {
  if (!rule || rule.expect !== "rule")
    return { query: "", actions: {}, unread: [rule?.text.slice(0, 80) ?? ""] };
  const { all, any, none } = rule.conditions;
  const parts = [
    ...all.map((group) => group[0] ?? ""),
    ...(any.length > 0 ? [`(${any.map((group) => group[0]).join(" OR ")})`] : []),
    ...none.map((group) => `-${group[0]}`),
  ];
  return { query: parts.join(" "), actions: rule.actions, unread: [] };
}

function templatesFor(template: ModernTemplate | undefined): unknown {
  if (!template || template.nothing) return { templates: [] };
  const body = template.must.map((source) => wordsOf(source)[0] ?? "").join(", ");
  return { templates: ["Hello", "Hi", "Dear all"].map((opening) => `${opening}, ${body}.`) };
}

function summaryOf(mail: ModernMail, id: string): unknown {
  const values = mail.truth.summary_must.flatMap((sources) => {
    const matched = sources.flatMap(
      (source) => new RegExp(source, "iu").exec(textOf(mail))?.[0] ?? [],
    );
    return matched.slice(0, 1);
  });
  const name = mail.from.replace(/\s*<.*/, "").replaceAll('"', "");
  const lines = (values.length > 0 ? values : [mail.subject]).map((x) =>
    say("summary", mail.lang, { name, x }),
  );
  const cited = (text: string) => ({ text, cites: [id] });
  return {
    headline: lines[0],
    points: lines.map(cited),
    asks: mail.truth.asks.map((ask) => cited(say("wants", mail.lang, { x: ask }))),
    dates: [],
  };
}

function repliesTo(mail: ModernMail): unknown {
  const texts = words.replies[mail.lang as keyof typeof words.replies];
  const tones = ["professional", "casual", "formal"];
  const x = mail.subject.replace(/^(?:(?:re|aw|fwd?|wg|sv):\s*)+/i, "");
  return {
    replies: tones.map((tone, at) => ({
      tone,
      stance: "hold",
      text: (texts[at] ?? "").replace("{x}", x),
    })),
  };
}

function say(
  what: "lead" | "more" | "source" | "unknown" | "summary" | "wants",
  lang: string,
  values: Record<string, string>,
): string {
  const pattern = words[what][lang as keyof typeof words.lead] ?? words[what].en;
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
}
