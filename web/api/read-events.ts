/** One server-sent event. An event without data only updates the id to resume after. */
export interface ServerEvent {
  id: string;
  data: string;
}

/** Reads a text/event-stream; `onSign` is called for every chunk, heartbeats included. */
export async function* readEvents(
  body: ReadableStream<Uint8Array>,
  onSign: () => void = () => undefined,
): AsyncGenerator<ServerEvent> {
  const decoder = new TextDecoder();
  const reader = body.getReader();
  let rest = "";
  let id = "";
  let data: string[] = [];
  let hasId = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      onSign();
      rest += decoder.decode(value, { stream: true });
      // A chunk may end between \r and \n: a lone \r waits for the next chunk.
      const lines = rest.split(/\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line === "") {
          if (data.length || hasId) yield { id, data: data.join("\n") };
          data = [];
          hasId = false;
          continue;
        }
        const colon = line.indexOf(":");
        const field = colon < 0 ? line : line.slice(0, colon);
        const text = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
        if (field === "data") data.push(text);
        else if (field === "id") {
          id = text;
          hasId = true;
        }
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
