/** Searchable words of a mailbox: its ASCII subjects and senders, counted while the mailbox is written. */
export class Vocabulary {
  readonly #counts = new Map<string, number>();
  readonly #subjects: string[][] = [];
  readonly #senders = new Map<string, number>();

  read(raw: Buffer): void {
    const header = raw.toString("latin1", 0, 4096);
    const subject = /^subject: (?!.*=\?)(.*)$/im.exec(header)?.[1] ?? "";
    const words = subject.toLowerCase().match(/(?<![^\s])[a-z]{4,}(?![^\s])/g) ?? [];
    for (const word of new Set(words)) this.#counts.set(word, (this.#counts.get(word) ?? 0) + 1);
    // A phrase needs adjacent words, so only subjects that consist of such words qualify.
    if (words.length > 1 && words.join(" ") === subject.trim().toLowerCase()) {
      this.#subjects.push(words);
    }
    const sender = /^from: .*?([a-z]{3,})[\w.+-]*@/im.exec(header)?.[1]?.toLowerCase();
    if (sender) this.#senders.set(sender, (this.#senders.get(sender) ?? 0) + 1);
  }

  /** Returns queries by kind, in the product's syntax and in notmuch's. */
  queries(): { kind: string; own: string; notmuch: string }[] {
    const byCount = [...this.#counts].toSorted((a, b) => b[1] - a[1]);
    const common = byCount[0]?.[0];
    const rare = byCount.at(-1)?.[0];
    const pair = this.#subjects.at(0);
    const sender = [...this.#senders].toSorted((a, b) => b[1] - a[1])[0]?.[0];
    const [first, second] = pair ?? [];
    if (!common || !rare || !first || !second || !sender) {
      throw new Error("The mailbox has no words to search for.");
    }
    const start = common.slice(0, 3);
    return [
      { kind: "rare word", own: rare, notmuch: rare },
      { kind: "common word", own: common, notmuch: common },
      { kind: "two words", own: `${first} ${second}`, notmuch: `${first} and ${second}` },
      { kind: "prefix", own: start, notmuch: `${start}*` },
      { kind: "phrase", own: `"${first} ${second}"`, notmuch: `"${first} ${second}"` },
      {
        kind: "operators",
        own: `from:${sender} subject:${common}`,
        notmuch: `from:${sender} and subject:${common}`,
      },
    ];
  }
}
