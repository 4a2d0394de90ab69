import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { json } from "node:stream/consumers";
import { z } from "zod";

/** A message from the bot, as shown in the chat. */
interface SentMessage {
  message_id: number;
  chat: number;
  text: string;
  buttons: string[];
  asksForReply: boolean;
  repliesTo: number | undefined;
}

export interface TelegramServer extends AsyncDisposable {
  url: string;
  token: string;
  sentMessages: SentMessage[];
  /** Brief texts shown after a button was pressed. */
  shown: string[];
  /** Writes to the bot in the user's chat. */
  write: (text: string, options?: { repliesTo?: number; chatType?: string }) => void;
  /** Presses a button below a message from the bot. */
  clickButton: (messageId: number, button: string) => void;
  /** Sends the last update again, as after a lost response. */
  repeat: () => void;
  /** The bot's next message arrives, but the connection breaks before the response. */
  loseNextAnswer: () => void;
  /** Makes the API refuse all requests; null for none. */
  refuse: (refusal: { code: number; description: string; retryAfter?: number } | null) => void;
}

/** The sender: in a private chat its number is the chat's. */
const person = { id: 7001, is_bot: false, first_name: "Marta", last_name: "Eklund" };
const bot = { id: 42, is_bot: true, first_name: "Inlet", username: "inlet_test_bot" };
const token = "42:AAFakeTokenOfABotThatStandsOnLoopback";

const Sending = z.object({
  chat_id: z.union([z.number(), z.string()]),
  text: z.string().min(1).max(4096),
  parse_mode: z.literal("HTML").optional(),
  reply_parameters: z.object({ message_id: z.number() }).optional(),
  reply_markup: z
    .object({
      inline_keyboard: z
        .array(z.array(z.object({ text: z.string(), callback_data: z.string().max(64) })))
        .optional(),
      force_reply: z.boolean().optional(),
    })
    .optional(),
});

const Editing = z.object({ chat_id: z.number(), message_id: z.number(), text: z.string().min(1) });

/** Shared by all servers, because a bot never uses a message number twice in a chat. */
let messageNumber = 100;

/** Messages of the chat with the user. */
interface Chat {
  sentMessages: SentMessage[];
  shown: string[];
  /** The user's messages, by number. */
  written: Map<number | undefined, object>;
}

