/** Content of one folder, here or on the server. */
export interface FolderView {
  uidValidity: number;
  messages: readonly {
    uid: number;
    flags: readonly string[];
    /** The message leaves the folder here: its flags do not matter any more. */
    isLeaving?: boolean;
  }[];
}

export interface ServerView extends FolderView {
  /** All UIDs of the folder; null if only the messages listed above were requested. */
  allUids: readonly number[] | null;
}

export interface Plan {
  /** The server renumbered its messages (RFC 3501, 2.3.1.1): every UID known here is void. */
  isNewEpoch: boolean;
  /** UIDs that are on the server but not in the store, newest first. */
  missing: number[];
  /** UIDs that are in the store but no longer on the server, ascending. */
  vanished: number[];
  /** The server's flags, where ours differ. */
  changed: { uid: number; flags: string[] }[];
}

/** Returns the steps from the local view to the server's. */
export function planFolder(here: FolderView, server: ServerView): Plan {
  const isNewEpoch = here.uidValidity !== 0 && here.uidValidity !== server.uidValidity;
  const known = new Map(
    isNewEpoch ? [] : here.messages.map((message) => [message.uid, message] as const),
  );
  const listed = new Set(server.messages.map((message) => message.uid));
  for (const uid of server.allUids ?? []) listed.add(uid);
  const missing = [...listed].filter((uid) => !known.has(uid)).toSorted((a, b) => b - a);
  const left = server.allUids === null ? null : new Set(server.allUids);
  const vanished =
    left === null
      ? []
      : [...known.keys()].filter((uid) => !left.has(uid)).toSorted((a, b) => a - b);
  const changed = server.messages.flatMap(({ uid, flags }) => {
    const own = known.get(uid);
    if (own === undefined || own.isLeaving || (left !== null && !left.has(uid))) return [];
    const theirs = normalFlags(flags);
    return isSameFlags(normalFlags(own.flags), theirs) ? [] : [{ uid, flags: theirs }];
  });
  return { isNewEpoch, missing, vanished, changed };
}

/**
 * Returns each flag once, system flags in their usual spelling, without \Recent, which is about a session and not the message.
 */
export function normalFlags(flags: readonly string[]): string[] {
  const unique = new Map<string, string>();
  for (const flag of flags) {
    const lower = flag.toLowerCase();
    if (lower === "\\recent") continue;
    // Keywords are case-insensitive too (RFC 9051, 2.3.2). The first spelling is used.
    if (!unique.has(lower)) unique.set(lower, systemFlags[lower] ?? flag);
  }
  return [...unique.values()].toSorted();
}

const systemFlags: Record<string, string> = {
  "\\seen": "\\Seen",
  "\\answered": "\\Answered",
  "\\flagged": "\\Flagged",
  "\\deleted": "\\Deleted",
  "\\draft": "\\Draft",
};

function isSameFlags(a: readonly string[], b: readonly string[]): boolean {
  const key = (flags: readonly string[]) => flags.map((flag) => flag.toLowerCase()).toSorted();
  return JSON.stringify(key(a)) === JSON.stringify(key(b));
}
