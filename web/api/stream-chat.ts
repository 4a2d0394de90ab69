import type { Api } from "@inlet/contract/api.ts";
import type { ChatEvent } from "@inlet/contract/assistant.ts";
import { openStream } from "#/api/open-stream.ts";
import { readEvents } from "#/api/read-events.ts";

/** Asks the assistant and hands out what it tells as it comes. Throws ApiFailure, also when the line is cut. */
export async function* streamChat(
  input: Api["POST /ai/chat/stream"]["input"],
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const body = await openStream("POST /ai/chat/stream", input, signal);
  // Safe: the server writes each event by the same contract.
  for await (const { data } of readEvents(body)) yield JSON.parse(data) as ChatEvent;
}
