import type { Api } from "@inlet/contract/api.ts";
import type { ChatEvent } from "@inlet/contract/assistant.ts";
import { ApiFailure, bearer, failure, request } from "#/api/client.ts";
import { readEvents } from "#/api/read-events.ts";
import { apiTexts } from "#/lib/api-texts.ts";

/** Asks the assistant and hands out what it tells as it comes. Throws ApiFailure, also when the line is cut. */
export async function* streamChat(
  input: Api["POST /ai/chat/stream"]["input"],
  signal: AbortSignal,
): AsyncGenerator<ChatEvent> {
  const { method, url, body } = request("POST /ai/chat/stream", input);
  const token = bearer();
  const unreachable = (cause: unknown) =>
    new ApiFailure("network", apiTexts.unreachable, 0, { cause });
  const response = await fetch(url, {
    method,
    signal,
    ...(body !== undefined && { body }),
    headers: {
      "content-type": "application/json",
      ...(token && { authorization: `Bearer ${token}` }),
    },
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw unreachable(cause);
  });
  if (!response.ok || !response.body) {
    throw failure(response.status, await response.json().catch(() => undefined), token);
  }
  // Safe: the server writes each event by the same contract.
  for await (const { data } of readEvents(response.body)) yield JSON.parse(data) as ChatEvent;
}
