import type { ImapFlow } from "imapflow";

/** imapflow's own method for sending any command, which it does not declare. The version is pinned. */
interface RawClient {
  exec: (command: string, attributes: unknown[]) => Promise<{ next: () => void }>;
  untaggedHandlers: Record<string, (() => Promise<void>) | undefined>;
}

const messageEvents = atoms("MessageNew", "MessageExpunge", "FlagChange");

/**
 * Requests notifications of changes in all folders (RFC 5465), not only in the open one, and of created, deleted and renamed
 * folders. Returns false if the server does not offer that, or refuses.
 */
export async function notifyOfFolders(
  client: ImapFlow,
  onChange: (what: "messages" | "folders") => void,
): Promise<boolean> {
  if (!client.capabilities.has("NOTIFY")) return false;
  // Safe: see RawClient.
  const raw = client as unknown as RawClient;
  try {
    const answer = await raw.exec("NOTIFY", [
      ...atoms("SET"),
      [...atoms("selected-delayed"), messageEvents],
      [...atoms("personal"), [...messageEvents, ...atoms("MailboxName")]],
    ]);
    answer.next();
  } catch {
    // Dovecot without an index of its folders offers NOTIFY and rejects it: then the folders are polled.
    return false;
  }
  raw.untaggedHandlers["STATUS"] = async () => onChange("messages");
  raw.untaggedHandlers["LIST"] = async () => onChange("folders");
  return true;
}

function atoms(...values: string[]): { type: "ATOM"; value: string }[] {
  return values.map((value) => ({ type: "ATOM", value }));
}
