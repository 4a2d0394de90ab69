import type { Log } from "#/base/log.ts";
import { inLines, onOneLine } from "#/integrations/core/foreign-text.ts";
import type { Texts } from "#/texts/texts.ts";
import type { Interaction, Presser, MessageState } from "./read-interaction.ts";
import { type Draft, replyForm, writeReplyForm } from "./reply-form.ts";
import type { SlackApi } from "./slack-api.ts";
import { SlackRefusal } from "./slack-refusal.ts";
import { plain, escaped } from "./escape-text.ts";
import { type About, type Done, type SlackMail, type Snooze, writeMail } from "./write-mail.ts";

/** Actions on a mail, as the web app applies them. Each returns null, or throws, if the mail is not the user's. */
export interface MailActions {
  read: (about: About) => Promise<SlackMail | null>;
  /** Repeating it with a known key changes nothing. */
  archive: (about: About, key: string) => Promise<void>;
  /** Returns the end of the snooze as text. */
  snooze: (about: About, when: Snooze, key: string) => Promise<string>;
  summarize: (about: About) => Promise<string>;
  /** Returns the recipients of a reply, and a possible text. */
  draft: (about: About) => Promise<Draft | null>;
  /** Sends a reply; with a known key the first one remains. Returns the reason why it cannot be sent, "" if it is. */
  send: (about: About, words: string, key: string) => Promise<string>;
}

export interface ActContext {
  log: Log;
  publicUrl: string;
  mail: MailActions;
  /** Returns the texts in the language of the message's owner. */
  textsOf: (about: About) => Promise<Texts>;
  /** Returns Slack's API for the workspace of this link; null unless the link is the presser's own and active. */
  apiOf: (about: About, by: Presser) => Promise<SlackApi | null>;
  /** Shows something to the user who pressed, at the address that came with the press; false if that fails. */
  whisper: (answerUrl: string, text: string) => Promise<boolean>;
  /** Returns true once for each id. */
  claim: (about: About, id: string) => Promise<boolean>;
}

/** The immediate response to Slack, and the work after it. */
export interface Answered {
  body: object | null;
  after?: () => Promise<void>;
}

const nothing: Answered = { body: null };

/**
 * Applies an interaction from Slack. Changes to mail are stored before the response, under the id of the press, so the same press
 * changes nothing again; messages to Slack follow the response.
 */
export async function act(context: ActContext, asked: Interaction): Promise<Answered> {
  if (asked.kind === "nothing") return nothing;
  const { about, by, at } = asked;
  const api = await context.apiOf(about, by);
  const texts = await context.textsOf(about);
  // Any other user who sees the message only learns that it is not theirs.
  if (api === null) {
    if (asked.kind === "send") return refusedForm(texts.slack.noReply);
    return { body: null, after: async () => void (await context.whisper(at.answerUrl, notYours)) };
  }
  const mail = await context.mail.read(about);
  if (mail === null) {
    const { gone } = texts.slack;
    return asked.kind === "send"
      ? refusedForm(gone)
      : { body: null, after: () => whisperTo({ context, api, by, at }, gone) };
  }
  const doing: Doing = { context, texts, api, mail, about, by, at, id: asked.id };
  switch (asked.kind) {
    case "archive":
      await context.mail.archive(about, asked.id);
      return once(doing, () => show(doing, { kind: "archived" }));
    case "snooze": {
      const until = await context.mail.snooze(about, asked.when, asked.id);
      return once(doing, () => show(doing, { kind: "snoozed", until }));
    }
    case "summary":
      return once(doing, () => summarize(doing));
    case "reply":
      return once(doing, () => openForm(doing, asked.triggerId));
    case "send":
      return send(doing, asked.words);
  }
}

interface Doing {
  context: ActContext;
  texts: Texts;
  api: SlackApi;
  mail: SlackMail;
  about: About;
  by: Presser;
  at: MessageState;
  id: string;
}

const notYours = "This email is not yours, or its workspace is no longer connected to Inlet.";

/**
 * Sends a text to the user only. The interaction's response URL also works in channels without the app; if it fails, the app
 * sends it.
 */
async function whisperTo(
  { context, api, by, at }: Pick<Doing, "context" | "api" | "by" | "at">,
  text: string,
): Promise<void> {
  if (await context.whisper(at.answerUrl, text)) return;
  await api.whisper(at.channel, by.userId, text);
}

/** Messages to Slack are sent once for each press. */
async function once({ context, about, id }: Doing, after: () => Promise<void>): Promise<Answered> {
  return (await context.claim(about, id)) ? { body: null, after } : nothing;
}

async function show({ context, texts, api, mail, about, at }: Doing, done: Done): Promise<void> {
  await api.update(at, writeMail(mail, about, { publicUrl: context.publicUrl, texts, done }));
}

async function summarize({ context, texts, api, about, at }: Doing): Promise<void> {
  const content =
    inLines(await context.mail.summarize(about), 2800) || texts.chats.nothingToSummarize;
  await api.post(
    at.channel,
    {
      text: escaped(onOneLine(texts.slack.summaryOf(content), 200)),
      blocks: [{ type: "section", text: plain(content) }],
    },
    { threadTs: at.ts },
  );
}

async function openForm(
  { context, texts, api, about, by, at }: Doing,
  triggerId: string,
): Promise<void> {
  const draft = await context.mail.draft(about);
  if (draft === null) {
    await whisperTo({ context, api, by, at }, texts.slack.noOneToReplyTo);
    return;
  }
  await api.open(triggerId, writeReplyForm(draft, { about, at, texts }));
}

async function send(doing: Doing, words: string): Promise<Answered> {
  const { context, texts, mail, about, id } = doing;
  if (words.trim() === "") return refusedForm(texts.slack.empty);
  const refusal = await context.mail.send(about, words, id);
  if (refusal !== "") return refusedForm(refusal);
  const content = texts.slack.sent(onOneLine(mail.fromName || mail.fromAddress, 100));
  const whispered = await once(doing, () => whisperTo(doing, escaped(content)));
  return { ...whispered, body: { response_action: "clear" } };
}

function refusedForm(sentence: string): Answered {
  return { body: { response_action: "errors", errors: { [replyForm.block]: sentence } } };
}

/** Does the work after the response. The change of the message is done at this point, so an error of Slack is only logged. */
export async function actAfter(
  { log }: Pick<ActContext, "log">,
  { after }: Answered,
): Promise<void> {
  try {
    await after?.();
  } catch (error) {
    if (!(error instanceof SlackRefusal)) throw error;
    log.warn({ error: error.refused.error }, "Slack rejected the result of an action");
  }
}
