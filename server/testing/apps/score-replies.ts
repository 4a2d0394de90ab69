import { MessageId } from "@inlet/contract/ids.ts";
import type { ReplySuggestion } from "@inlet/contract/ai/smart-replies.ts";
import type { ActFixture } from "#/ai/replies/acts.fixtures.ts";
import { areDistinct } from "#/ai/replies/assemble.ts";
import { isHarmless } from "#/ai/replies/guard.ts";
import { learnHabits } from "#/ai/replies/habits.ts";
import {
  type AnsweredMail,
  suggestLocally,
  understand,
  type Understood,
} from "#/ai/replies/suggest-locally.ts";

export interface ScoredReplies {
  fixture: ActFixture;
  understood: Understood;
  replies: ReplySuggestion[];
  /** Null for a message that needs no reply. */
  isRightAct: boolean | null;
  areSlotsFromMail: boolean;
  areDistinct: boolean;
  isRightLanguage: boolean;
  /** True if bulk mail has no suggestions and other mail has some. */
  isRightlyAnswered: boolean;
}

const anonymous = learnHabits([], "");

/** Scores the suggestions for a message of the fixtures against its labels. */
export function scoreReplies(fixture: ActFixture): ScoredReplies {
  const understood = understand(mailOf(fixture));
  const replies = suggestLocally(understood, { habits: anonymous, context: "", length: "usual" });
  const { act, language = "en", slots: gold = {} } = fixture;
  const source = `${fixture.from}\n${fixture.subject}\n${fixture.text}`.toLowerCase();
  const read = Object.entries(understood.slots);
  const shown = replies.slice(0, 3);
  return {
    fixture,
    understood,
    replies,
    isRightAct: act === null ? null : understood.act === act,
    areSlotsFromMail:
      read.every(([, value]) => wordsOf(value).every((word) => source.includes(word))) &&
      Object.entries(gold).every(([slot, value]) =>
        read.some(([name, own]) => name === slot && own === value),
      ) &&
      replies.every(({ text }) => isHarmless(text, "") && !text.includes("{")),
    areDistinct: shown.every((one, at) =>
      shown.slice(at + 1).every((other) => areDistinct(one.text, other.text)),
    ),
    isRightLanguage: act === null || understood.language === language,
    isRightlyAnswered: act === null ? replies.length === 0 : shown.length === 3,
  };
}

/** Possessives change with the speaker: "my report" becomes "your report" in a reply. */
const turned = new Set(["your", "my"]);

function wordsOf(value: string): string[] {
  return value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => !turned.has(word));
}

export function mailOf(fixture: Omit<ActFixture, "split" | "act">): AnsweredMail {
  return {
    id: MessageId.parse("m"),
    subject: fixture.subject,
    text: fixture.text,
    html: "",
    fromName: fixture.from,
    fromAddress: fixture.address ?? "somebody@example.org",
    hasUnsubscribe: fixture.hasUnsubscribe ?? false,
    isAutomated: false,
    category: "",
    // A Thursday.
    sentAt: new Date("2026-11-19T09:00:00Z"),
    isOwn: false,
  };
}
