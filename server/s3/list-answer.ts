export interface StoredObject {
  key: string;
  sizeBytes: number;
  storedAt: number;
}

/** Parses the response to ListObjectsV2. The keys are Inlet's own: none has a character that XML escapes. */
export function objectsOf(xml: string): { objects: StoredObject[]; isTruncated: boolean } {
  const [head = "", ...entries] = xml.split("<Contents>");
  const objects = entries.flatMap((entry) => {
    const key = within(entry, "Key");
    const sizeBytes = Number(within(entry, "Size"));
    const storedAt = Date.parse(within(entry, "LastModified"));
    const isRead = key !== "" && Number.isSafeInteger(sizeBytes) && !Number.isNaN(storedAt);
    return isRead ? [{ key, sizeBytes, storedAt }] : [];
  });
  // It comes before or after the entries, depending on the store.
  const last = entries.at(-1) ?? "";
  const isTruncated = [head, last].some((part) => within(part, "IsTruncated") === "true");
  return { objects, isTruncated };
}

function within(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`);
  const end = text.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? "" : text.slice(start + name.length + 2, end);
}
