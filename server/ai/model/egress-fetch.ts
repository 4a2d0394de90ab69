import type { Egress } from "#/egress/egress.ts";

/** Maximum size of a response, in bytes. */
const maxAnswerBytes = 5 * 1024 * 1024;

/** Thrown if a response exceeds the maximum size. */
export class AnswerTooLong extends Error {
  override name = "AnswerTooLong";
}

/**
 * Returns a `fetch` for the providers' libraries that uses this server's egress. Calls `onRequest` before each request is sent.
 */
export function egressFetch(
  egress: Pick<Egress, "follow">,
  onRequest: () => void,
): typeof globalThis.fetch {
  return async (input, init = {}) => {
    const { method = "GET", body, signal } = init;
    if (body !== undefined && body !== null && typeof body !== "string") {
      throw new Error("A question to a model is text.");
    }
    onRequest();
    const answer = await egress.follow(input instanceof Request ? input.url : String(input), {
      method,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === "string" ? { body } : {}),
      signal: signal ?? new AbortController().signal,
    });
    return new Response(limited(answer.body), {
      status: answer.status,
      headers: answer.headers,
    });
  };
}

/** Returns the body as a stream that fails beyond the maximum size. Canceling it closes the connection. */
function limited(
  body: AsyncIterable<unknown> & { destroy: () => void },
): ReadableStream<Uint8Array> {
  const chunks = body[Symbol.asyncIterator]();
  let sizeBytes = 0;
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) return controller.close();
      if (!(next.value instanceof Uint8Array)) return;
      sizeBytes += next.value.length;
      if (sizeBytes > maxAnswerBytes) {
        body.destroy();
        throw new AnswerTooLong("The model's answer is too long.");
      }
      controller.enqueue(next.value);
    },
    cancel() {
      body.destroy();
    },
  });
}
