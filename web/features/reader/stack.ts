/** Fewer unopened mails than this between two others stand there one by one. */
const fewest = 3;

export type StackItem<Mail> = { kind: "mail"; mail: Mail } | { kind: "gap"; count: number };

/**
 * How a conversation stands in the reader: the first mail, the unfolded ones and the one before the first of them, and
 * between them gaps that say how many more there are.
 */
export function stackOf<Mail extends { id: string }>(
  mails: readonly Mail[],
  unfolded: ReadonlySet<string>,
): StackItem<Mail>[] {
  const items: StackItem<Mail>[] = [];
  let folded: Mail[] = [];
  const lay = () => {
    if (folded.length < fewest)
      items.push(...folded.map((mail) => ({ kind: "mail", mail }) as const));
    else items.push({ kind: "gap", count: folded.length });
    folded = [];
  };
  for (const [index, mail] of mails.entries()) {
    const next = mails[index + 1];
    const isSeen =
      index === 0 || next === undefined || unfolded.has(mail.id) || unfolded.has(next.id);
    if (!isSeen) {
      folded.push(mail);
      continue;
    }
    lay();
    items.push({ kind: "mail", mail });
  }
  return items;
}

/** Which mails are unfolded when a conversation is opened: the one asked for and the newest that were not read yet. */
export function unfoldedAtFirst(
  mails: readonly { id: string; flags: readonly string[] }[],
  openId: string,
  most = 10,
): ReadonlySet<string> {
  const unread = mails.filter(({ flags }) => !flags.includes(String.raw`\Seen`)).slice(-most);
  return new Set([openId, ...unread.map(({ id }) => id)]);
}
