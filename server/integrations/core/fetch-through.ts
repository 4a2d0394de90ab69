import type { Egress } from "#/egress/egress.ts";

/** Default limit for the response of a web service, in bytes. */
const usualMaxBytes = 1024 ** 2;
const usualTimeoutMs = 15_000;

/**
 * Returns a `fetch` for HTTP libraries. Every request goes through egress, which checks and pins the address and follows no
 * redirects. The response is limited in size, and the request is aborted after a timeout or when `signal` aborts. Rejects with
 * EgressRefused instead of fetch's TypeError.
 */
export function fetchThrough(
  egress: Pick<Egress, "follow">,
  options: { maxBytes?: number; timeoutMs?: number; signal?: AbortSignal } = {},
): typeof fetch {
  const { maxBytes = usualMaxBytes, timeoutMs = usualTimeoutMs, signal } = options;
  return async (input, init) => {
    // Some libraries bring their own AbortSignal, which Request does not accept.
    const { signal: theirs, ...asked } = init ?? {};
    const request = new Request(input, asked);
    const ends = [AbortSignal.timeout(timeoutMs), signal, theirs];
    // The body is read here: a stream cannot be sent twice, and these libraries send little.
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const answer = await egress.follow(request.url, {
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(body && { "content-length": String(body.byteLength) }),
      },
      ...(body && { body }),
      signal: AbortSignal.any(ends.filter((one) => one instanceof AbortSignal)),
    });
    const { status, headers } = answer;
    const isEmpty = status === 204 || status === 205 || status === 304;
    const bytes = await read(answer.body, maxBytes);
    return new Response(isEmpty ? null : bytes, { status, headers });
  };
}

async function read(
  stream: AsyncIterable<unknown>,
  maxBytes: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let sizeBytes = 0;
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) continue;
    chunks.push(chunk);
    sizeBytes += chunk.length;
    // Leaving the loop closes the connection.
    if (sizeBytes > maxBytes) throw new Error("The answer is too large.");
  }
  return new Uint8Array(Buffer.concat(chunks));
}
