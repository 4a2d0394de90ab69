import { limits } from "@inlet/contract/limits.ts";
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { ApiFailure, call } from "#/api/client.ts";
import { retryUntilOnline } from "#/api/connection.ts";
import { matchingOf } from "#/api/matching.ts";
import { queryKeys } from "#/api/queries.ts";
import { pageTexts } from "#/texts/shared/page-texts.ts";
import { texts } from "#/texts/shared/app-texts.ts";
import { whenDone } from "#/state/changes/finished-changes.ts";
import { inOrder } from "#/state/changes/serial-changes.ts";
import type { Before, Change, PendingChange, Target } from "#/state/changes/pending-change.ts";
import { hide, show, showInstead } from "#/state/changes/pending-changes.ts";
import { commit, settle, takeBefore } from "#/state/changes/settle-change.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { offerUndo, undoLabel } from "#/state/changes/undo.ts";
import {
  forgetChange,
  storeChange,
  newChangeKey,
  currentUserId,
  useWaiting,
  waits,
  type WaitingChange,
} from "#/state/changes/queued-changes.ts";

/** A change of messages, and its notification. */
export interface Order {
  target: Target;
  change: Change;
  /** Notification of the action, in the past tense; without it the change is silent and cannot be undone. */
  doneText?: string;
  /** Stored for the undo key `z`, without a toast. */
  isQuiet?: boolean;
  /** Called once the change is undone or refused. */
  onReverted?: (isUndone: boolean) => void;
  /** Sends the change to the server in this way instead of as a change of the target. */
  send?: () => Promise<Answer>;
}

/** Response to a change; `goesOnUntil`: the rest follows, up to that message. */
interface Answer {
  undoId: string | null;
  goesOnUntil?: string | undefined;
}

/** Progress of a change that is sent in parts, and the ids that undo it. */
interface Progress {
  /** Idempotency key of the request, for safe retries. */
  key: string;
  /** The user who made the change. */
  owner: string;
  attempts: number;
  /** Number of messages that the server found. */
  found: number;
  undoIds: string[];
  /** Message up to which the server continues the change. */
  goesOnUntil?: string | undefined;
  /** True if the server may have executed it already, or was unreachable when it was made. */
  hasWaited: boolean;
}

interface Done {
  order: Order;
  before: Before;
  progress: Progress;
  shown: PendingChange;
  /** Ids that undo the change on the server; null if the server refused all of it. */
  undoIds: Promise<string[] | null>;
  isUndone: boolean;
  /** Removes the change from those that the undo key reverts. */
  withdraw: () => void;
}

/** Number of refused changes among those that waited last. */
let refusedLater = 0;

/** All notifications of changes share one slot. */
const toastKey = "change";

/** Changes the read state and the star of one message, without a toast. */
export function useChangeEmail(): (id: string, change: Change) => void {
  const client = useQueryClient();
  return (id, change) => changeEmails(client, { target: { ids: new Set([id]) }, change });
}

/**
 * Changes messages on the page at once, then on the server; a refusal reverts the change with a notification. Without a response
 * it waits for the connection, if necessary beyond the end of the page. Returns a function that undoes the change silently.
 */
export function changeEmails(client: QueryClient, order: Order): () => void {
  const before = takeBefore(client, order.target);
  const progress = begin(newChangeKey());
  const shown = shownOf(order, before);
  show(shown);
  const entry = continueChange(client, { order, before, progress, shown });
  return () => void undo(client, entry, { isSilent: true });
}

/** Resumes a change that was made before the page was loaded, and that is `shown` again since. */
export function resumeChange(
  client: QueryClient,
  waiting: WaitingChange,
  shown: PendingChange,
): void {
  const { change, isWithThreads, undoIds } = waiting;
  const order: Order = { target: { ids: new Set(waiting.ids), isWithThreads }, change };
  const before = takeBefore(client, order.target);
  const progress = { ...begin(waiting.key), hasWaited: true };
  waits(waiting.key);
  const entry = undoIds
    ? {
        order,
        before,
        progress,
        shown,
        withdraw: () => undefined,
        isUndone: false,
        undoIds: Promise.resolve([...undoIds]),
      }
    : continueChange(client, { order, before, progress, shown });
  if (waiting.isUndone) void undo(client, entry);
}

