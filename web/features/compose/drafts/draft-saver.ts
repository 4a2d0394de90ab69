import { limits } from "@inlet/contract/limits.ts";

/** State of a draft's save: nothing to save yet, being saved, on the server, or only on this device. */
export type SaveState = "none" | "saving" | "saved" | "device";

/** Reason why a draft continues under a new id: another device changed it, or sent or discarded it. */
export type ForkReason = "conflict" | "gone";

/** The draft's id on the server, and the last revision that this page knows. */
export interface SavedAs {
  id: string;
  revision: number;
}

export interface SaverPorts<Content> {
  /** The content that the server has at the beginning, if any. */
  saved?: Content | undefined;
  /** Stores it on this device; returns false if there is not enough space. */
  keep: (content: Content, as: SavedAs, isSaved: boolean) => boolean;
  /** Saves it on the server and returns the new revision. */
  push: (content: Content, as: SavedAs) => Promise<number>;
  /** Returns the revision of the draft on the server if its content is identical, else null. */
  revisionWith: (content: Content, id: string) => Promise<number | null>;
  /** Classifies the error of a failed push. */
  meaningOf: (error: unknown) => ForkReason | "passing";
  newId: () => string;
  onState: (state: SaveState) => void;
  onFork: (id: string, reason: ForkReason) => void;
}

/** Delay on this device, much shorter than for the server: a page can end at any key. */
const saveDelayMs = 250;
const retryFirstMs = 2000;
const retryMaxMs = 30_000;
/** Limit for a user who writes without a pause. */
const pushAtLatestMs = 10_000;

/**
 * Saves one draft while it is written: on this device within a quarter of a second, on the server a second after the last key,
 * one save at a time. If the server refuses it because another device was faster, it continues as a separate draft, which keeps
 * both texts.
 */
export function createDraftSaver<Content>(ports: SaverPorts<Content>, start: SavedAs) {
  let as = start;
  let content: Content | null = ports.saved ?? null;
  /** Counts the changes, to detect one that came during a save. */
  let version = 0;
  let savedVersion = 0;
  /** Content of a save without a response: the server may have it. */
  let unanswered: Content | null = null;
  let saveTimer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;

  const saveNow = () => {
    clearTimeout(saveTimer);
    saveTimer = undefined;
    return content !== null && ports.keep(content, as, version === savedVersion);
  };
  const push = async () => {
    if (content === null || version === savedVersion || isStopped) return;
    const pushed = { version, content };
    ports.onState("saving");
    try {
      const revision = await ports.push(pushed.content, as);
      as = { ...as, revision };
      savedVersion = pushed.version;
      unanswered = null;
      pushes.reset();
      if (isStopped) return;
      saveNow();
      if (version === savedVersion) ports.onState("saved");
      else pushes.schedule(limits.draftSaveMs);
    } catch (error) {
      if (isStopped) return;
      const meaning = ports.meaningOf(error);
      if (meaning === "passing") {
        unanswered = pushed.content;
        ports.onState("device");
        pushes.retry();
        return;
      }
      let revision: number | null = null;
      if (unanswered !== null && meaning === "conflict") {
        // The conflicting revision may be the save whose response was lost.
        revision = await ports.revisionWith(unanswered, as.id).catch(() => null);
        unanswered = null;
      }
      if (revision !== null) as = { ...as, revision };
      else {
        as = { id: ports.newId(), revision: 0 };
        ports.onFork(as.id, meaning);
        saveNow();
      }
      pushes.schedule(0);
    }
  };
  const pushes = createPushes(push);

  return {
    get savedAs() {
      return as;
    },
    /** Sets the current content. */
    change(next: Content) {
      if (isStopped) return;
      if (version === savedVersion) pushes.reset();
      content = next;
      version += 1;
      ports.onState("saving");
      saveTimer ??= setTimeout(saveNow, saveDelayMs);
      pushes.scheduleAfterPause();
    },
    /** Stores everything on this device at once: the page may be about to end. */
    saveNow,
    /** Saves unsaved changes without delay, including those waiting for a retry. */
    async flush(): Promise<void> {
      saveNow();
      await pushes.running();
      // A fork needs a second save, under its new id.
      for (let round = 0; round < 2 && version !== savedVersion && !isStopped; round++) {
        await pushes.run();
      }
    },
    /** Returns true if the server has every change. */
    isSaved: () => version === savedVersion,
    /** Stops saving; resolves when a save in progress has finished. */
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(saveTimer);
      await pushes.stop();
    },
  };
}

export type DraftSaver<Content> = ReturnType<typeof createDraftSaver<Content>>;

/** Times the saves on the server: one at a time, soon after the last key, and after failures with growing delays. */
function createPushes(push: () => Promise<void>) {
  let dirtySince = 0;
  let retryMs = retryFirstMs;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> | null = null;
  const start = () => {
    clearTimeout(timer);
    return push().finally(() => {
      running = null;
    });
  };
  const run = () => (running ??= start());
  const schedule = (ms: number) => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), ms);
  };
  return {
    run,
    /** Returns the save in progress, if any. */
    running: () => running,
    schedule,
    scheduleAfterPause: () => {
      const waited = Date.now() - dirtySince;
      schedule(Math.max(0, Math.min(limits.draftSaveMs, pushAtLatestMs - waited)));
    },
    retry: () => {
      schedule(retryMs);
      retryMs = Math.min(retryMs * 2, retryMaxMs);
    },
    /** Restarts the delays when everything so far is saved. */
    reset: () => {
      retryMs = retryFirstMs;
      dirtySince = Date.now();
    },
    /** Cancels the next save; returns the one in progress, if any. */
    stop: () => {
      clearTimeout(timer);
      return running;
    },
  };
}
