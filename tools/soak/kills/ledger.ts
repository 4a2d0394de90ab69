import { isDeepStrictEqual } from "node:util";

interface Entry {
  /** The last acknowledged value. */
  current: unknown;
  /** Values that were requested since and never acknowledged: each may have been stored. */
  open: unknown[];
}

/** Values that the product acknowledged, and those it may have stored besides if it was killed during a call. */
export class Ledger {
  readonly #entries = new Map<string, Entry>();
  /** Number of acknowledged calls. */
  acknowledged = 0;

  /** Sets the value before the first write. */
  begin(key: string, value: unknown): void {
    this.#entries.set(key, { current: value, open: [] });
  }

  /** Records one write. The caller waits for the response before it writes to the same key again. */
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

  /**
   * Compares the value found with the acknowledged and requested ones, and throws if it equals none of them. It is the
   * acknowledged value from then on.
   */
  check(key: string, found: unknown): void {
    const { current: isValid, open } = this.#entry(key);
    if (![isValid, ...open].some((value) => isDeepStrictEqual(value, found))) {
      const promised = `${JSON.stringify(isValid)} was acknowledged`;
      const asked = open.length === 0 ? "" : `, ${JSON.stringify(open)} asked for`;
      throw new Error(`${key}: ${promised}${asked}, and ${JSON.stringify(found)} is there.`);
    }
    this.begin(key, found);
  }

  /** Returns the acknowledged values of all keys with this prefix. */
  currentOf(prefix: string): Map<string, unknown> {
    const own = [...this.#entries].filter(([key]) => key.startsWith(prefix));
    return new Map(own.map(([key, { current: isValid }]) => [key.slice(prefix.length), isValid]));
  }

  #entry(key: string): Entry {
    const known = this.#entries.get(key) ?? { current: null, open: [] };
    this.#entries.set(key, known);
    return known;
  }
}
