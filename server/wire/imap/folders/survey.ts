import type { ImapFlow, StatusObject } from "imapflow";
import { toRemoteFolders } from "./folder-roles.ts";
import { leaveFolder } from "./leave-folder.ts";
import { skipSubscriptions, withinListLimits } from "#/wire/imap/list-limits.ts";
import { keyOf, underName } from "./raw-names.ts";
import type { FolderStatus, SurveyedFolder } from "#/wire/imap/remote.ts";

const query = {
  messages: true,
  uidNext: true,
  uidValidity: true,
  unseen: true,
  highestModseq: true,
} as const;

/**
 * Returns all folders, with their counts if one command reports both (RFC 5819). Folders of other users are listed only if the
 * user subscribed to them.
 */
export async function surveyFolders(client: ImapFlow): Promise<SurveyedFolder[]> {
  const isTogether = client.capabilities.has("LIST-STATUS");
  // For the open folder Dovecot reports the state that this connection has seen so far (RFC 3501, 6.3.10). Leaving the folder
  // avoids a NOOP before each survey.
  if (isTogether && client.mailbox && !(await leaveFolder(client))) await client.noop();
  const foreign = [client.namespaces?.other, client.namespaces?.shared]
    .flatMap((some) => (some ? some.map(({ prefix }) => prefix) : []))
    .filter((prefix) => prefix !== "");
  if (foreign.length === 0) skipSubscriptions(client);
  const listed = await withinListLimits(client, () =>
    client.list(isTogether ? { statusQuery: query } : {}),
  );
  const own = listed.filter(
    ({ path, subscribed }) => subscribed || !foreign.some((prefix) => path.startsWith(prefix)),
  );
  const entryOf = new Map(own.map((entry) => [keyOf(entry), entry]));
  const folders = toRemoteFolders(own);
  // Gmail archives a message by leaving it only in All Mail.
  const isGmail = client.capabilities.has("X-GM-EXT-1");
  const hasArchive = folders.some(({ role }) => role === "archive");
  return folders.map((folder) => {
    const entry = entryOf.get(folder.path);
    const isAllMail = isGmail && !hasArchive && entry?.specialUse === "\\All";
    const status = entry?.status;
    const hasStatus = status?.messages !== undefined && status.uidValidity !== undefined;
    return {
      ...folder,
      role: isAllMail ? "archive" : folder.role,
      status: hasStatus ? toFolderStatus(status) : null,
    };
  });
}

/** Returns the counts of one folder without opening it; null if the server does not report them. */
export async function folderStatus(client: ImapFlow, path: string): Promise<FolderStatus | null> {
  const { mailbox } = client;
  if (mailbox && mailbox.path === path) await client.noop();
  const status = await underName(client, path, () => client.status(path, query));
  // 163.com sometimes sends an empty list, which does not mean that the folder is empty.
  return status && status.messages !== undefined ? toFolderStatus(status) : null;
}

function toFolderStatus(status: StatusObject): FolderStatus {
  return {
    messages: status.messages ?? 0,
    uidNext: status.uidNext ?? 0,
    uidValidity: Number(status.uidValidity ?? 0),
    unseen: status.unseen ?? 0,
    highestModseq: status.highestModseq?.toString() ?? "",
  };
}
