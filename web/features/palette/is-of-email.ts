import { commandGroups } from "#/state/commands/command-groups.ts";
import type { CommandId } from "#/state/commands/default-keys.ts";

const ofEmail = new Set(
  commandGroups.flatMap(({ ids }) => (ids.includes("archive") || ids.includes("reply") ? ids : [])),
);

/** Reports whether it acts on the message that is open, selected or under the cursor. */
export function isOfEmail(id: CommandId): boolean {
  return ofEmail.has(id);
}
