import { call } from "#/api/client.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import { type Draft, draftOf, isBlank, newDraft } from "#/features/compose/drafts/draft.ts";
import type { SavedAs } from "#/features/compose/drafts/draft-saver.ts";
import { isFree } from "#/features/compose/drafts/draft-lock.ts";
import { forgetAllLocally, localDrafts } from "#/features/compose/drafts/local-drafts.ts";
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
  type Notice,
  currentUserId,
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
import { notifyUndoable } from "#/state/changes/undo.ts";

/** Shows a draft in the compose dialog, and saves the previous one as a draft. */
export function compose(draft: Draft, options: Parameters<typeof takeUp>[1] = {}): void {
  const { composeKey } = useWriting.getState();
  const isShown = useOpenDialogs.getState().isComposing;
  takeUp({ ...draft, isInReplyDialog: false }, options);
  useWriting.setState(({ replyKeys }) => ({
    composeKey: draft.key,
    replyKeys: Object.fromEntries(Object.entries(replyKeys).filter(([, key]) => key !== draft.key)),
  }));
  setComposing(true);
  if (composeKey !== draft.key) putAway(composeKey, { isAnnounced: isShown });
}

/** Closes the dialog; the text remains as a draft. */
export function closeComposer(): void {
  const { composeKey } = useWriting.getState();
  setComposing(false);
  // The dialog shows a message that is being sent, or is waiting for its files, when it opens again.
  if (isSending(composeKey) || isUploading(composeKey)) return;
  putAway(composeKey, { isAnnounced: true });
}

/** Discards a draft, here and on the server; this can be undone. */
export function discard(key: string): void {
  const draft = draftOfKey(key);
  if (!draft) return;
  if (useWriting.getState().composeKey === key) setComposing(false);
  void remove(key);
  if (isBlank(draft)) return;
  notifyDiscarded(draft);
}

/** Saves drafts when the connection is restored and before the page may end; returns a function that stops this. */
export function saveThroughChanges(): () => void {
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
  const local = localDrafts(currentUserId()).find(({ draft }) => draft.key === key);
  if (local) compose(local.draft, { as: local.as, isUnsaved: !local.isSaved });
}

/**
 * Restores the drafts that were being written when this page last ended: the newest in its dialog, replies beside the message
 * they answer, and the rest silently to the server.
 */
export async function restoreWriting(): Promise<void> {
  const left = localDrafts(currentUserId());
  const free = await Promise.all(left.map(async ({ draft }) => isFree(draft.key)));
  const mine = left.filter(({ draft }, at) => free[at] && !draftOfKey(draft.key));
  if (mine.length === 0) return;
  // Offline, only the drafts on this device are known.
  const stored = await call("GET /email/drafts", {}).catch(() => null);
  let isDialogTaken = useOpenDialogs.getState().isComposing;
  for (const { draft, as, isSaved } of mine) {
    const there = stored?.drafts.find(({ id }) => id === as.id);
    if (isSaved && stored && there?.revision !== as.revision) {
      // Another device continued, sent or discarded it.
      forget(draft.key);
      continue;
    }
    const options = { as, isUnsaved: !isSaved, notice: "restored" as Notice };
    if (draft.isInReplyDialog) {
      takeUp(draft, options);
      const { inReplyTo } = draft;
      if (inReplyTo) {
        useWriting.setState(({ replyKeys }) => ({
          replyKeys: { ...replyKeys, [inReplyTo]: draft.key },
        }));
      }
    } else if (isDialogTaken) {
      takeUp(draft, options);
      void layAside(draft.key);
    } else {
      isDialogTaken = true;
      compose(draft, options);
    }
  }
}

/** Deletes a draft here and on the server. */
export async function remove(key: string): Promise<void> {
  const isStored = mayBeStored(key);
  const { id } = await stopSaving(key);
  forget(key);
  // A draft whose deletion failed stays in Drafts, where it is visible.
  if (isStored) await call("DELETE /email/drafts/{id}", { id }).catch(() => undefined);
}

function putAway(key: string, { isAnnounced }: { isAnnounced: boolean }): void {
  const draft = draftOfKey(key);
  if (!draft || isSending(key) || isDone(key)) return;
  if (isBlank(draft) && !hasFileUnderway(key)) return void remove(key);
  const isHereOnly = useWriting.getState().states[key] === "device";
  const kept = layAside(key);
  if (!isAnnounced) return;
  notify(isHereOnly ? composeTexts.state.device : composeTexts.draftSaved, {
    label: composeTexts.discard,
    onAction: () => void discardLaidAside(draft, kept),
  });
}

async function discardLaidAside(draft: Draft, kept: Promise<SavedAs>): Promise<void> {
  const { key } = draft;
  if (!isDone(key)) return discard(key);
  const stopped = await stopSaving(key);
  forget(key);
  const { id } = stopped.revision > 0 ? stopped : await kept;
  await call("DELETE /email/drafts/{id}", { id }).catch(() => undefined);
  notifyDiscarded(draft);
}

function notifyDiscarded(draft: Draft): void {
  notifyUndoable(composeTexts.discarded, () => compose(again(draft), { isUnsaved: true }));
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

// The dialog opens with an empty message if its last one was sent, discarded or set aside.
useOpenDialogs.subscribe((now, before) => {
  if (!now.isComposing || before.isComposing) return;
  const { composeKey } = useWriting.getState();
  if (!isDone(composeKey)) return;
  const fresh = newDraft();
  useWriting.setState(({ drafts }) => ({
    drafts: { ...drafts, [fresh.key]: fresh },
    composeKey: fresh.key,
  }));
});

// A user's drafts are not for the next user who signs in here; after an expired session it is the same user.
useSession.subscribe((now, before) => {
  if (now.token || !before.token) return;
  saveAllDrafts();
  forgetWriting();
  if (!now.hasExpired) forgetAllLocally();
});
