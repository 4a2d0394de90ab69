export interface StoredObject {
  key: string;
  sizeBytes: number;
  storedAt: number;
}

/** What a store answers to ListObjectsV2. The names are Inlet's own: none has a sign that XML writes otherwise. */
export function objectsOf(xml: string): { objects: StoredObject[]; isTruncated: boolean } {
  const [head = "", ...entries] = xml.split("<Contents>");
  const objects = entries.flatMap((entry) => {
    const key = within(entry, "Key");
    const sizeBytes = Number(within(entry, "Size"));
    const storedAt = Date.parse(within(entry, "LastModified"));
    const isRead = key !== "" && Number.isSafeInteger(sizeBytes) && !Number.isNaN(storedAt);
    return isRead ? [{ key, sizeBytes, storedAt }] : [];
  });
  // It stands before or after what is listed, as the store likes.
  const last = entries.at(-1) ?? "";
  const isTruncated = [head, last].some((part) => within(part, "IsTruncated") === "true");
  return { objects, isTruncated };
}

function within(text: string, name: string): string {
  const start = text.indexOf(`<${name}>`);
  const end = text.indexOf(`</${name}>`, start);
  return start < 0 || end < 0 ? "" : text.slice(start + name.length + 2, end);
}
