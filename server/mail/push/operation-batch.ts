import type { OutputOf } from "#/store/commands/registry.ts";
import type { FolderRow } from "#/store/engine/schema.ts";
import type { ImapConnection } from "#/wire/imap/connection.ts";
import type { DeliverContext } from "#/mail/sending/deliver-context.ts";

export type Pending = OutputOf<"pending.take">[number];

export type PushContext = Pick<
  DeliverContext,
  "database" | "execute" | "clock" | "log" | "lend" | "lookAround"
>;

/** Operations of one kind that can be pushed together, with their folder. */
export interface PushRun {
  mail: PushContext;
  connection: ImapConnection;
  folder: FolderRow;
  operations: readonly Pending[];
}