/** Starts Telegram's Bot API on loopback, as far as alerts and replies need it, with one bot and one user. */
export async function startTelegram(): Promise<TelegramServer> {
  const chat: Chat = { sentMessages: [], shown: [], written: new Map() };
  const updates = createUpdates();
  const methods = botMethods(chat);
  const { sentMessages } = chat;
  let refusal: Parameters<TelegramServer["refuse"]>[0] = null;
  let isNextLost = false;

  const server = createServer((request, response) => {
    const [, given, method = ""] = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? "") ?? [];
    void json(request).then(async (input) => {
      if (given !== token) return answer(response, new Refused(401, "Unauthorized"));
      if (refusal && method === "sendMessage") {
        return answer(response, new Refused(refusal.code, refusal.description, refusal.retryAfter));
      }
      if (method === "getUpdates") return answer(response, await updates.next(input, response));
      try {
        const call = methods[method];
        if (!call) throw new Refused(404, "Not Found: method not found");
        const result = call(input);
        if (isNextLost && method === "sendMessage") {
          isNextLost = false;
          request.socket.destroy();
        } else answer(response, result);
      } catch (error) {
        const isKnown = error instanceof Refused;
        answer(response, isKnown ? error : new Refused(400, `Bad Request: ${String(error)}`));
      }
    });
  });

  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    token,
    sentMessages,
    shown: chat.shown,
    write(text, options) {
      updates.add({ message: writtenMessage(chat, text, options) });
    },
    clickButton(messageId, button) {
      const message = sentMessages.find(({ message_id }) => message_id === messageId);
      if (!message?.buttons.includes(button)) throw new Error(`There is no button ${button}.`);
      const pressed = { from: person, chat_instance: "1", message: messageOf(chat, message) };
      updates.add({ callback_query: { id: updates.nextId(), ...pressed, data: button } });
    },
    repeat: updates.repeat,
    loseNextAnswer() {
      isNextLost = true;
    },
    refuse(given) {
      refusal = given;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Returns the methods of the Bot API by name, except for updates. */
function botMethods(chat: Chat): Record<string, (input: unknown) => unknown> {
  const { sentMessages, shown } = chat;
  return {
    getMe: () => bot,
    sendMessage(input) {
      const { chat_id, text, parse_mode, reply_markup, reply_parameters } = Sending.parse(input);
      if (parse_mode && !isBalanced(text))
        throw new Refused(400, "Bad Request: can't parse entities");
      if (Number(chat_id) !== person.id) throw new Refused(400, "Bad Request: chat not found");
      const message: SentMessage = {
        message_id: messageNumber++,
        chat: Number(chat_id),
        text,
        buttons: reply_markup?.inline_keyboard?.flat().map((one) => one.callback_data) ?? [],
        asksForReply: reply_markup?.force_reply ?? false,
        repliesTo: reply_parameters?.message_id,
      };
      sentMessages.push(message);
      return messageOf(chat, message);
    },
    editMessageText(input) {
      const { message_id, text } = Editing.parse(input);
      const message = sentMessages.find((one) => one.message_id === message_id);
      if (!message) throw new Refused(400, "Bad Request: message to edit not found");
      Object.assign(message, { text, buttons: [] });
      return messageOf(chat, message);
    },
    answerCallbackQuery(input) {
      const { text = "" } = z.object({ text: z.string().max(200).optional() }).parse(input);
      shown.push(text);
      return true;
    },
  };
}

/** Returns a message from the bot as the API sends it. */
const messageOf = ({ written }: Chat, { message_id, chat, text, repliesTo }: SentMessage) => ({
  ...(written.has(repliesTo) && { reply_to_message: written.get(repliesTo) }),
  message_id,
  date: Math.floor(Date.now() / 1000),
  from: bot,
  chat: { id: chat, type: "private", first_name: person.first_name },
  text,
});

/** Records a message from the user, and returns it as the API sends it. */
function writtenMessage(
  chat: Chat,
  text: string,
  { repliesTo, chatType = "private" }: { repliesTo?: number; chatType?: string } = {},
): object {
  const original = chat.sentMessages.find(({ message_id }) => message_id === repliesTo);
  const message = {
    message_id: messageNumber++,
    date: Math.floor(Date.now() / 1000),
    from: person,
    chat: { ...person, type: chatType },
    text,
  };
  chat.written.set(message.message_id, message);
  return { ...message, ...(original && { reply_to_message: messageOf(chat, original) }) };
}

/** Returns an empty queue of updates for the bot. */
function createUpdates() {
  const updates: { update_id: number; [kind: string]: unknown }[] = [];
  const waiting = new Set<() => void>();
  let nextId = 500;
  return {
    nextId: () => String(nextId),
    add(update: object) {
      updates.push({ update_id: nextId++, ...update });
      for (const notify of waiting) notify();
    },
    repeat() {
      const last = updates.at(-1);
      if (last) updates.push({ ...last });
    },
    /** Returns the updates after the offset, which confirms all earlier ones. Without updates, the request stays open. */
    async next(input: unknown, response: ServerResponse): Promise<unknown> {
      const asked = z.object({ offset: z.number().default(0), timeout: z.number().default(0) });
      const { offset, timeout } = asked.parse(input);
      while ((updates[0]?.update_id ?? Infinity) < offset) updates.shift();
      if (updates.length === 0 && timeout > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        const timer = setTimeout(resolve, timeout * 1000);
        waiting.add(resolve);
        response.on("close", resolve);
        await promise;
        waiting.delete(resolve);
        clearTimeout(timer);
      }
      return updates;
    },
  };
}

class Refused extends Error {
  readonly code: number;
  readonly retryAfter: number | undefined;
  constructor(code: number, description: string, retryAfter?: number) {
    super(description);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

function answer(response: ServerResponse, result: unknown): void {
  if (!(result instanceof Refused)) {
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ok: true, result }));
    return;
  }
  const { code, message: description, retryAfter } = result;
  response.writeHead(code, { "content-type": "application/json" });
  response.end(
    JSON.stringify({
      ok: false,
      error_code: code,
      description,
      ...(retryAfter !== undefined && { parameters: { retry_after: retryAfter } }),
    }),
  );
}

/** Returns true if the text contains only tags that Telegram accepts, all of them closed, and no other HTML. */
function isBalanced(html: string): boolean {
  const open: string[] = [];
  for (const [, slash, tag = ""] of html.matchAll(/<(\/?)(\w+)[^<>]*>/g)) {
    if (!["b", "i", "a"].includes(tag)) return false;
    if (slash === "") open.push(tag);
    else if (open.pop() !== tag) return false;
  }
  return open.length === 0 && !/[<>]/.test(html.replaceAll(/<\/?[bia]\b[^<>]*>/g, ""));
}
