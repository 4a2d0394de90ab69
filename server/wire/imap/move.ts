import type { CopyResponseObject, ImapFlow } from "imapflow";
import type { ImapConnection } from "./connection.ts";
import { toUidSets } from "./uid-set.ts";
import { WireError } from "./wire-error.ts";

/** New locations of moved or copied messages, if the server reports them (COPYUID, RFC 4315). */
export interface Landing {
  uidValidity: number;
  /** Maps UIDs of the open folder to those of the target. */
  uids: Map<number, number>;
}

/** Returns true if messages can be moved in one step (RFC 6851). */
export function canMove({ capabilities }: ImapConnection): boolean {
  return capabilities.has("MOVE");
}

/** Moves messages of the open folder. Requires `canMove`. */
export async function moveMessages(
  connection: ImapConnection,
  uids: readonly number[],
  path: string,
): Promise<Landing> {
  return land(connection, uids, (set) =>
    connection.command((client) =>
      orWhy(client, () => client.messageMove(set, path, { uid: true })),
    ),
  );
}

/** Copies messages of the open folder. */
export async function copyMessages(
  connection: ImapConnection,
  uids: readonly number[],
  path: string,
): Promise<Landing> {
  return land(connection, uids, (set) =>
    connection.command((client) =>
      orWhy(client, () => client.messageCopy(set, path, { uid: true })),
    ),
  );
}

/**
 * Marks messages of the open folder as deleted and removes exactly these (UID EXPUNGE, RFC 4315). Returns false if the server
 * cannot: then they stay marked, because a plain EXPUNGE would also remove messages that other clients marked.
 */
export async function removeMessages(
  connection: ImapConnection,
  uids: readonly number[],
): Promise<boolean> {
  await connection.storeFlags([...uids], { add: ["\\Deleted"], remove: [] });
  if (!connection.capabilities.has("UIDPLUS")) return false;
  for (const set of toUidSets(uids)) {
    // Without UIDPLUS this would be a plain EXPUNGE. Proton's bridge offers UIDPLUS but rejects the command.
    const isDone = await connection.command((client) => client.messageDelete(set, { uid: true }));
    // A broken connection is not a refusal.
    if (!isDone && !connection.isUsable) throw new WireError("closed");
    if (!isDone) return false;
  }
  return true;
}

async function land(
  connection: ImapConnection,
  uids: readonly number[],
  run: (set: string) => Promise<CopyResponseObject | false | undefined>,
): Promise<Landing> {
  const landing: Landing = { uidValidity: 0, uids: new Map() };
  for (const set of toUidSets(uids)) {
    const done = await run(set);
    if (!done) throw new WireError("protocol");
    if (done.uidValidity !== undefined) landing.uidValidity = Number(done.uidValidity);
    for (const [from, to] of done.uidMap ?? []) landing.uids.set(from, to);
  }
  return landing;
}

/** imapflow's own method for sending any command, which it does not declare. The version is pinned. */
interface RawClient {
  exec: (...command: unknown[]) => Promise<unknown>;
}

/**
 * imapflow returns false on every refusal; the reason, such as a full mailbox (RFC 9208, 4.3), is in the error that it stores.
 */
async function orWhy<Result>(
  client: ImapFlow,
  run: () => Promise<Result | false>,
): Promise<Result | false> {
  // Safe: see RawClient.
  const raw = client as unknown as RawClient;
  const exec = raw.exec.bind(client);
  let refusal: unknown;
  raw.exec = (...command) =>
    exec(...command).catch((error: unknown) => {
      refusal = error;
      throw error;
    });
  try {
    const done = await run();
    if (done === false && refusal !== undefined) throw refusal;
    return done;
  } finally {
    // Restores the method of the class.
    Reflect.deleteProperty(raw, "exec");
  }
}
