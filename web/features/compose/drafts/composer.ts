import type { QueryClient } from "@tanstack/react-query";
import { call } from "#/api/client.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { type Draft, draftOf, isBlank, newDraft } from "#/features/compose/drafts/draft.ts";
import type { SavedAs } from "#/features/compose/drafts/draft-saver.ts";
import { isFree } from "#/features/compose/drafts/draft-lock.ts";
import {
  forgetAllLocally,
  localDrafts,
  type WindowPlace,
} from "#/features/compose/drafts/local-drafts.ts";
import {
  dropWindow,
  fitWindows,
  isOnPhone,
  minimizeWindow,
  openWindow,
  restoreWindows,
} from "#/features/compose/dock/windows.ts";
import { isSending } from "#/features/compose/send/sending-state.ts";
import { hasFileUnderway, isUploading, useUploads } from "#/features/compose/editor/uploads.ts";
import {
  draftOfKey,
  forget,
  forgetWriting,
  isDone,
  isForgotten,
  saveAllDrafts,
  layAside,
  mayBeStored,
  currentUserId,
  saveDraft,
  saveEverything,
  stopSaving,
  takeUp,
  useWriting,
} from "#/features/compose/drafts/writing.ts";
import { newId } from "#/lib/new-id.ts";
import { sentenceOf } from "#/lib/sentence-of.ts";
import { setComposing, useOpenDialogs } from "#/state/commands/open-dialogs.ts";
import { useSession } from "#/state/session/session.ts";
import { notify, warn } from "#/state/changes/toasts.ts";
import { dropStored, followSavesIn } from "#/state/changes/saved-drafts.ts";
import { notifyUndoable } from "#/state/changes/undo.ts";

/** Opens a window for a draft, or the one that it has. A new message in which nothing was written gives way. */
export function compose(draft: Draft, options: Parameters<typeof takeUp>[1] = {}): void {
  takeUp({ ...draft, isInReplyDialog: false }, options);
  useWriting.setState(({ replyKeys }) => ({
    replyKeys: Object.fromEntries(Object.entries(replyKeys).filter(([, key]) => key !== draft.key)),
  }));
  for (const { key } of useWriting.getState().windows) {
    if (key !== draft.key && isNew(key)) closeWindow(key);
  }
  for (const key of openWindow(draft.key)) putAway(key);
}

/** Opens a draft where it belongs: a reply in the card below its message, any other message in a window. */
export function openDraft(draft: Draft, options: Parameters<typeof takeUp>[1] = {}): void {
  const { key, inReplyTo } = draft;
  if (!draft.isInReplyDialog || inReplyTo === null) return compose(draft, options);
  takeUp(draft, options);
  useWriting.setState(({ replyKeys }) => ({ replyKeys: { ...replyKeys, [inReplyTo]: key } }));
}

/** Opens a window for a new message, or the one in which nothing was written yet. */
export function startMessage(): void {
  const { windows } = useWriting.getState();
  const empty = windows.findLast(({ key }) => isNew(key));
  compose((empty && draftOfKey(empty.key)) ?? newDraft());
}

/** Closes a window; the text remains as a draft. */
export function closeWindow(key: string): void {
  dropWindow(key);
  putAway(key);
}

/** Saves a draft and leaves only the tab of its window. On a phone, and for an empty new message, the window closes. */
export function minimize(key: string): void {
  const draft = draftOfKey(key);
  if (!draft || isNew(key) || isOnPhone()) return closeWindow(key);
  minimizeWindow(key);
  if (!isSending(key) && !isUnused(key)) void saveDraft(key);
}

/** Minimizes windows that no longer fit the page; on a phone, which has no tabs, they close. */
export function fitToPage(): void {
  for (const key of fitWindows()) putAway(key);
}

/** Discards a draft, here and on the server; this can be undone. */
export function discard(key: string): void {
  const draft = draftOfKey(key);
  if (!draft) return;
  dropWindow(key);
  void remove(key);
  notifyDiscarded(draft);
}

/** Does the same with a draft that only the server has. */
export function discardStored(draft: Draft): void {
  void removeStored(draft.id);
  notifyDiscarded(draft);
}

/** Saves drafts when the connection is restored and before the page may end; returns a function that stops this. */
export function saveThroughChanges(client: QueryClient): () => void {
  followSavesIn(client);
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener("online", saveEverything, { signal });
  window.addEventListener("pagehide", saveAllDrafts, { signal });
  document.addEventListener("visibilitychange", saveAllDrafts, { signal });
  // An upload ends with the page: the browser asks first.
  window.addEventListener(
    "beforeunload",
    (event) => {
      if (hasFileUnderway()) event.preventDefault();
    },
    { signal },
  );
  return () => stop.abort();
}

/** Returns the draft under a new id, because the old one is deleted on the server. */
export function again(draft: Draft): Draft {
  const id = newId();
  return { ...draft, key: id, id };
}

/** Opens a message of the Drafts folder, also one from another mail client. */
export async function openStoredDraft(emailId: string): Promise<void> {
  try {
    const { draft } = await call("POST /email/drafts/open", { emailId });
    composeSaved(draft);
  } catch (error) {
    warn(sentenceOf(error, composeTexts.notOpened));
  }
}

type Saved = Parameters<typeof draftOf>[0] & { id: string; revision: number };

