import { limits } from "@inlet/contract/limits.ts";
import { useRef, useState } from "react";
import { upload } from "#/api/upload.ts";

/** One chosen file: on its way (0 to 1), there, or failed with a sentence. */
export interface ChosenFile {
  key: number;
  file: File;
  state:
    | { kind: "uploading"; done: number }
    | { kind: "ready"; id: string }
    | { kind: "failed"; message: string };
}

/** The files of a mail being written. They travel as soon as they are chosen. */
export function useAttachments() {
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const lastKey = useRef(0);

  const update = (key: number, state: ChosenFile["state"]) =>
    setFiles((before) => before.map((each) => (each.key === key ? { ...each, state } : each)));

  const start = async (key: number, file: File) => {
    if (file.size > limits.uploadBytes) {
      update(key, { kind: "failed", message: tooLarge });
      return;
    }
    const abort = new AbortController();
    running.current.set(key, abort);
    update(key, { kind: "uploading", done: 0 });
    try {
      const { id } = await upload(file, {
        onProgress: (done) => update(key, { kind: "uploading", done }),
        signal: abort.signal,
      });
      update(key, { kind: "ready", id });
    } catch (error) {
      if (abort.signal.aborted) return;
      update(key, { kind: "failed", message: error instanceof Error ? error.message : "" });
    } finally {
      running.current.delete(key);
    }
  };

  const remove = (key: number) => {
    running.current.get(key)?.abort();
    setFiles((before) => before.filter((each) => each.key !== key));
  };

  return {
    files,
    /** Every file has arrived. */
    isReady: files.every(({ state }) => state.kind === "ready"),
    ids: files.flatMap(({ state }) => (state.kind === "ready" ? [state.id] : [])),
    add: (chosen: Iterable<File>) => {
      const added = Array.from(chosen, (file): ChosenFile => {
        lastKey.current += 1;
        return { key: lastKey.current, file, state: { kind: "uploading", done: 0 } };
      });
      setFiles((before) => [...before, ...added]);
      for (const { key, file } of added) void start(key, file);
    },
    retry: ({ key, file }: ChosenFile) => void start(key, file),
    remove,
    clear: () => {
      for (const abort of running.current.values()) abort.abort();
      setFiles([]);
    },
  };
}

const tooLarge = `This file is too large to attach. The limit is ${limits.uploadBytes / 1024 ** 2} MB.`;
