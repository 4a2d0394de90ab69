import { isDeepStrictEqual } from "node:util";

interface Entry {
  /** The last value whose answer arrived. */
  stands: unknown;
  /** Asked for since, and never answered: each may have been taken. */
  open: unknown[];
}

/** What the product promised, and what it may have done besides when it was killed in the midst of a call. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  /** Calls whose answer arrived. */
  acknowledged = 0;

  /** What stood before the first write. */
  begin(key: string, value: unknown): void {
    this.#entries.set(key, { stands: value, open: [] });
  }

  /** One write; whoever writes to a key waits for the answer before writing to it again. */
  async write<Answer>(
    values: Readonly<Record<string, unknown>>,
    call: () => Promise<Answer>,
  ): Promise<Answer> {
    for (const [key, value] of Object.entries(values)) this.#entry(key).open.push(value);
    const answer = await call();
    for (const [key, value] of Object.entries(values)) this.begin(key, value);
    this.acknowledged++;
    return answer;
  }

  /** Holds what is there against what was promised; from here on it is what stands. */
  check(key: string, found: unknown): void {
    const { stands, open } = this.#entry(key);
    if (![stands, ...open].some((value) => isDeepStrictEqual(value, found))) {
      const promised = `${JSON.stringify(stands)} was acknowledged`;
      const asked = open.length === 0 ? "" : `, ${JSON.stringify(open)} asked for`;
      throw new Error(`${key}: ${promised}${asked}, and ${JSON.stringify(found)} is there.`);
    }
    this.begin(key, found);
  }

  /** What stands of all keys that begin so. */
  standing(prefix: string): Map<string, unknown> {
    const own = [...this.#entries].filter(([key]) => key.startsWith(prefix));
    return new Map(own.map(([key, { stands }]) => [key.slice(prefix.length), stands]));
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key) ?? { stands: null, open: [] };
    this.#entries.set(key, known);
    return known;
  }
}
