import type { ImapFlow } from "imapflow";

const lookEveryMs = 100;

/** Ends the connection when the work makes the server say more than this; imapflow itself only limits each response. */
export async function withinBytes<Result>(
  client: ImapFlow,
  maxBytes: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = client.stats().received;
  const watch = setInterval(() => {
    if (client.stats().received - before > maxBytes) client.close();
  }, lookEveryMs);
  try {
    return await work();
  } finally {
    clearInterval(watch);
  }
}
