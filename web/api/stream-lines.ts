import type { Api, Call } from "@inlet/contract/api.ts";
import { openStream } from "#/api/open-stream.ts";

/** Calls an endpoint that responds with lines of JSON, and yields each as it arrives. Throws ApiFailure. */
export async function* streamLines<Name extends Call>(
  name: Name,
  input: Api[Name]["input"],
  signal: AbortSignal,
): AsyncGenerator<Api[Name]["output"]> {
  const body = await openStream(name, input, signal);
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    const lines = text.split("\n");
    text = lines.pop() ?? "";
    // Safe: the server validates each line against the same contract.
    for (const line of lines) yield JSON.parse(line) as Api[Name]["output"];
  }
}
