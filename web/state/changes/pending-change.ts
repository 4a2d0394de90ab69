import type { Api } from "@inlet/contract/api.ts";
import type { EmailRow } from "@inlet/contract/mail/email.ts";
import type { ListQuery } from "#/api/queries.ts";
import type { EmailList } from "#/state/changes/merge-list.ts";

/** A requested change of messages. */
export type Change = Omit<Api["PATCH /email/{emailId}"]["input"], "emailId">;

/** The affected messages: some by their ids, optionally with all that a list holds, loaded or not. */
export interface Target {
  ids: ReadonlySet<string>;
  all?: ListQuery;
  /** With `all`, only messages that arrived no later than this one; ids are ordered by time. */
  until?: string;
  /** True if it includes the whole conversation of each message. */
  isWithThreads?: boolean;
}

/** Messages before a change, and their positions in the loaded lists. */
export interface Before {
  rows: ReadonlyMap<string, EmailRow>;
  /** Positions by the key of the list: each id with that of the message above it, null at the top. */
  places: ReadonlyMap<string, ReadonlyMap<string, string | null>>;
}

/** A change that is shown although lists fetched from the server may lack it; or its undo. */
export type PendingChange =
  | { kind: "change"; target: Target; change: Change }
  | { kind: "restore"; change: Change; before: Before };

/** Returns a key for a list, for comparisons. */
export function keyOf(list: ListQuery): string {
  const { folder, accountId, label, query, order, isStarred, isUnread, isByThread } = list;
  const { hasAttachments, category, priority, sort = "newest", isImportant, from } = list;
  const { turn, followUp } = list;
  const narrowed = [isStarred, isUnread, isByThread, hasAttachments].map((is) => is ?? false);
  const words = [
    folder,
    accountId,
    label,
    query,
    order,
    category,
    priority,
    sort,
    isImportant,
    from,
    turn,
    followUp,
  ];
  return JSON.stringify([...words, ...narrowed]);
}

const flagNames = {
  seen: String.raw`\Seen`,
  starred: String.raw`\Flagged`,
  draft: String.raw`\Draft`,
} as const;

/** Returns whether a message is read, starred, and a draft. */
export function flagsOf(email: Pick<EmailRow, "flags">): {
  isSeen: boolean;
  isStarred: boolean;
  isDraft: boolean;
} {
  return {
    isSeen: email.flags.includes(flagNames.seen),
    isStarred: email.flags.includes(flagNames.starred),
    isDraft: email.flags.includes(flagNames.draft),
  };
}

/** Returns a list as the user sees it: with changes that the server may not have yet. */
export function listWith(query: ListQuery, list: EmailList, pending: PendingChange): EmailList {
  const key = keyOf(query);
  if (pending.kind === "change") {
    const { target, change } = pending;
    const isWhole = target.all !== undefined && keyOf(target.all) === key;
    const { until } = target;
    return mapRows(list, (row) => {
      const isMeant = isWhole && (until === undefined || row.id <= until);
      if (!isMeant && !target.ids.has(row.id)) return row;
      const after = rowAfter(row, change);
      return staysIn(query, after, change) ? after : null;
    });
  }
  const { before, change } = pending;
  const previous = before.places.get(key);
  const present = new Set<string>(list.pages.flatMap(({ emails }) => emails.map(({ id }) => id)));
  const back = [...before.rows.values()].filter(({ id }) => previous?.has(id) && !present.has(id));
  const kept = mapRows(list, (row) => {
    const old = before.rows.get(row.id);
    if (!old) return row;
    const isBrought = !previous?.has(row.id) && change.folder === query.folder;
    return isBrought ? null : rowBefore(row, old, change);
  });
  return back.reduce(
    (all, row) =>
      query.order
        ? withRowBelow(all, row, previous?.get(row.id) ?? null)
        : withRow(all, row, query.sort),
    kept,
  );
}

/** Returns a message with a pending change applied, in any list. */
export function emailWith<Row extends EmailRow>(email: Row, pending: PendingChange): Row {
  if (pending.kind === "change") {
    return pending.target.ids.has(email.id) ? rowAfter(email, pending.change) : email;
  }
  const old = pending.before.rows.get(email.id);
  return old ? rowBefore(email, old, pending.change) : email;
}

