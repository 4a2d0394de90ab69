import { Readable } from "node:stream";
import {
  chat,
  type ChatEvent,
  clearChat,
  readChat,
  streamChat,
} from "@inlet/contract/ai/assistant.ts";
import { askAssistant, readConversation, streamAssistant } from "#/ai/assistant/assistant.ts";
import type { Api } from "#/http/api.ts";
import { rawRoute, route } from "#/http/route.ts";
import { disconnectSignal } from "#/http/disconnect-signal.ts";

/** Routes for questions about the caller's mail. */
export function assistantRoutes(api: Api): void {
  const { ai } = api;

  route(api, chat, (question, { caller, reply }) =>
    askAssistant(ai, caller.userId, question, disconnectSignal(reply)),
  );

  rawRoute(api, streamChat, async (question, { caller, reply }) => {
    const events = await streamAssistant(ai, caller.userId, question, disconnectSignal(reply));
    return (
      reply
        .type("text/event-stream; charset=utf-8")
        .header("cache-control", "no-store")
        // Prevents reverse proxies such as nginx from buffering the stream.
        .header("x-accel-buffering", "no")
        .send(Readable.from(eventLines(events), { objectMode: false }))
    );
  });

  route(api, readChat, async (_input, { caller }) => ({
    turns: await readConversation(ai, caller.userId),
  }));

  route(api, clearChat, async (_input, { caller }) => {
    await ai.execute("chat.clear", { userId: caller.userId });
    return { ok: true as const };
  });
}

async function* eventLines(events: AsyncIterable<ChatEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `data: ${JSON.stringify(event)}\n\n`;
}
