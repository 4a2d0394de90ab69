import type { ImapFlow } from "imapflow";
import { eachUidRange, uidsOf } from "./uid-answers.ts";

/** UIDs beyond the number of messages, for messages that arrive in between. */
const slack = 10_000;

interface Untagged {
  attributes?: unknown[];
}

/** imapflow's own method for sending any command, which it does not declare. The version is pinned. */
interface RawClient {
  exec: (
    command: string,
    attributes: { type: "ATOM" | "STRING"; value: string }[],
    options: { untagged: Record<string, (untagged: Untagged) => Promise<void>> },
  ) => Promise<{ next: () => void }>;
}

/** Returns the UIDs of the open folder's messages, all or those with a Message-ID, ascending. */
export async function searchUids(
  client: ImapFlow,
  { exists, messageId }: { exists: number; messageId?: string },
): Promise<number[]> {
  const found: number[] = [];
  const gather = (bytes: Buffer | undefined) => {
    if (bytes === undefined) return;
    eachUidRange(bytes, (first, last) => {
      // A range costs the server nothing, so it may not name more UIDs than there are messages.
      const most = first === last ? exists + slack : exists;
      for (let uid = first; uid <= last && found.length < most; uid++) found.push(uid);
      return found.length < exists + slack;
    });
  };
  // Safe: see RawClient.
  const answer = await (client as unknown as RawClient).exec(
    "UID SEARCH",
    messageId === undefined
      ? [{ type: "ATOM", value: "ALL" }]
      : [
          ...charsetOf(messageId, client),
          { type: "ATOM", value: "HEADER" },
          { type: "STRING", value: "MESSAGE-ID" },
          { type: "STRING", value: messageId },
        ],
    {
      untagged: {
        SEARCH: async ({ attributes }) => gather(uidsOf(attributes?.[0])),
        // IMAP4rev2 servers respond in this form (RFC 9051, 7.3.4).
        ESEARCH: async ({ attributes }) => gather(valueOfAll(uidsOf(attributes?.[0]))),
      },
    },
  );
  answer.next();
  if (found.every((uid, index) => index === 0 || uid > (found[index - 1] ?? 0))) return found;
  return [...new Set(Uint32Array.from(found).sort())];
}

function charsetOf(text: string, { enabled }: ImapFlow): { type: "ATOM"; value: string }[] {
  if (/^[ -~]*$/.test(text) || enabled.has("UTF8=ACCEPT")) return [];
  return ["CHARSET", "UTF-8"].map((value) => ({ type: "ATOM", value }));
}

/** Returns the set that follows ALL. */
function valueOfAll(esearch: Buffer | undefined): Buffer | undefined {
  const start = /(?:^| )ALL /i.exec(esearch?.toString("latin1", 0, 1024) ?? "");
  if (esearch === undefined || start === null) return undefined;
  const from = start.index + start[0].length;
  const to = esearch.indexOf(" ", from);
  return esearch.subarray(from, to < 0 ? undefined : to);
}
