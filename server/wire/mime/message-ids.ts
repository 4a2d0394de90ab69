/** Ids in one field; a thread never needs more. */
const maxIds = 1000;

/** The ids of a Message-ID, In-Reply-To or References field, without angle brackets (RFC 5322, 3.6.4). */
export function parseMessageIds(field: string): string[] {
  const ids = [...field.matchAll(/<([^<>]{1,2000})>/g)].map((match) => (match[1] ?? "").trim());
  return [...new Set((ids.length > 0 ? ids : bareIds(field)).filter(Boolean))].slice(0, maxIds);
}

/** Some programs forget the brackets. In a field of several words only those with "@" can be ids. */
function bareIds(field: string): string[] {
  const words = field.trim().split(/[\s,]+/);
  return words.length === 1 ? words : words.filter((word) => word.includes("@"));
}