function begin(key: string): Progress {
  return { key, owner: currentUserId(), attempts: 0, found: 0, undoIds: [], hasWaited: false };
}

function shownOf({ target, change }: Order, before: Before): PendingChange {
  const ids = new Set([...target.ids, ...before.rows.keys()]);
  return { kind: "change", target: { ...target, ids }, change };
}

/**
 * Returns true if the change can be queued offline. "All in this list" cannot: the list may have changed by the time it is sent.
 */
function canWait({ target, send: own }: Order): boolean {
  return !target.all && !own;
}

function keep(
  entry: Pick<Done, "order" | "progress" | "isUndone">,
  undoIds: string[] | null,
): void {
  const { order, progress, isUndone } = entry;
  void storeChange(progress.owner, {
    key: progress.key,
    ids: [...order.target.ids],
    isWithThreads: order.target.isWithThreads ?? false,
    change: order.change,
    undoIds,
    isUndone,
  });
}

function continueChange(
  client: QueryClient,
  { order, before, progress, shown }: Pick<Done, "order" | "before" | "progress" | "shown">,
): Done {
  const { target, change, doneText } = order;
  const { key, owner } = progress;
  const entry: Done = {
    order,
    before,
    progress,
    shown,
    isUndone: false,
    withdraw: () => undefined,
    undoIds: Promise.resolve(null),
  };
  if (canWait(order)) keep(entry, null);
  entry.undoIds = inOrder(target, async () => {
    try {
      if (canWait(order))
        await retryUntilOnline(
          () => send(order, progress),
          () => lost(progress),
        );
      else await send(order, progress);
      void settleDone(client, entry);
      // An undone change stays queued until the undo is done.
      if (!entry.isUndone) void forgetChange(owner, key);
      return progress.undoIds;
    } catch (error) {
      // The session has ended; the change resumes when the user is back.
      if (isSessionOver(error)) return null;
      void forgetChange(owner, key);
      hide(shown);
      const isPartlyDone = progress.undoIds.length > 0;
      if (!isPartlyDone) entry.withdraw();
      if (!entry.isUndone) {
        order.onReverted?.(false);
        refuse(error, progress, () => {
          entry.withdraw();
          show(shown);
          continueChange(client, { order, before, progress, shown });
        });
      }
      return isPartlyDone ? progress.undoIds : null;
    } finally {
      void client.invalidateQueries({ queryKey: queryKeys.folders });
    }
  });
  if (doneText === undefined) return entry;
  entry.withdraw = offerUndo(() => void undo(client, entry));
  if (order.isQuiet) return entry;
  const timeoutMs = change.deleteForever ? limits.undoDeleteMs : limits.undoChangeMs;
  const action = { label: undoLabel(), onAction: () => void undo(client, entry) };
  notify(doneText, action, { key: toastKey, timeoutMs });
  return entry;
}

/** Until the server has finished, the change stays above the lists, which may still contain the messages it removes. */
async function settleDone(client: QueryClient, entry: Done): Promise<void> {
  const { shown, progress } = entry;
  const { goesOnUntil: until, undoIds } = progress;
  if (until !== undefined && shown.kind === "change") {
    entry.shown = { ...shown, target: { ...shown.target, until } };
    showInstead(shown, entry.shown);
    await Promise.all(undoIds.map(whenDone));
  }
  await settle(client, entry.shown);
}

function lost(progress: Progress): void {
  progress.hasWaited = true;
  if (useWaiting.getState().keys.size === 0) refusedLater = 0;
  waits(progress.key);
}

