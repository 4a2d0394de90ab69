/** Maximum length of a set in one command: servers cut lines off at 8,000 bytes (RFC 7162, 4). */
const maxLength = 4000;

/**
 * Returns UIDs as IMAP sequence sets: ascending, because QQ rejects descending ones, with adjacent UIDs merged. Returns several
 * sets if one would make the command too long.
 */
export function toUidSets(uids: Iterable<number>): string[] {
  const sorted = [...new Set(uids)].filter((uid) => uid > 0).sort((a, b) => a - b);
  const ranges: string[] = [];
  let first = sorted[0];
  for (const [index, uid] of sorted.entries()) {
    if (first === undefined || sorted[index + 1] === uid + 1) continue;
    ranges.push(first === uid ? `${uid}` : `${first}:${uid}`);
    first = sorted[index + 1];
  }
  const sets: string[] = [];
  for (const range of ranges) {
    const last = sets.at(-1);
    if (last !== undefined && last.length + range.length < maxLength) {
      sets[sets.length - 1] = `${last},${range}`;
    } else sets.push(range);
  }
  return sets;
}
