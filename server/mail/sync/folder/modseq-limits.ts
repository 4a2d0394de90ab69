import type { FolderId } from "@inlet/contract/ids.ts";

interface Look extends Disposable {
  /** Returns the MODSEQ up to which every change is known once this look has stored its results. */
  modseqOf: (selected: string) => string;
}

/**
 * Limits the MODSEQ up to which the flags of a folder count as known. A comparison writes data that it read a while ago, while
 * the inbox is read for news: until it is done, nothing later than its data is recorded as known. The next look, also the first
 * one after a crash, then finds the flags that the comparison overwrote.
 */
export class ModseqLimits {
  readonly #comparisons = new Set<Limit>();
  readonly #looks = new Set<Limit>();

  /** Call when a comparison writes data as old as `modseq`. */
  compare(folderId: FolderId, modseq: string): Disposable {
    for (const look of this.#looks) {
      if (look.folderId === folderId) look.modseq = earlier(look.modseq, modseq);
    }
    const comparison = { folderId, modseq };
    this.#comparisons.add(comparison);
    return { [Symbol.dispose]: () => this.#comparisons.delete(comparison) };
  }

  look(folderId: FolderId): Look {
    const running = [...this.#comparisons].filter((one) => one.folderId === folderId);
    const look = { folderId, modseq: running.map(({ modseq }) => modseq).reduce(earlier, "") };
    this.#looks.add(look);
    return {
      modseqOf: (selected) => (selected === "" ? "" : earlier(look.modseq, selected)),
      [Symbol.dispose]: () => this.#looks.delete(look),
    };
  }
}

interface Limit {
  folderId: FolderId;
  /** The MODSEQ; "" if there was no such comparison, or the server lacks CONDSTORE. */
  modseq: string;
}

function earlier(one: string, other: string): string {
  if (one === "" || other === "") return one || other;
  return BigInt(one) < BigInt(other) ? one : other;
}
