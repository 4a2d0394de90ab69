import type { ImapFlow } from "imapflow";

/** imapflow's undeclared state of the open folder; it has no command that leaves one. The version is pinned. */
interface RawClient {
  exec: (command: string, attributes: false) => Promise<{ next: () => void }>;
  mailbox: ImapFlow["mailbox"];
  currentSelectCommand: unknown;
  state: number;
  states: { AUTHENTICATED: number };
}

/** Closes the open folder without deleting anything from it, as CLOSE would (RFC 3691). Returns false if the server refuses. */
export async function leaveFolder(client: ImapFlow): Promise<boolean> {
  if (!client.capabilities.has("UNSELECT")) return false;
  // Safe: see RawClient.
  const raw = client as unknown as RawClient;
  try {
    const answer = await raw.exec("UNSELECT", false);
    answer.next();
  } catch (error) {
    if (!client.usable) throw error;
    return false;
  }
  raw.mailbox = false;
  raw.currentSelectCommand = false;
  raw.state = raw.states.AUTHENTICATED;
  return true;
}
