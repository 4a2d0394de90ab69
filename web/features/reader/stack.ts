/** Fewer folded messages than this in a row are shown one by one. */
const fewest = 3;

export type StackItem<Mail> = { kind: "mail"; mail: Mail } | { kind: "gap"; count: number };

/**
 * Returns the items of a conversation in the reader: the first message, the unfolded ones and the one before the first of them,
 * with gaps in between that give the number of hidden messages.
 */
export function stackOf<Mail extends { id: string }>(
  messages: readonly Mail[],
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
  for (const [index, mail] of messages.entries()) {
    const next = messages[index + 1];
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

/** Returns the messages unfolded when a conversation is opened: the requested one and the newest unread ones. */
export function unfoldedAtFirst(
  messages: readonly { id: string; flags: readonly string[] }[],
  openId: string,
  most = 10,
): ReadonlySet<string> {
  const unread = messages.filter(({ flags }) => isUnread(flags)).slice(-most);
  return new Set([openId, ...unread.map(({ id }) => id)]);
}

/** Returns the first unread message that is unfolded, if a read one is above it; undefined otherwise. */
export function firstNew(
  messages: readonly { id: string; flags: readonly string[] }[],
  unfolded: ReadonlySet<string>,
): string | undefined {
  const at = messages.findIndex(({ id, flags }) => unfolded.has(id) && isUnread(flags));
  return at > 0 ? messages[at]?.id : undefined;
}

function isUnread(flags: readonly string[]): boolean {
  return !flags.includes(String.raw`\Seen`);
}
