import { create } from "zustand";
import { ApiFailure, call } from "#/api/client.ts";
import { contentOf, type Draft, type DraftFile, isBlank } from "#/features/compose/drafts/draft.ts";
import {
  createDraftSaver,
  type DraftSaver,
  type ForkReason,
  type SavedAs,
  type SaveState,
} from "#/features/compose/drafts/draft-saver.ts";
import { holdDraft, releaseDraft } from "#/features/compose/drafts/draft-lock.ts";
import {
  forgetLocally,
  saveLocally,
  type WindowPlace,
} from "#/features/compose/drafts/local-drafts.ts";
import { cancelUploads, hasFileUnderway, startUploads } from "#/features/compose/editor/uploads.ts";
import { isSending } from "#/features/compose/send/sending-state.ts";
import { newId } from "#/lib/new-id.ts";
import { saveOnServer } from "#/state/changes/saved-drafts.ts";
import { useSession } from "#/state/session/session.ts";

/** Notice in the window about the origin of a draft's current content. */
type Notice = "restored" | ForkReason;

/** A window in which a draft is written. */
export interface ComposeWindow {
  /** Key of its draft. */
  key: string;
  /** True if only its tab is shown. */
  isMinimized: boolean;
  /** True for the newest window while it covers the page. */
  isLarge: boolean;
  /** Increases each time the window is opened, which gives it the focus. */
  openedCount: number;
}

interface Writing {
  /** All drafts that are being written on this page, by key. */
  drafts: Readonly<Record<string, Draft>>;
  /** Windows of the composer, the one opened last at the end. */
  windows: readonly ComposeWindow[];
  /** Keys of started replies, by the message that they answer. */
  replyKeys: Readonly<Record<string, string>>;
  states: Readonly<Record<string, SaveState>>;
  notices: Readonly<Record<string, Notice>>;
}

const savers = new Map<string, DraftSaver<Draft>>();
/** Hidden drafts, which this page drops as soon as the server has them. */
const laidAside = new Set<string>();
/** Drafts that were set aside, sent or discarded. */
const done = new Set<string>();

export const useWriting = create<Writing>()(begin);

function begin(): Writing {
  return { drafts: {}, windows: [], replyKeys: {}, states: {}, notices: {} };
}

/** Returns the draft with this key while it is being written. */
export function draftOfKey(key: string): Draft | undefined {
  return useWriting.getState().drafts[key];
}

/** Changes a draft and saves the change. */
export function editDraft(key: string, change: Partial<Draft>): void {
  const before = draftOfKey(key);
  if (!before) return;
  const draft = { ...before, ...change };
  // The reply card gives the recipients itself; in a window the user changes them.
  draft.hasOwnRecipients ||=
    !draft.isInReplyDialog &&
    (["to", "cc", "bcc"] as const).some((row) => draft[row] !== before[row]);
  useWriting.setState(({ drafts }) => ({ drafts: { ...drafts, [key]: draft } }));
  // A message being sent is not saved: a late save would make a draft of it. If sending fails, saving continues.
  if (isSending(key)) return;
  // An empty window is not a draft; a draft that became empty is.
  if (!isBlank(draft) || savers.has(key)) saverOf(draft).change(draft);
}

/** Adds a draft to the page; with `as` the server or this device has it already. */
export function takeUp(
  draft: Draft,
  options: { as?: SavedAs; isUnsaved?: boolean; notice?: Notice } = {},
): void {
  laidAside.delete(draft.key);
  done.delete(draft.key);
  useWriting.setState(({ drafts, notices }) => ({
    drafts: { ...drafts, [draft.key]: draft },
    ...(options.notice && { notices: { ...notices, [draft.key]: options.notice } }),
  }));
  if (options.as) saverOf(draft, options.as);
  if (options.isUnsaved) saverOf(draft).change(draft);
}

/** Uploads a draft's files; each one is added to the draft when it is done. */
export function attachFiles(
  key: string,
  files: readonly { file: File; cid: string | null }[],
): void {
  startUploads(key, files, (file) => addFile(key, file));
}

/** Adds an uploaded file to the draft. */
export function addFile(key: string, file: DraftFile): void {
  const draft = draftOfKey(key);
  if (draft) editDraft(key, { attachments: [...draft.attachments, file] });
}

/** Saves a draft without delay, and continues to save it. Resolves to its id and revision on the server. */
export async function saveDraft(key: string): Promise<SavedAs> {
  const saver = savers.get(key);
  await saver?.flush();
  return saver?.savedAs ?? { id: key, revision: 0 };
}

/** Hides a draft: saves it, and then drops it from this page. Resolves to its id and revision on the server. */
export async function layAside(key: string): Promise<SavedAs> {
  const saver = savers.get(key);
  done.add(key);
  laidAside.add(key);
  if (!saver) return { id: key, revision: 0 };
  await saver.flush();
  if (saver.isSaved()) forgetLaidAside(key);
  return saver.savedAs;
}