/** Returns true if a message in a list stays in it after the change. */
export function staysIn(list: ListQuery, after: EmailRow, change: Change): boolean {
  if (change.deleteForever) return false;
  if (change.folder !== undefined && !isIn(list, change.folder)) return false;
  if (change.snoozeUntil && list.folder === "recieved") return false;
  if (change.snoozeUntil === null && list.folder === "snoozed") return false;
  const { isSeen, isStarred } = flagsOf(after);
  if (list.isUnread && change.seen !== undefined && isSeen) return false;
  if (list.isStarred && change.starred !== undefined && !isStarred) return false;
  if (list.category && change.category !== undefined && after.category !== list.category) {
    return false;
  }
  if (list.priority && change.priority !== undefined && after.priority !== list.priority) {
    return false;
  }
  if (list.isImportant !== undefined && change.priority !== undefined) {
    return (after.priority === "High") === list.isImportant;
  }
  return !(list.label && change.labels && !after.tags.includes(list.label));
}

/** Lists of starred messages and labels cover all folders except spam and trash; a search covers those too. */
function isIn({ folder, label, query }: ListQuery, destination: string): boolean {
  if (query !== undefined) return true;
  if (folder === "starred" || label) return destination !== "spam" && destination !== "trash";
  return folder === destination || (folder === "recieved" && destination === "inbox");
}

function rowAfter<Row extends EmailRow>(row: Row, change: Change): Row {
  const { labels, category, priority, snoozeUntil, muted } = change;
  return {
    ...row,
    flags: flagsAfter(row.flags, change),
    ...(labels && { tags: tagsAfter(row.tags, labels) }),
    ...(category !== undefined && { category }),
    ...(priority !== undefined && { priority }),
    ...(snoozeUntil !== undefined && { snoozedUntil: snoozeUntil }),
    ...(muted !== undefined && { isMuted: muted }),
  };
}

/** Reverts only the properties in the change: other changes since then stay. */
function rowBefore<Row extends EmailRow>(row: Row, old: EmailRow, change: Change): Row {
  const { isSeen, isStarred } = flagsOf(old);
  return {
    ...row,
    flags: flagsAfter(row.flags, {
      ...(change.seen !== undefined && { seen: isSeen }),
      ...(change.starred !== undefined && { starred: isStarred }),
    }),
    ...(change.labels && { tags: old.tags }),
    ...(change.category !== undefined && { category: old.category }),
    ...(change.priority !== undefined && { priority: old.priority }),
    ...(change.snoozeUntil !== undefined && { snoozedUntil: old.snoozedUntil }),
    ...(change.muted !== undefined && { isMuted: old.isMuted }),
  };
}

function flagsAfter(flags: readonly string[], change: Change): string[] {
  const kept = new Set(flags);
  for (const key of ["seen", "starred"] as const) {
    if (change[key] === true) kept.add(flagNames[key]);
    if (change[key] === false) kept.delete(flagNames[key]);
  }
  return [...kept];
}

function tagsAfter(tags: readonly string[], labels: NonNullable<Change["labels"]>): string[] {
  if (Array.isArray(labels)) return labels;
  const gone = new Set(labels.remove);
  return [...new Set([...tags, ...(labels.add ?? [])])].filter((tag) => !gone.has(tag));
}

/** Unchanged pages stay the same objects. */
function mapRows(list: EmailList, next: (row: EmailRow) => EmailRow | null): EmailList {
  let isSame = true;
  const pages = list.pages.map((page) => {
    const emails = page.emails.flatMap((row) => next(row) ?? []);
    const isSamePage =
      emails.length === page.emails.length && emails.every((row, at) => row === page.emails[at]);
    if (isSamePage) return page;
    isSame = false;
    return { ...page, emails };
  });
  return isSame ? list : { ...list, pages };
}

/** Restores a message below its former neighbor, in a list whose order only the server knows. */
function withRowBelow(list: EmailList, row: EmailRow, above: string | null): EmailList {
  const pages = list.pages.map((page, index) => {
    const at = page.emails.findIndex(({ id }) => id === above);
    const isTop = above === null && index === 0;
    return at < 0 && !isTop ? page : { ...page, emails: page.emails.toSpliced(at + 1, 0, row) };
  });
  return { ...list, pages };
}

/** Restores a message at the position of its date; below the loaded rows it arrives with its page. */
function withRow(list: EmailList, row: EmailRow, sort: ListQuery["sort"]): EmailList {
  const when = dateOf(row);
  const isAfter = (each: EmailRow) =>
    sort === "oldest" ? dateOf(each) >= when : dateOf(each) <= when;
  let at = list.pages.findIndex(({ emails }) => emails.some(isAfter));
  if (at < 0) {
    if (list.pages.at(-1)?.hasMore !== false) return list;
    at = list.pages.length - 1;
  }
  const pages = list.pages.map((page, index) => {
    if (index !== at) return page;
    const below = page.emails.findIndex(isAfter);
    return { ...page, emails: page.emails.toSpliced(below < 0 ? Infinity : below, 0, row) };
  });
  return { ...list, pages };
}

/** Returns the sort key of lists. */
function dateOf(row: EmailRow): string {
  return row.returnedAt ?? row.emailDate;
}