/** Continues a draft that the server has. */
export function composeSaved(saved: Saved): void {
  const { drafts } = useWriting.getState();
  // The draft may be open on this page already, with changes that the server does not have yet.
  const open = Object.values(drafts).find(({ id, key }) => id === saved.id && !isForgotten(key));
  if (open) compose(open);
  else compose(draftOf(saved), { as: { id: saved.id, revision: saved.revision } });
}

/** Continues a draft that only this device has. */
export function composeLocal(key: string): void {
  const open = draftOfKey(key);
  if (open && !isForgotten(key)) return compose(open);
  const local = localDrafts(currentUserId()).find(({ draft }) => draft.key === key);
  if (local) compose(local.draft, { as: local.as, isUnsaved: !local.isSaved });
}

/**
 * Restores the drafts that were being written when this page last ended: each in its window, replies beside the message they
 * answer, and the rest silently to the server.
 */
export async function restoreWriting(): Promise<void> {
  const left = localDrafts(currentUserId());
  const free = await Promise.all(left.map(async ({ draft }) => isFree(draft.key)));
  const mine = left.filter(({ draft }, at) => free[at] && !draftOfKey(draft.key));
  if (mine.length === 0) return;
  // Offline, only the drafts on this device are known.
  const stored = await call("GET /email/drafts", {}).catch(() => null);
  const places: (WindowPlace & { key: string })[] = [];
  for (const { draft, as, isSaved, window: place = { at: 0, isMinimized: false } } of mine) {
    const there = stored?.drafts.find(({ id }) => id === as.id);
    if (isSaved && stored && there?.revision !== as.revision) {
      // Another device continued, sent or discarded it.
      forget(draft.key);
      continue;
    }
    const { key, inReplyTo } = draft;
    takeUp(draft, { as, isUnsaved: !isSaved, notice: "restored" });
    if (!draft.isInReplyDialog) {
      if (place) places.push({ ...place, key });
      else void layAside(key);
    } else if (inReplyTo) {
      useWriting.setState(({ replyKeys }) => ({ replyKeys: { ...replyKeys, [inReplyTo]: key } }));
    }
  }
  const inOrder = places.toReversed().toSorted((one, other) => one.at - other.at);
  for (const key of restoreWindows(inOrder)) void layAside(key);
}

/** Deletes a draft here and on the server. */
export async function remove(key: string): Promise<void> {
  const isStored = mayBeStored(key);
  const { id } = await stopSaving(key);
  forget(key);
  if (isStored) await removeStored(id);
}

/** A draft whose deletion failed stays in Drafts, where it is visible. */
async function removeStored(id: string): Promise<void> {
  dropStored(id);
  await call("DELETE /email/drafts/{id}", { id }).catch(() => undefined);
}

function putAway(key: string): void {
  const draft = draftOfKey(key);
  if (!draft || isSending(key) || isDone(key)) return;
  if (isBlank(draft) && !hasFileUnderway(key)) return void remove(key);
  announceSaved(draft, layAside(key));
}

function announceSaved(draft: Draft, kept: Promise<SavedAs>): void {
  const isHereOnly = useWriting.getState().states[draft.key] === "device";
  notify(
    isHereOnly ? composeTexts.state.device : composeTexts.draftSaved,
    { label: composeTexts.discard, onAction: () => void discardLaidAside(draft, kept) },
    { key: "draft-saved" },
  );
}

/** Reports whether a window shows a new message in which nothing was written yet. */
function isNew(key: string): boolean {
  const draft = draftOfKey(key);
  return isUnused(key) && !draft?.inReplyTo && !draft?.forwardOf;
}

/** Reports whether nothing was written in a window, and nothing attached. */
function isUnused(key: string): boolean {
  const draft = draftOfKey(key);
  return !draft || (isBlank(draft) && !isUploading(key) && !isSending(key));
}

async function discardLaidAside(draft: Draft, kept: Promise<SavedAs>): Promise<void> {
  const { key } = draft;
  if (!isDone(key)) return discard(key);
  const stopped = await stopSaving(key);
  forget(key);
  const { id } = stopped.revision > 0 ? stopped : await kept;
  await removeStored(id);
  notifyDiscarded(draft);
}

function notifyDiscarded(draft: Draft): void {
  if (isBlank(draft)) return;
  notifyUndoable(composeTexts.discarded, () => {
    // A reply to the same message that was begun in between stays in its card.
    const other = useWriting.getState().replyKeys[draft.inReplyTo ?? ""] ?? "";
    const isInReplyDialog = draft.isInReplyDialog && (other === draft.key || isUnused(other));
    openDraft({ ...again(draft), isInReplyDialog }, { isUnsaved: true });
  });
}

// The failed upload of a draft that was laid aside is visible nowhere else.
useUploads.subscribe(({ uploads }, before) => {
  for (const { draftKey, file, state } of uploads) {
    if (state.kind !== "failed" || !isDone(draftKey)) continue;
    const wasUnderway = before.uploads.some(
      (one) => one.file === file && one.state.kind === "sending",
    );
    if (!wasUnderway) continue;
    warn(composeTexts.notAttached(file.name, state.message));
    void layAside(draftKey);
  }
});

// The frame asks for a new message, also before this part was loaded.
takeRequest();
useOpenDialogs.subscribe(takeRequest);

function takeRequest(): void {
  if (!useOpenDialogs.getState().isComposing) return;
  setComposing(false);
  startMessage();
}

// A user's drafts are not for the next user who signs in here; after an expired session it is the same user.
useSession.subscribe((now, before) => {
  if (now.token || !before.token) return;
  saveAllDrafts();
  forgetWriting();
  if (!now.hasExpired) forgetAllLocally();
});
