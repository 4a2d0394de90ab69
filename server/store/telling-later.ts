import type { Writer } from "./writer.ts";

const laterMs = 1000;

/**
 * The writer of a slice among many: servers are told of what a second brought together. Each telling takes transactions of
 * its own, most of them with the disk, and a server that cannot be reached would be tried once for each slice.
 */
export function tellingLater(writer: Writer): Writer {
  return {
    ...writer,
    job: (kind, userId, subjectId, runAt = writer.now) => {
      const at = kind === "tell-server" ? Math.max(runAt, writer.now + laterMs) : runAt;
      return writer.job(kind, userId, subjectId, at);
    },
  };
}
