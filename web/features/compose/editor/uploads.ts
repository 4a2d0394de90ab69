import { limits } from "@inlet/contract/limits.ts";
import { create } from "zustand";
import { uploadInPieces } from "#/api/upload.ts";
import { composeTexts } from "#/features/compose/compose-texts.ts";
import type { DraftFile } from "#/features/compose/drafts/draft.ts";
import { newId } from "#/lib/new-id.ts";

/** An upload in progress. */
export interface Upload {
  key: string;
  draftKey: string;
  file: File;
  /** Content-ID by which rich text shows it; null for an attachment. */
  cid: string | null;
  state:
    | { kind: "sending"; done: number; isWaiting: boolean }
    | { kind: "failed"; message: string };
}

/** Uploads in progress. They continue when the window or card of their draft closes. */
export const useUploads = create<{ uploads: readonly Upload[] }>()(() => ({ uploads: [] }));

const running = new Map<string, AbortController>();

/** Uploads files for a draft; each one is passed to `onReady` when it is done. */
export function startUploads(
  draftKey: string,
  files: readonly { file: File; cid: string | null }[],
  onReady: (file: DraftFile) => void,
): void {
  const started = files.map(({ file, cid }): Upload => {
    const state: Upload["state"] = isTooLarge(file)
      ? { kind: "failed", message: composeTexts.tooLarge }
      : { kind: "sending", done: 0, isWaiting: false };
    return { key: newId(), draftKey, file, cid, state };
  });
  useUploads.setState(({ uploads }) => ({ uploads: [...uploads, ...started] }));
  for (const upload of started) if (!isTooLarge(upload.file)) void run(upload, onReady);
}

/** Retries a failed upload. */
export function retryUpload(upload: Upload, onReady: (file: DraftFile) => void): void {
  if (!isTooLarge(upload.file)) void run(upload, onReady);
}

/** Cancels an upload, or removes a failed one from the list. */
export function cancelUpload(key: string): void {
  running.get(key)?.abort();
  useUploads.setState(({ uploads }) => ({ uploads: uploads.filter((each) => each.key !== key) }));
}

/** Cancels all uploads of a discarded draft. */
export function cancelUploads(draftKey: string): void {
  for (const { key, draftKey: of } of useUploads.getState().uploads) {
    if (of === draftKey) cancelUpload(key);
  }
}

/** Reports whether a draft waits for an upload. */
export function isUploading(draftKey: string): boolean {
  return useUploads.getState().uploads.some((upload) => upload.draftKey === draftKey);
}

/** Reports whether an upload of the draft, or of any draft, is running now. */
export function hasFileUnderway(draftKey?: string): boolean {
  return useUploads
    .getState()
    .uploads.some(
      (upload) =>
        upload.state.kind === "sending" && (draftKey === undefined || upload.draftKey === draftKey),
    );
}

async function run(upload: Upload, onReady: (file: DraftFile) => void): Promise<void> {
  const { key, file, cid } = upload;
  const abort = new AbortController();
  running.set(key, abort);
  let done = 0;
  update(key, { kind: "sending", done, isWaiting: false });
  try {
    const id = await uploadInPieces(file, {
      signal: abort.signal,
      onProgress: (now) => {
        done = now;
        update(key, { kind: "sending", done, isWaiting: false });
      },
      onWaiting: (isWaiting) => update(key, { kind: "sending", done, isWaiting }),
    });
    running.delete(key);
    cancelUpload(key);
    const type = file.type || "application/octet-stream";
    onReady({ id, filename: file.name, type, size: file.size, cid });
  } catch (error) {
    if (abort.signal.aborted) return;
    update(key, { kind: "failed", message: error instanceof Error ? error.message : "" });
  } finally {
    running.delete(key);
  }
}

function update(key: string, state: Upload["state"]): void {
  useUploads.setState(({ uploads }) => ({
    uploads: uploads.map((each) => (each.key === key ? { ...each, state } : each)),
  }));
}

/** Reports whether the server would refuse the file for its size. */
export function isTooLarge(file: File): boolean {
  return file.size > limits.uploadBytes;
}
