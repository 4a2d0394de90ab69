import type { Api, Call } from "@inlet/contract/api.ts";
import { ApiFailure, bearer, failure, request, unreachable } from "#/api/client.ts";

/** Calls an endpoint that answers with lines of JSON, and hands out each as it comes. Throws ApiFailure. */
export async function* streamLines<Name extends Call>(
  name: Name,
  input: Api[Name]["input"],
  signal: AbortSignal,
): AsyncGenerator<Api[Name]["output"]> {
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
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    // Safe: the server writes each line by the same contract.
    for (const line of lines) yield JSON.parse(line) as Api[Name]["output"];
  }
}
