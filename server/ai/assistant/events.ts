import type { ChatEvent } from "@inlet/contract/ai/assistant.ts";
import { Failure } from "#/base/failure.ts";

/** Turns published events into an async iterator, in order. A failure that the catalogue knows becomes an event too. */
export async function* eventsOf(
  run: (emit: (event: ChatEvent) => void) => Promise<void>,
): AsyncGenerator<ChatEvent> {
  const emitted: ChatEvent[] = [];
  let notify: () => void = () => undefined;
  let isOver = false;
  const running = run((event) => {
    emitted.push(event);
    notify();
  })
    .catch((error: unknown) => {
      if (!(error instanceof Failure) || error.code !== "assistant.failed") throw error;
      emitted.push({ kind: "failed", code: error.code, message: error.message });
    })
    .finally(() => {
      isOver = true;
      notify();
    });
  // If the consumer stops iterating, a later failure must not be an unhandled rejection.
  running.catch(() => undefined);
  for (;;) {
    const event = emitted.shift();
    if (event) yield event;
    else if (isOver) break;
    else
      await new Promise<void>((resolve) => {
        notify = resolve;
      });
  }
  await running;
}