/** A running upload joins the draft first. */
function forgetLaidAside(key: string): void {
  if (laidAside.has(key) && !hasFileUnderway(key)) forget(key);
}

/** Reports whether a draft has left the page, or will once it is saved. */
export function isDone(key: string): boolean {
  return done.has(key);
}

/** Reports whether this page has nothing left of a draft. */
export function isForgotten(key: string): boolean {
  return done.has(key) && !savers.has(key);
}

/** Reports whether the server may have a version of a draft written on this page: the response to a save can be lost. */
export function mayBeStored(key: string): boolean {
  return savers.has(key);
}

/** Stops saving a draft, because it is being sent or discarded. Resolves when no save is running. */
export async function stopSaving(key: string): Promise<SavedAs> {
  const draft = draftOfKey(key);
  const saver = savers.get(key);
  await saver?.stop();
  savers.delete(key);
  return saver?.savedAs ?? { id: draft?.id ?? key, revision: 0 };
}

/** Removes a draft from this page and this device. */
export function forget(key: string): void {
  void savers.get(key)?.stop();
  savers.delete(key);
  laidAside.delete(key);
  done.add(key);
  cancelUploads(key);
  forgetLocally(currentUserId(), key);
  releaseDraft(key);
  useWriting.setState(({ drafts, windows, replyKeys, states, notices }) => ({
    drafts: without(drafts, key),
    windows: windows.filter((each) => each.key !== key),
    replyKeys: withoutValue(replyKeys, key),
    states: without(states, key),
    notices: without(notices, key),
  }));
}

/** Saves drafts that only this device has, after the connection may have been restored. */
export function saveEverything(): void {
  for (const saver of savers.values()) void saver.flush();
}

/** Stores all drafts on this device: the page may be about to end. */
export function saveAllDrafts(): void {
  for (const saver of savers.values()) saver.saveNow();
}

/** Drops all drafts of this page: the next user who signs in must not see them. */
export function forgetWriting(): void {
  for (const saver of savers.values()) void saver.stop();
  for (const key of savers.keys()) releaseDraft(key);
  savers.clear();
  laidAside.clear();
  done.clear();
  useWriting.setState(begin(), true);
}

/** Returns the id of the user who owns these drafts. */
export function currentUserId(): string {
  return useSession.getState().user?.id ?? "";
}

function saverOf(draft: Draft, as?: SavedAs): DraftSaver<Draft> {
  const { key } = draft;
  const known = savers.get(key);
  if (known) return known;
  const owner = currentUserId();
  const saver: DraftSaver<Draft> = createDraftSaver<Draft>(
    {
      saved: as && draft,
      keep: (content, kept, isSaved) =>
        saveLocally(owner, {
          draft: content,
          as: kept,
          isSaved,
          at: Date.now(),
          window: placeOf(key),
        }),
      push,
      revisionWith,
      meaningOf: (error) => {
        const code = error instanceof ApiFailure ? error.code : "";
        return code === "draft.conflict" ? "conflict" : code === "draft.gone" ? "gone" : "passing";
      },
      newId,
      onState: (state) => {
        useWriting.setState(({ states }) => ({ states: { ...states, [key]: state } }));
        if (state === "saved") forgetLaidAside(key);
      },
      onFork: (id, reason) =>
        useWriting.setState(({ drafts, notices }) => {
          const forked = drafts[key];
          return {
            ...(forked && { drafts: { ...drafts, [key]: { ...forked, id } } }),
            notices: { ...notices, [key]: reason },
          };
        }),
    },
    as ?? { id: draft.id, revision: 0 },
  );
  savers.set(key, saver);
  holdDraft(key);
  return saver;
}

/** Returns the place of a draft's window, from which it is restored; null if no window shows it. */
function placeOf(key: string): WindowPlace | null {
  const { windows } = useWriting.getState();
  const at = windows.findIndex((each) => each.key === key);
  return at < 0 ? null : { at, isMinimized: windows[at]?.isMinimized ?? false };
}

async function push(draft: Draft, as: SavedAs): Promise<number> {
  const content = contentOf(draft);
  if (!content) throw new Error("Nobody is known yet who writes this draft.");
  const { revision } = await saveOnServer({ ...content, ...as });
  return revision;
}

async function revisionWith(draft: Draft, id: string): Promise<number | null> {
  const { drafts } = await call("GET /email/drafts", {});
  const there = drafts.find((each) => each.id === id);
  const content = contentOf(draft);
  if (!there || !content) return null;
  const isSame = (["to", "cc", "bcc", "subject", "content", "html"] as const).every(
    (name) => there[name] === content[name],
  );
  return isSame && there.attachments.length === content.attachments?.length ? there.revision : null;
}

function without<Value>(
  record: Readonly<Record<string, Value>>,
  key: string,
): Record<string, Value> {
  const { [key]: _, ...others } = record;
  return others;
}

function withoutValue(
  record: Readonly<Record<string, string>>,
  value: string,
): Record<string, string> {
  return Object.fromEntries(Object.entries(record).filter(([, each]) => each !== value));
}
