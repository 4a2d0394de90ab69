/** Returns the folders that match the input: first the one with that name, then those that begin with it. */
export function foldersWith<Folder extends { name: string }>(
  letters: string,
  folders: readonly Folder[],
): Folder[] {
  const low = letters.toLowerCase();
  const rank = (name: string) => (name === low ? 0 : name.startsWith(low) ? 1 : 2);
  return folders
    .map((folder) => ({ folder, name: folder.name.toLowerCase() }))
    .filter(({ name }) => name.includes(low))
    .toSorted((a, b) => rank(a.name) - rank(b.name))
    .map(({ folder }) => folder);
}

export function sameName(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
