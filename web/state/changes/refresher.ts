import type { StreamEvent } from "@inlet/contract/events.ts";
import { queryKeys } from "#/api/queries.ts";

type Family = keyof typeof queryKeys;

/**
 * Minimum time between two refetches of a family: a first sync reports thousands of messages. Users wait for new rows, which cost
 * one request; they only glance at counts and states.
 */
const restMs: Record<Family, number> = {
  lists: 150,
  emails: 150,
  threads: 150,
  outbox: 150,
  imports: 500,
  blocked: 500,
  searches: 1000,
  folders: 500,
  labels: 2000,
  accounts: 1000,
  health: 1000,
  drafts: 500,
  settings: 500,
  followUps: 500,
};
/**
 * Maximum to which a family's interval doubles during a flood of events: while a mailbox is filled, reminders are not urgent, and
 * finding all of them is expensive.
 */
const longestRestMs: Partial<Record<Family, number>> = { followUps: 20_000 };
/** Pause of the lists as a multiple of the refetch duration: a long list may have to be fetched completely. */
const listRestShare = 3;
/** The clock advances while a device sleeps, and a request may hang: neither delays new mail for longer. */
const longestReadingMs = 30_000;
const longestListRestMs = 10_000;

/** Refetches everything that an event affects: at once, and then at most once per interval. */
export function createRefresher(cache: {
  invalidate: (queryKey: readonly string[]) => void;
  /** Resolves to false if the lists were busy; they receive the ids again then. */
  refreshLists: (changedIds: ReadonlySet<string> | null) => Promise<boolean>;
}) {
  const resting = new Map<Family, { timer: ReturnType<typeof setTimeout>; isDue: boolean }>();
  const rested = new Map<Family, { ms: number; at: number }>();
  let changedIds: Set<string> | null = new Set();
  let isStopped = false;
  /** End of the current refetch of the lists and of the pause after it; only one runs at a time. */
  let listsRestUntil = 0;

  const refreshListsSoon = async () => {
    const began = Date.now();
    listsRestUntil = began + longestReadingMs;
    try {
      await refreshListsOnce();
    } finally {
      const now = Date.now();
      listsRestUntil = now + Math.min(listRestShare * (now - began), longestListRestMs);
    }
  };
  const refreshListsOnce = async () => {
    const now = changedIds;
    changedIds = new Set();
    if (await cache.refreshLists(now)) return;
    // Safe to repeat: a list that receives an id again only refetches.
    changedIds = now && changedIds ? new Set([...changedIds, ...now]) : null;
    refresh("lists");
  };
  /** Returns twice the last interval if events continued during it. */
  const restOf = (family: Family): number => {
    const { ms, at } = rested.get(family) ?? { ms: 0, at: 0 };
    const isFlood = Date.now() - at <= ms;
    return isFlood ? Math.min(2 * ms, longestRestMs[family] ?? ms) : restMs[family];
  };
  const refresh = (family: Family) => {
    if (isStopped) return;
    const rest = resting.get(family);
    if (rest) {
      rest.isDue = true;
      return;
    }
    const ms = restOf(family);
    const notify = () => {
      const own = resting.get(family);
      if (own && family === "lists" && Date.now() < listsRestUntil) {
        own.timer = setTimeout(notify, Math.min(listsRestUntil - Date.now(), ms));
        return;
      }
      resting.delete(family);
      rested.set(family, { ms, at: Date.now() });
      if (own?.isDue) refresh(family);
    };
    resting.set(family, { timer: setTimeout(notify, ms), isDue: false });
    if (family === "lists") void refreshListsSoon();
    else cache.invalidate(queryKeys[family]);
  };

  return {
    take(event: StreamEvent) {
      if (event.kind === "reset") {
        changedIds = null;
        listsRestUntil = 0;
      } else if (event.kind.startsWith("message.")) for (const id of event.ids) changedIds?.add(id);
      for (const family of familiesOf(event)) refresh(family);
      // A message that another client moves is absent for a moment and arrives again under the same id.
      if (
        event.kind === "message.changed" ||
        event.kind === "message.gone" ||
        event.kind === "message.arrived"
      ) {
        for (const id of event.ids) cache.invalidate([...queryKeys.emails, id]);
      }
    },
    stop() {
      isStopped = true;
      for (const { timer } of resting.values()) clearTimeout(timer);
      resting.clear();
    },
  };
}

function familiesOf(event: StreamEvent): Family[] {
  switch (event.kind) {
    case "message.arrived":
    case "message.changed":
    case "message.gone":
    case "message.refused":
    case "change.done":
      return ["lists", "folders", "searches", "threads", "labels", "followUps"];
    case "account.changed":
      return ["accounts", "folders", "health"];
    case "folder.changed":
      return ["folders", "accounts", "health"];
    case "outbox.changed":
      return ["outbox", "followUps"];
    case "label.changed":
      return ["labels"];
    case "draft.changed":
      return ["drafts", "followUps"];
    case "settings.changed":
      return event.ids.includes("follow-ups")
        ? ["settings", "blocked", "followUps"]
        : ["settings", "blocked"];
    case "import.changed":
      return ["imports"];
    case "notification.due":
      return [];
    case "reset":
      return [
        "lists",
        "folders",
        "searches",
        "accounts",
        "emails",
        "threads",
        "outbox",
        "labels",
        "drafts",
        "settings",
        "blocked",
        "imports",
        "health",
        "followUps",
      ];
  }
}
