/** Maximum number of ids in one field; a thread never needs more. */
const maxIds = 1000;

/** Returns the ids of a References or In-Reply-To field without their angle brackets (RFC 5322, 3.6.4). */
export function parseMessageIds(field: string): string[] {
  const ids = [...field.matchAll(/<([^<>]{1,2000})>/g)].map((match) => (match[1] ?? "").trim());
  return [...new Set(ids.filter(Boolean))].slice(0, maxIds);
}

/**
 * Returns the id of a Message-ID field, or "". Some clients omit the brackets there. In other fields such text is not an id: Gnus
 * writes `bob@example.org's message of …`, which would link all replies to bob.
 */
export function parseMessageId(field: string): string {
  const [id] = parseMessageIds(field);
  if (id !== undefined) return id;
  const words = field.trim().split(/[\s,]+/);
  const bare = words.length === 1 ? words[0] : words.find((word) => word.includes("@"));
  return bare === undefined || /[<>]/.test(bare) ? "" : bare;
}
