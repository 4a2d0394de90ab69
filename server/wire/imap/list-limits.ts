import type { ImapFlow } from "imapflow";
import { limits } from "@inlet/contract/limits.ts";
import { WireError } from "./wire-error.ts";

/** Space for the names and counts of the maximum number of folders. */
const listBytes = 32 * 1024 * 1024;
const lookEveryMs = 100;

type Untagged = (response: unknown) => Promise<void>;

/** The parts of imapflow that it does not declare; the version is pinned. */
interface RawClient {
  exec?: (
    command: string,
    attributes: unknown,
    options?: { untagged?: Record<string, Untagged> },
  ) => Promise<unknown>;
  skipLsub: boolean;
}

/**
 * Runs `list`, and closes the connection if the server lists more folders than an account may have, or sends more data than they
 * need: imapflow limits only each line. Throws WireError `too_many_folders` or `too_large`.
 */
export async function withinListLimits<Result>(
  client: ImapFlow,
  list: () => Promise<Result>,
): Promise<Result> {
  const raw = client as unknown as RawClient;
  const exec = raw.exec?.bind(client);
  const before = client.stats().received;
  let kind: "too_many_folders" | "too_large" | undefined;
  const stop = (why: typeof kind) => {
    kind ??= why;
    client.close();
  };
  let listed = 0;
  raw.exec = (command, attributes, options) => {
    const known = options?.untagged?.[command];
    if (exec === undefined) throw new Error("imapflow has no exec");
    if (known === undefined || !/^X?LIST$/.test(command)) return exec(command, attributes, options);
    const counted: Untagged = async (response) => {
      if (++listed <= limits.folders) await known(response);
      else stop("too_many_folders");
    };
    return exec(command, attributes, {
      ...options,
      untagged: { ...options?.untagged, [command]: counted },
    });
  };
  const watch = setInterval(() => {
    if (client.stats().received - before > listBytes) stop("too_large");
  }, lookEveryMs);
  try {
    return await list();
  } catch (error) {
    throw kind === undefined ? error : new WireError(kind, { cause: error });
  } finally {
    clearInterval(watch);
    // Restores the method of the class.
    delete raw.exec;
  }
}

/** Skips LSUB: imapflow searches the whole list for each response, 50,000 times 50,000 comparisons. */
export function skipSubscriptions(client: ImapFlow): void {
  (client as unknown as RawClient).skipLsub = true;
}
