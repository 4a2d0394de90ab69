import type { Writer } from "#/store/engine/writer.ts";

const laterMs = 1000;

/**
 * Returns the writer for a slice of a long change, which delays pushes to collect the changes of a second. Each push takes
 * separate transactions, most of them synced to disk, and an unreachable server would be tried once per slice.
 */
export function pushingLater(writer: Writer): Writer {
  return {
    ...writer,
    job: (kind, userId, subjectId, runAt = writer.now) => {
      const at = kind === "tell-server" ? Math.max(runAt, writer.now + laterMs) : runAt;
      return writer.job(kind, userId, subjectId, at);
    },
  };
}
