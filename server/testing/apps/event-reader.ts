interface ReadEvent {
  id: number;
  /** Null for an event that only gives the position of the stream. */
  data: unknown;
}

export interface EventReader {
  /** Returns the next event, or null when the stream has ended. Skips comments. */
  next: () => Promise<ReadEvent | null>;
  close: () => void;
}

/** Reads a text/event-stream (HTML, 9.2) like the web app, with fetch and a bearer token. */
export async function readEvents(
  origin: string,
  token: string,
  lastEventId?: string,
): Promise<EventReader> {
  const leaving = new AbortController();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(lastEventId !== undefined && { "last-event-id": lastEventId }),
  };
  const answer = await fetch(`${origin}/events`, { headers, signal: leaving.signal });
  if (!answer.ok || !answer.body) throw new Error(`GET /events: ${answer.status}`);
  const chunks = answer.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let text = "";

  async function nextBlock(): Promise<string | null> {
    for (;;) {
      const end = text.indexOf("\n\n");
      if (end !== -1) {
        const block = text.slice(0, end);
        text = text.slice(end + 2);
        return block;
      }
      const { done, value } = await chunks.next();
      if (done) return null;
      text += value;
    }
  }

  return {
    async next() {
      for (;;) {
        const block = await nextBlock();
        if (block === null) return null;
        const fields = new Map(block.split("\n").map((line) => split(line)));
        const data = fields.get("data");
        if (fields.has("id")) {
          return {
            id: Number(fields.get("id")),
            data: data === undefined ? null : JSON.parse(data),
          };
        }
      }
    },
    close: () => leaving.abort(),
  };
}

function split(line: string): [name: string, value: string] {
  const colon = line.indexOf(": ");
  return [line.slice(0, colon), line.slice(colon + 2)];
}
