import { createHash } from "node:crypto";
import type { MessageId, UserId } from "@inlet/contract/ids.ts";
import { defaultLanguage } from "@inlet/contract/languages.ts";
import type { Api } from "grammy";
import { Failure } from "#/base/failure.ts";
import { randomId } from "#/base/random-id.ts";
import { pause } from "#/base/pause.ts";
import type { MailActions } from "#/integrations/core/actions.ts";
import { connectionsByExternal } from "#/integrations/core/connections.ts";
import type { IntegrationContext } from "#/integrations/core/context.ts";
import type { Connection } from "#/integrations/core/adapter.ts";
import { type Texts, textsFor, textsIn } from "#/texts/texts.ts";
import { mailOf, recordMail } from "./chat.ts";
import { isTelegrams, refusal, telegramApi, type TelegramSettings } from "./client.ts";
import { finishPairing } from "./pairing.ts";
import { presentSummary, sendButton, shownAddresses } from "./present.ts";

type Update = Awaited<ReturnType<Api["getUpdates"]>>[number];
type Message = NonNullable<Update["message"]>;
type CallbackQuery = NonNullable<Update["callback_query"]>;

/** Time for which Telegram holds a request open while nothing happens, in seconds. */
const heldSeconds = 25;
/** Timeout of a request, longer than Telegram holds it open. */
const askMs = 40_000;
const restMs = 5000;
const triesOfOne = 3;
/** Maximum length of the addresses in a chat message. */
const addressesLength = 3500;

/** Duration of the lease, longer than a request is held open. */
const leaseMs = 45_000;
const leaseName = "telegram updates";

/**
 * Asks Telegram for actions of users in their chats with the bot, and applies them, until disposed. This server need not be
 * reachable from outside. An update that Telegram sends twice is applied once. Of several processes over one database one asks at
 * a time; `holder` names this one.
 */
export function pollTelegram(
  core: IntegrationContext,
  settings: TelegramSettings,
  actions: MailActions,
  holder: string = randomId(),
): AsyncDisposable {
  const stop = new AbortController();
  /** Slow work, which does not delay other chats. */
  const underWay = new Set<Promise<void>>();
  const aside = (work: Promise<void>) => {
    const noted = work
      .catch((error: unknown) => {
        if (!isTelegrams(error))
          core.log.error({ err: error }, "sending a summary to a chat failed");
      })
      .finally(() => underWay.delete(noted));
    underWay.add(noted);
  };
  const loop = async () => {
    const options = { signal: stop.signal, timeoutMs: askMs };
    const api = await telegramApi(core.egress, settings, options);
    const take = () => core.execute("lease.take", { name: leaseName, holder, ttlMs: leaseMs });
    let offset = 0;
    let failures = 0;
    while (!stop.signal.aborted) {
      try {
        const fence = await take();
        if (fence === null) {
          await pause(restMs, stop.signal);
          continue;
        }
        const updates = await api.getUpdates({
          offset,
          timeout: heldSeconds,
          allowed_updates: ["message", "callback_query"],
        });
        for (const update of updates) {
          // A process that took over in between receives all of this too.
          if ((await take()) !== fence) break;
          await answer({ ...core, aside }, api, actions, update).catch((error: unknown) => {
            // An update that keeps failing is not requested forever.
            if (++failures < triesOfOne) throw error;
            core.log.error({ err: error }, "handling a chat message failed");
          });
          failures = 0;
          offset = update.update_id + 1;
        }
      } catch (error) {
        if (stop.signal.aborted) return;
        if (!isTelegrams(error)) core.log.error({ err: error }, "answering a chat failed");
        const refused = refusal(error);
        core.log.warn({ answer: refused.answer }, "Telegram polling failed");
        const waitMs = refused.result === "later" ? (refused.waitMs ?? restMs) : restMs;
        await pause(waitMs, stop.signal);
      }
    }
  };
  const ended = loop();
  return {
    async [Symbol.asyncDispose]() {
      stop.abort();
      await ended;
      await Promise.all(underWay);
      await core.execute("lease.drop", { name: leaseName, holder });
    },
  };
}

interface ChatContext extends IntegrationContext {
  /** Continues with this work while other updates are handled. */
  aside: (work: Promise<void>) => void;
}

/** Handles an update. A refusal by Telegram is logged, as the action was applied. Any other error is thrown, and retried. */
async function answer(
  core: ChatContext,
  api: Api,
  actions: MailActions,
  update: Update,
): Promise<void> {
  const onceKey = `telegram ${update.update_id}`;
  try {
    if (update.callback_query)
      await handleCallback(core, api, actions, update.callback_query, onceKey);
    if (update.message) await takeMessage(core, api, actions, update.message);
  } catch (error) {
    if (!isTelegrams(error)) throw error;
    // Such an error contains the text of the message.
    core.log.warn({ answer: refusal(error).answer }, "answering a chat failed");
  }
}

