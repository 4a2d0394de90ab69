/** Contents of one folder: flags and Message-ID by UID. */
interface FolderTruth {
  uidValidity: number;
  messages: Map<number, { flags: string; messageId: string }>;
}

/** All folders by name, in Inlet or on the server. */
export type MailboxTruth = Map<string, FolderTruth>;

/** Formats flags for comparison: sorted, without session flags. */
export function comparableFlags(flags: Iterable<string>): string {
  return [...flags]
    .map((flag) => flag.toLowerCase())
    .filter((flag) => flag !== "\\recent")
    .toSorted()
    .join(" ");
}

/** Returns descriptions of the differences; none if the two are equal. */
export function differences(server: MailboxTruth, here: MailboxTruth): string[] {
  const found: string[] = [];
  for (const name of new Set([...server.keys(), ...here.keys()])) {
    const theirs = server.get(name);
    const own = here.get(name);
    if (theirs === undefined) found.push(`${name}: a folder that the server does not have`);
    else if (own === undefined) found.push(`${name}: the folder is missing here`);
    else found.push(...folderDifferences(name, theirs, own));
  }
  return found;
}

function folderDifferences(name: string, server: FolderTruth, here: FolderTruth): string[] {
  const found: string[] = [];
  // A folder that never contained a message has not been opened.
  if (server.uidValidity !== here.uidValidity && server.messages.size + here.messages.size > 0) {
    found.push(`${name}: UIDVALIDITY ${server.uidValidity}, here ${here.uidValidity}`);
  }
  for (const uid of new Set([...server.messages.keys(), ...here.messages.keys()])) {
    const theirs = server.messages.get(uid);
    const own = here.messages.get(uid);
    if (theirs === undefined) found.push(`${name} ${uid}: gone from the server, still here`);
    else if (own === undefined) found.push(`${name} ${uid}: missing here`);
    else {
      if (theirs.messageId !== own.messageId) {
        found.push(`${name} ${uid}: is <${theirs.messageId}>, here <${own.messageId}>`);
      }
      if (theirs.flags !== own.flags) {
        found.push(`${name} ${uid}: flags (${theirs.flags}), here (${own.flags})`);
      }
    }
  }
  return found;
}
