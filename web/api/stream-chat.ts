import type { Api } from "@inlet/contract/api.ts";
import type { ChatEvent } from "@inlet/contract/ai/assistant.ts";
import { openStream } from "#/api/open-stream.ts";
import { readEvents } from "#/api/read-events.ts";

/**
 * Sends a question to the assistant and yields its events as they arrive. Throws ApiFailure, also if the connection is lost.
 */
export async function* streamChat(
  input: Api["POST /ai/chat/stream"]["input"],
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const body = await openStream("POST /ai/chat/stream", input, signal);
  // Safe: the server validates each event against the same contract.
  for await (const { data } of readEvents(body)) yield JSON.parse(data) as ChatEvent;
}
