import type { Egress } from "#/egress/egress.ts";

/** What a web service answers a call with, at the most. */
const usualMaxBytes = 1024 ** 2;
const usualTimeoutMs = 15_000;

/**
 * A `fetch` for libraries that speak HTTP: every call goes through egress, which checks and pins the address, follows no
 * redirect and keeps the answer small. Rejects with EgressRefused where fetch would with a TypeError.
 */
export function fetchThrough(
  egress: Pick<Egress, "request">,
  { maxBytes = usualMaxBytes, timeoutMs = usualTimeoutMs } = {},
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    // The body is read here, for a stream cannot be sent twice and none of these libraries sends much.
    const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
    const { status, ...answer } = await egress.request(request.url, {
      method: request.method,
      headers: {
        ...Object.fromEntries(request.headers),
        ...(body && { "content-length": String(body.byteLength) }),
      },
      ...(body && { body }),
      maxBytes,
      timeoutMs,
    });
    const isEmpty = status === 204 || status === 205 || status === 304;
    return new Response(isEmpty ? null : new Uint8Array(answer.body), {
      status,
      headers: answer.headers,
    });
  };
}
