import type { Api, Call } from "@inlet/contract/api.ts";
import { bearer, failure, request, unreachable } from "#/api/client.ts";

/** Calls an endpoint with a streamed response. Throws ApiFailure; if the signal aborts, its reason. */
export async function openStream<Name extends Call>(
  name: Name,
  input: Api[Name]["input"],
  signal: AbortSignal,
): Promise<NonNullable<Response["body"]>> {
  const { method, url, body } = request(name, input);
  const token = bearer();
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
  return response.body;
}
