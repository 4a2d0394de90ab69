import type { FolderId } from "@inlet/contract/ids.ts";
import type { WireError } from "#/wire/imap/wire-error.ts";
import { ModseqLimits } from "#/mail/sync/folder/modseq-limits.ts";

/** Number of broken connections after which a message is recorded as unread. */
const chances = 3;

/**
 * Remembers which messages were in a fetch that ended the connection: one poisoned message must not block its folder forever.
 */
export class FailureTracker {
  readonly limits = new ModseqLimits();
  readonly #counts = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  readonly #compared = new Map<FolderId, string>();
  readonly #largeStructures = new Set<string>();

  /** Suspects the messages that were awaited when the connection ended or the response made no sense. */
  blame(folderId: FolderId, uids: readonly number[], error: WireError): void {
    if (error.isOwn || !["closed", "too_large", "protocol"].includes(error.kind)) return;
    // A UID is only suspected in a group; it is blamed if it fails when fetched alone.
    for (const uid of uids) {
      const key = `${folderId}:${uid}`;
      const count = this.#counts.get(key) ?? 0;
      this.#counts.set(key, uids.length === 1 ? count + 1 : Math.max(count, 0.5));
    }
  }

  /** Records that the response with a message's structure was too large: the message is fetched as a whole. */
  recordLargeStructure(folderId: FolderId, uid: number): void {
    this.#largeStructures.add(`${folderId}:${uid}`);
  }

  hasLargeStructure(folderId: FolderId, uid: number): boolean {
    return this.#largeStructures.has(`${folderId}:${uid}`);
  }

  isSuspect(folderId: FolderId, uid: number): boolean {
    return this.#counts.has(`${folderId}:${uid}`);
  }

  /**
   * Records that a comparison left the folder in exactly the state it began with; "" if its count agrees or changed. Courier
   * reports no UIDNEXT, so the same numbers can recur for another reason.
   */
  recordCount(folderId: FolderId, state: string): void {
    this.#compared.set(folderId, state);
  }

  /**
   * Returns true if a comparison of the folder in exactly this state changed nothing: the difference cannot be fixed, such as a
   * message that is counted and never delivered, and comparing again would never end.
   */
  isHopelessCount(folderId: FolderId, state: string): boolean {
    return this.#compared.get(folderId) === state;
  }

  /** Counts a rejection of one message. Returns true after the last attempt: the message is recorded as unread. */
  refuse(folderId: FolderId, uid: number): boolean {
    const key = `${folderId}:${uid}`;
    const count = (this.#refused.get(key) ?? 0) + 1;
    this.#refused.set(key, count);
    if (count < chances) return false;
    this.#refused.delete(key);
    return true;
  }

  /** Returns true if refused messages of the folder are to be requested again. */
  isWaiting(folderId: FolderId): boolean {
    return [...this.#refused.keys()].some((key) => key.startsWith(`${folderId}:`));
  }

  /** Clears a message that was delivered after all, or deleted. */
  forgive(folderId: FolderId, uid: number): void {
    this.#refused.delete(`${folderId}:${uid}`);
  }

  isHopeless(folderId: FolderId, uid: number): boolean {
    return (this.#counts.get(`${folderId}:${uid}`) ?? 0) >= chances;
  }
}
