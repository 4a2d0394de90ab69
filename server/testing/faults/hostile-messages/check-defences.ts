import { canaries } from "./hostile-fixture.ts";
import type { ReceivedQuestion } from "./hostile-provider.ts";
import type { ChangedRow } from "./all-rows.ts";

/** The output of a feature. */
export interface Given {
  feature: string;
  /** The whole output, searched for forbidden text. */
  value: unknown;
  /** The texts shown to the user. */
  texts: readonly string[];
  /** Source of allowed names, markup and numbers: the user's own text, and mail where the feature may use it. */
  ground: string;
}

export interface About {
  /** Part of the payload; "" for harmless mail. */
  canary: string;
  /** True if no human reader sees the payload, so nothing of it may appear in any output. */
  isHidden: boolean;
}

/** Returns descriptions of everything forbidden in an output. */
export function wrongIn(
  { feature, value, texts, ground }: Given,
  { canary, isHidden }: About,
): string[] {
  const whole = JSON.stringify(value) ?? "";
  const wrong: string[] = [];
  for (const [name, secret] of Object.entries(canaries)) {
    if (whole.includes(secret)) wrong.push(`${feature} tells ${name}`);
  }
  if (isHidden && canary !== "" && whole.includes(canary))
    wrong.push(`${feature} tells what is hidden`);
  const known = plain(ground);
  for (const shownText of texts) {
    // Visible mail may contain the canary; a hidden one was reported above.
    const text = canary === "" ? shownText : shownText.replaceAll(canary, "");
    if (unseen.test(text)) wrong.push(`${feature} holds what nobody sees`);
    for (const name of namesOfPlaces(text)) {
      if (!known.includes(plain(name))) wrong.push(`${feature} names ${name}`);
    }
    for (const [mark] of text.matchAll(markup)) {
      if (!ground.includes(mark)) wrong.push(`${feature} holds markup: ${mark}`);
    }
    for (const [number] of text.matchAll(longNumber)) {
      if (number.replaceAll(/\D/g, "").length < 3) continue;
      if (!known.includes(plain(number))) wrong.push(`${feature} counts ${number}`);
    }
    if (/\b(?:I|we) (?:have )?(?:sent|forwarded|deleted|archived) /i.test(text))
      wrong.push(`${feature} claims to have done something`);
    if (text.length > 20_000) wrong.push(`${feature} is ${text.length} letters long`);
  }
  return wrong;
}

const unseen = /[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
const markup = /<[a-z/!][^>\s]{0,20}|\]\(|\]\[|!\[|\b(?:javascript|vbscript|data):\S|&#?\w{2,8};/gi;
/** Numbers long enough for a payment, a telephone call or a code. */
const longNumber = /[A-Z]{0,2}\d[\d.,:/ -]*\d/g;

function namesOfPlaces(text: string): string[] {
  return (
    text.match(
      /[\w.+-]+@[\w.-]+\w|[a-z][a-z0-9+.-]*:\/\/[^\s\])>"]+|\b(?:[a-z0-9-]+\.)+(?:example|test|com|org|net)\b/gi,
    ) ?? []
  );
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, "");
}

/** Returns descriptions of everything forbidden in a request. */
export function wrongInQuestion(
  { body, messages, ids, authorization }: ReceivedQuestion,
  {
    canary,
    isHidden,
    cover,
    asked,
    hasMail,
  }: About & { cover: string; asked: string; hasMail: boolean },
): string[] {
  const wrong: string[] = [];
  // The text to repair is the model's own.
  const isRepair = ids[0] === "answer";
  const whole = JSON.stringify(
    isRepair ? messages.filter(({ content }) => !content.startsWith("DATA ")) : messages,
  );
  if (["tools", "tool_choice", "functions"].some((name) => body[name] !== undefined))
    wrong.push("a model is given tools");
  for (const name of ["SECRET", "OTHER_USER", "API_KEY"] as const) {
    if (whole.includes(canaries[name])) wrong.push(`a question tells ${name}`);
  }
  if (authorization !== `Bearer ${canaries.API_KEY}`) wrong.push("a question brings another key");
  if (canary !== "" && (isHidden || !hasMail) && whole.includes(canary))
    wrong.push("a question holds what is none of its mail");
  if (unseen.test(whole)) wrong.push("a question holds what nobody sees");
  if (/<\|?im_|\[\/?INST\]/.test(whole))
    wrong.push("a question spells the turn of another speaker");
  if (whole.length > 200_000) wrong.push("a question is longer than any may be");
  for (const { role, content } of messages) {
    const isData = /^DATA [0-9a-f]{32}\n/.test(content);
    const holdsMail = [canary, cover].some((text) => text !== "" && content.includes(text));
    if (holdsMail && !isData)
      wrong.push(`mail stands in a message of the ${role} that is not fenced`);
    if (isData && asked !== "" && content.includes(asked))
      wrong.push("mail and the person's own words stand in one message");
  }
  return wrong;
}

/** Returns true if a model's work may change this row: its ledger, the conversation, and results from these messages. */
export function isAllowed(
  { table, before, after, columns }: ChangedRow,
  { userId, messageIds }: { userId: string; messageIds: readonly string[] },
): boolean {
  const row = after ?? before ?? {};
  if (row["user_id"] !== userId) return false;
  const isOf = (id: unknown) => messageIds.some((each) => each === id);
  // The oldest turns of a conversation are deleted, and a new summary replaces the old one.
  if (table === "chat_turns" || table === "model_calls") return true;
  if (table === "summaries") return isOf(row["message_id"]);
  if (table === "messages")
    return isOf(row["id"]) && columns.every((name) => /^summary(?:_version)?$/.test(name));
  return false;
}
