/** Returns a vCard from another client, with properties that Inlet does not support. */
export function bookCard(uid: string, name: string, lines: readonly string[] = []): string {
  return [
    "BEGIN:VCARD",
    "VERSION:3.0",
    `UID:${uid}`,
    `FN:${name}`,
    `N:${name};;;;`,
    `EMAIL:${uid}@example.net`,
    "TEL;TYPE=CELL:+49 1",
    "PHOTO;ENCODING=b;TYPE=PNG:iVBORw0KGgo=",
    ...lines,
    "END:VCARD",
    "",
  ].join("\r\n");
}
