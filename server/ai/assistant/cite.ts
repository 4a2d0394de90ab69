import type { Citation } from "@inlet/contract/ai/assistant.ts";
import type { Found } from "#/ai/retrieval/retrieve.ts";
import { isSuspicious } from "./suspicious.ts";

/** The messages cited in one answer: each gets an id when it is first cited. */
export class Citations {
  readonly #cited = new Map<string, Citation>();

  /** Returns the id by which blocks cite this message, and stores the first quote that is not empty. */
  cite(found: Found, quote = ""): string {
    const { row } = found;
    const earlier = this.#cited.get(row.id);
    if (earlier) {
      if (earlier.quote === "") earlier.quote = quote;
      return earlier.id;
    }
    const id = `m${this.#cited.size + 1}`;
    this.#cited.set(row.id, {
      id,
      emailId: row.id,
      threadId: row.thread_id,
      accountId: row.account_id,
      quote,
      from: senderOf(found),
      subject: row.subject,
      date: new Date(row.internal_date).toISOString(),
      isSuspicious: isSuspicious(`${row.subject}\n${found.text}\n${found.html}`),
    });
    return id;
  }

  all(): Citation[] {
    return [...this.#cited.values()];
  }
}

/** Returns the sender's name, or the address if the name is missing. */
export function senderOf({ row }: Pick<Found, "row">): string {
  // Safe: the store wrote the column in this form (store/messages/ingest-types.ts).
  const [from] = JSON.parse(row.from_json) as { name: string; address: string }[];
  return from?.name || from?.address || "Someone";
}

/** Returns the sender's name and address as words in which a name can be found. */
export function namesOfSender({ row }: Pick<Found, "row">): string {
  return row.from_json.replaceAll(/"(?:name|address)":/g, " ");
}
