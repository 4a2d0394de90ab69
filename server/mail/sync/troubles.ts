import type { FolderId } from "@inlet/contract/ids.ts";
import type { WireError } from "#/wire/imap/wire-error.ts";

/** A message that ended the connection this often is recorded unread. */
const chances = 3;

/**
 * Remembers which messages stood in a fetch that ended the connection, so that one poisoned message cannot hold up its
 * folder for ever.
 */
export class Troubles {
  readonly #counts = new Map<string, number>();
  readonly #compared = new Map<FolderId, string>();

  /** The connection ended, or the answer made no sense, while these were awaited. */
  blame(folderId: FolderId, uids: readonly number[], error: WireError): void {
    if (!["closed", "too_large", "protocol"].includes(error.kind)) return;
    // Together they were only suspects; whoever fails alone is guilty.
    for (const uid of uids) {
      const key = `${folderId}:${uid}`;
      const count = this.#counts.get(key) ?? 0;
      this.#counts.set(key, uids.length === 1 ? count + 1 : Math.max(count, 0.5));
    }
  }

  isSuspect(folderId: FolderId, uid: number): boolean {
    return this.#counts.has(`${folderId}:${uid}`);
  }

  /**
   * Whether a folder in exactly this state was compared before: then what still differs cannot be mended, such as a
   * message that is counted and never handed out, and comparing on would never end.
   */
  isComparedAgain(folderId: FolderId, state: string): boolean {
    const isSame = this.#compared.get(folderId) === state;
    this.#compared.set(folderId, state);
    return isSame;
  }

  isHopeless(folderId: FolderId, uid: number): boolean {
    return (this.#counts.get(`${folderId}:${uid}`) ?? 0) >= chances;
  }
}
