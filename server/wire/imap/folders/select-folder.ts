import type { FlagsEvent, ImapFlow, MailboxOpenOptions } from "imapflow";
import type { KnownState, Resync, Selected } from "#/wire/imap/remote.ts";
import { underName } from "./raw-names.ts";
import { keptFlags } from "#/wire/imap/fetch/scanned.ts";
import { vanishedIn } from "#/wire/imap/vanished.ts";

/**
 * Opens a folder. With `since`, a server with QRESYNC (RFC 7162) reports at once what vanished and which flags changed; another
 * one only opens it.
 */
export async function selectFolder(
  client: ImapFlow,
  path: string,
  { readOnly, since }: { readOnly: boolean; since?: KnownState | undefined },
): Promise<Selected> {
  const isAsked = since !== undefined && client.enabled.has("QRESYNC");
  const resync: Resync = { vanished: [], changed: [] };
  const expunge = (event: object) => {
    resync.vanished.push(...vanishedIn(event, path));
  };
  const flags = (event: FlagsEvent) => {
    const { uid } = event;
    if (event.path === path && uid !== undefined)
      resync.changed.push({ uid, flags: keptFlags(event.flags) });
  };
  const known: QresyncOptions = isAsked
    ? { changedSince: since.modseq, uidValidity: `${since.uidValidity}` }
    : {};
  if (isAsked) {
    client.on("expunge", expunge);
    client.on("flags", flags);
  }
  try {
    // imapflow's SELECT reads these options, but does not declare them.
    const options: MailboxOpenOptions & QresyncOptions = { readOnly, ...known };
    const mailbox: Opened = await underName(client, path, () => client.mailboxOpen(path, options));
    return {
      path: mailbox.path,
      exists: mailbox.exists,
      uidValidity: Number(mailbox.uidValidity ?? 0),
      uidNext: mailbox.uidNext ?? 0,
      highestModseq: mailbox.noModseq ? "" : (mailbox.highestModseq?.toString() ?? ""),
      mailboxId: mailbox.mailboxId ?? "",
      resync: mailbox.qresync === true ? resync : null,
    };
  } finally {
    client.off("expunge", expunge);
    client.off("flags", flags);
  }
}

interface QresyncOptions {
  changedSince?: string;
  uidValidity?: string;
}

/** imapflow's data of an open folder, `qresync` undeclared. */
type Opened = Awaited<ReturnType<ImapFlow["mailboxOpen"]>> & { qresync?: boolean };
