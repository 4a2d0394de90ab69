/** Ids in one field; a thread never needs more. */
const maxIds = 1000;

/** The ids of a Message-ID, In-Reply-To or References field, without angle brackets (RFC 5322, 3.6.4). */
export function parseMessageIds(field: string): string[] {
  const ids = [...field.matchAll(/<([^<>]{1,2000})>/g)].map((match) =>
    (match[1] ?? "").trim(),
  );
  // Some programs forget the brackets.
  const bare = () => field.split(/[\s,]+/).filter((word) => word.includes("@") || !/\s/.test(field.trim()));
  return [...new Set((ids.length > 0 ? ids : bare()).filter(Boolean))].slice(0, maxIds);
}
