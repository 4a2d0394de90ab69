import { type AuditEnd, type Break, breakOf } from "./hash-chain.ts";
import { auditEnd, entriesToCheck } from "./queries.ts";
import type { Reader } from "#/store/engine/database.ts";

/** Maximum number of entries in memory. */
const page = 1000;

/** Number of entries, and the first entry that breaks the chain. */
export interface AuditCheck {
  entries: number;
  broken: { seq: number; how: Break } | null;
}

/**
 * Checks the whole log. `anchors` are ends that were recorded outside the database: a log that was rewritten, or cut short
 * together with its head, does not match them. Entries that are added during the check are checked too.
 */
export async function checkAudit(
  reader: Reader,
  { anchors, lackingBefore }: { anchors: readonly AuditEnd[]; lackingBefore: number },
): Promise<AuditCheck> {
  const known = new Map<number, string>();
  const first = await auditEnd(reader);
  for (const { seq, hash } of [...anchors, first]) if (seq > 0) known.set(seq, hash);
  // If two anchors with the same number differ, one of them cannot match the log.
  const torn = anchors.find(({ seq, hash }) => seq > 0 && known.get(seq) !== hash);

  let end: AuditEnd = { seq: 0, hash: "" };
  const broken = (seq: number, how: Break) => ({ entries: end.seq, broken: { seq, how } });
  for (;;) {
    const entries = await entriesToCheck(reader, { after: end.seq, limit: page, lackingBefore });
    for (const entry of entries) {
      const how = breakOf(end, entry);
      if (how !== null) return broken(end.seq + 1, how);
      const expected = known.get(entry.seq);
      if (expected !== undefined && expected !== entry.hash) return broken(entry.seq, "altered");
      end = { seq: entry.seq, hash: entry.hash };
    }
    if (entries.length < page) break;
  }
  if (torn) return broken(torn.seq, "altered");
  const last = Math.max(0, ...known.keys());
  if (last > end.seq) return broken(end.seq + 1, "truncated");
  // The head may have advanced since, but never goes back.
  const head = await auditEnd(reader);
  if (head.seq < end.seq || (head.seq === end.seq && head.hash !== end.hash)) {
    return broken(end.seq, "truncated");
  }
  return { entries: end.seq, broken: null };
}