async function handleCallback(
  core: ChatContext,
  api: Api,
  actions: MailActions,
  query: CallbackQuery,
  onceKey: string,
): Promise<void> {
  const { message } = query;
  const found = message && (await findMail(core, message.chat.id, message.message_id));
  if (!message || !found) {
    // The owner of the chat is not known any more.
    const { unknown } = textsIn(defaultLanguage).telegram;
    await api.answerCallbackQuery(query.id, { text: unknown });
    return;
  }
  const { connection, emailId } = found;
  const texts = await textsFor(core.database.reader, connection.userId);
  const words = texts.telegram;
  const action = { userId: connection.userId, emailId, onceKey };
  if (query.data === "reply") {
    const to = await addressees(actions, words, action);
    await api.answerCallbackQuery(query.id, to.refusal === undefined ? {} : { text: to.refusal });
    if (to.refusal !== undefined) return;
    const prompt = await api.sendMessage(message.chat.id, words.prompt(to.addresses), {
      reply_parameters: { message_id: message.message_id, allow_sending_without_reply: true },
      reply_markup: { force_reply: true },
    });
    await recordMail(core, connection, [prompt.message_id, emailId]);
    return;
  }
  if (query.data === "send") return sendWritten(api, actions, query, { ...action, words });
  if (query.data === "summary") {
    await api.answerCallbackQuery(query.id);
    const id = createHash("sha256").update(onceKey).digest("hex");
    if (!(await core.execute("press.claim", { userId: connection.userId, id }))) return;
    core.aside(sumUp(api, actions, message, { ...action, texts }));
    return;
  }
  const isArchived = query.data === "archive";
  if (!isArchived && query.data !== "snooze") return;
  const text = await tried(async () => {
    await (isArchived ? actions.archive(action) : actions.snooze(action));
    return isArchived ? words.archived : words.snoozed;
  });
  await api.answerCallbackQuery(query.id, { text: text });
}

/** Posts the summary below its message. */
async function sumUp(
  api: Api,
  actions: MailActions,
  { chat, message_id }: NonNullable<CallbackQuery["message"]>,
  { texts, ...about }: { userId: UserId; emailId: MessageId; texts: Texts },
): Promise<void> {
  const text = await tried(async () => presentSummary(await actions.summarize(about), texts));
  await api.sendMessage(chat.id, text, {
    reply_parameters: { message_id, allow_sending_without_reply: true },
    link_preview_options: { is_disabled: true },
  });
}

async function takeMessage(
  core: IntegrationContext,
  api: Api,
  actions: MailActions,
  message: Message,
): Promise<void> {
  // In a group, other members would read and answer this user's mail.
  if (message.chat.type !== "private" || message.text === undefined) return;
  const chat = message.chat.id;
  const [, code] = /^\/start ([\w-]{1,64})$/.exec(message.text) ?? [];
  if (code !== undefined) {
    const { first_name: first, last_name: last = "" } = message.chat;
    const title = `${first} ${last}`.trim() || "Telegram";
    const isPaired = await finishPairing(core, code, { id: String(chat), title });
    const words = await wordsOfChat(core, chat);
    await api.sendMessage(chat, isPaired ? words.paired : words.expired);
    return;
  }
  const answered = message.reply_to_message?.message_id;
  const found = answered === undefined ? undefined : await findMail(core, chat, answered);
  if (!found) {
    await api.sendMessage(chat, (await wordsOfChat(core, chat)).hint);
    return;
  }
  const { connection, emailId } = found;
  const texts = await textsFor(core.database.reader, connection.userId);
  const words = texts.telegram;
  const to = await addressees(actions, words, { userId: connection.userId, emailId });
  if (to.refusal !== undefined) {
    await api.sendMessage(chat, to.refusal);
    return;
  }
  // The user's text is in the chat, and is read there when they press the button.
  const question = await api.sendMessage(chat, words.ask(to.addresses), {
    reply_parameters: { message_id: message.message_id },
    reply_markup: sendButton(texts),
  });
  await recordMail(core, connection, [question.message_id, emailId]);
}

/** Sends the user's text to which the pressed button belongs, once. */
async function sendWritten(
  api: Api,
  actions: MailActions,
  { id, message }: CallbackQuery,
  { words, ...about }: { userId: UserId; emailId: MessageId; words: Texts["telegram"] },
): Promise<void> {
  const written = message && "reply_to_message" in message ? message.reply_to_message : undefined;
  if (!message || written?.text === undefined) {
    await api.answerCallbackQuery(id, { text: words.lost });
    return;
  }
  const chat = message.chat.id;
  const onceKey = `telegram ${chat}/${written.message_id}/${written.date}`;
  try {
    const to = await actions.reply({ ...about, onceKey, text: written.text });
    await api.answerCallbackQuery(id);
    // The new text removes the button.
    await api.editMessageText(chat, message.message_id, words.sent(shownAddresses(to)));
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await api.answerCallbackQuery(id, { text: error.message });
  }
}

/** Returns all recipients of a reply, or the reason why it is not possible. */
async function addressees(
  actions: MailActions,
  words: Texts["telegram"],
  about: { userId: UserId; emailId: MessageId },
): Promise<{ addresses: string; refusal?: undefined } | { refusal: string }> {
  try {
    const addresses = shownAddresses(await actions.recipients(about));
    return addresses.length > addressesLength ? { refusal: words.tooMany } : { addresses };
  } catch (error) {
    if (error instanceof Failure) return { refusal: error.message };
    throw error;
  }
}

/** Returns the texts in the language of the chat's user; English if the chat is not linked. */
async function wordsOfChat(core: IntegrationContext, chat: number): Promise<Texts["telegram"]> {
  const [connection] = await connectionsByExternal(core, "telegram", String(chat));
  const texts = connection
    ? await textsFor(core.database.reader, connection.userId)
    : textsIn(defaultLanguage);
  return texts.telegram;
}

/** Returns the connection and the mail that a message in this chat is about. */
async function findMail(
  core: IntegrationContext,
  chat: number,
  messageNumber: number,
): Promise<{ connection: Connection; emailId: MessageId } | undefined> {
  for (const connection of await connectionsByExternal(core, "telegram", String(chat))) {
    const emailId = mailOf(connection, messageNumber);
    if (emailId !== undefined) return { connection, emailId };
  }
  return undefined;
}

/** Returns a sentence about the action, or about the reason why it failed. */
async function tried(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}
