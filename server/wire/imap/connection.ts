import type { Readable } from "node:stream";
import type { Log } from "#/base/log.ts";
import type { Egress } from "#/egress/egress.ts";
import type {
  Fetched,
  FolderStatus,
  ImapLogin,
  MailboxEvent,
  Outline,
  RemoteFolder,
  Scanned,
  ScanRange,
  Selected,
} from "./remote.ts";

/** Connects and logs in; every failure is a WireError. */
export async function connectImap(
  egress: Egress,
  login: ImapLogin,
  options: { log: Log; timeoutMs: number },
): Promise<ImapConnection> {
  throw new Error("in the making");
}

export interface ImapConnection extends AsyncDisposable {
  readonly capabilities: ReadonlySet<string>;
  listFolders: () => Promise<RemoteFolder[]>;
  select: (path: string, options: { readOnly: boolean }) => Promise<Selected>;
  status: (path: string) => Promise<FolderStatus>;
  scan: (range: ScanRange) => Promise<Scanned[]>;
  allUids: () => Promise<number[]>;
  fetchWhole: (uids: number[], onMessage: (message: Fetched) => void | Promise<void>) => Promise<void>;
  fetchOutline: (uid: number) => Promise<Outline>;
  fetchPart: (uid: number, part: string) => Promise<Readable>;
  fetchSource: (uid: number) => Promise<Readable>;
  storeFlags: (uids: number[], change: { add: string[]; remove: string[] }) => Promise<void>;
  append: (
    path: string,
    raw: Uint8Array,
    options: { flags: string[]; internalDate: number },
  ) => Promise<{ uid?: number }>;
  findByMessageId: (path: string, messageId: string) => Promise<number[]>;
  idle: (onEvent: (event: MailboxEvent) => void, signal: AbortSignal) => Promise<void>;
  close: () => Promise<void>;
}