async function undo(client: QueryClient, entry: Done, { isSilent = false } = {}): Promise<void> {
  if (entry.isUndone) return;
  entry.isUndone = true;
  entry.withdraw();
  entry.order.onReverted?.(true);
  const { order, before, progress, shown } = entry;
  const { key, owner } = progress;
  const continuing: string[] = [];
  const back: PendingChange = { kind: "restore", change: order.change, before };
  hide(shown);
  show(back);
  if (order.doneText !== undefined && !isSilent) notify(texts.undone, undefined, { key: toastKey });
  if (canWait(order)) keep(entry, null);
  const undoIds = await entry.undoIds;
  // A refused change needs no undo.
  if (!undoIds) return hide(back);
  keep(entry, undoIds);
  try {
    await inOrder(order.target, () =>
      retryUntilOnline(
        async () => {
          for (const [at, undoId] of undoIds.entries()) {
            const options = keyed(progress, `undo ${at}`);
            const { goesOn } = await call("POST /email/undo", { undoId }, options);
            if (goesOn) continuing.push(undoId);
          }
        },
        () => lost(progress),
      ),
    );
    void forgetChange(owner, key);
    void Promise.all(continuing.map(whenDone)).then(() => settle(client, back));
  } catch (error) {
    if (isSessionOver(error)) return;
    void forgetChange(owner, key);
    // The change remains after all.
    commit(client, shown);
    hide(back);
    const isTooLate = error instanceof ApiFailure && error.status === 409;
    refuse(error, progress, () => {
      if (isTooLate) return;
      entry.isUndone = false;
      void undo(client, entry);
    });
  } finally {
    void client.invalidateQueries({ queryKey: queryKeys.folders });
  }
}

function refuse(error: unknown, { hasWaited }: Progress, onRetry: () => void): void {
  // A request that the server understood and refused is not retried.
  const isFinal = error instanceof ApiFailure && error.status >= 400 && error.status < 500;
  if (isFinal && hasWaited) {
    refusedLater += 1;
    return warn(texts.waiting.refused(refusedLater, error.message), undefined, { key: "waited" });
  }
  const retry = isFinal ? undefined : { label: pageTexts.failed.retry, onAction: onRetry };
  const isKnown = isFinal || (error instanceof ApiFailure && error.code.startsWith("disk."));
  warn(isKnown ? error.message : texts.changeFailed, retry, { key: toastKey });
}

function isSessionOver(error: unknown): boolean {
  return error instanceof ApiFailure && error.code === "session.required";
}

function keyed({ key, owner }: Progress, part: string) {
  // Another user may have signed in on this page since: the pending change is not theirs.
  if (owner !== currentUserId()) throw new ApiFailure("session.required", "", 401);
  return { headers: { "idempotency-key": `${key} ${part}` } };
}

async function send({ target, change, send: own }: Order, progress: Progress): Promise<void> {
  const threads = target.isWithThreads ?? false;
  const note = ({ undoId, goesOnUntil }: Answer) => {
    if (undoId) progress.undoIds.push(undoId);
    progress.goesOnUntil = goesOnUntil;
  };
  if (own) return note(await own());
  if (target.all) {
    const matching = matchingOf(target.all);
    return note(await call("POST /email/bulk", { matching, change }, keyed(progress, "all")));
  }
  const ids = [...target.ids];
  const [emailId] = ids;
  if (emailId !== undefined && ids.length === 1 && !threads && !progress.hasWaited) {
    const options = keyed(progress, "0");
    return note(await call("PATCH /email/{emailId}", { emailId, ...change }, options));
  }
  while (progress.attempts < ids.length) {
    const some = ids.slice(progress.attempts, progress.attempts + limits.bulkIds);
    const bulk = { ids: some, threads, change };
    const answer = await call("POST /email/bulk", bulk, keyed(progress, `${progress.attempts}`));
    progress.found += answer.count;
    note(answer);
    progress.attempts += some.length;
  }
  // Deleted while the change was pending; if there were several messages, the remaining ones were changed.
  if (progress.hasWaited && progress.found === 0) {
    throw new ApiFailure("message.not_found", texts.waiting.gone, 404);
  }
}
