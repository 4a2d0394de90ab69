import type { FolderId, UserId } from "@inlet/contract/ids.ts";
import { type Expression, sql, type SqlBool } from "kysely";
import type { Reader } from "#/store/engine/database.ts";
import { foldersOf } from "#/store/folders/queries.ts";
import type { Row } from "#/store/messages/queries.ts";
import type { Selection } from "./selection.ts";
import type { LocationRole } from "#/store/engine/schema.ts";

/** Conditions for the locations of one part of a selection. */
export type Walk = (row: Row) => Expression<SqlBool>[];

const notListed: LocationRole[] = ["spam", "trash"];

/** Returns the parts of a selection: each is a walk along one index, and none sorts a mailbox. */
export async function walksOf(
  reader: Reader,
  userId: UserId,
  { list, accountId, withSnoozed = false, words }: Selection,
): Promise<Walk[]> {
  const ofAccount: Walk = (row) =>
    accountId === undefined ? [] : [row("account_id", "=", accountId)];
  const shown: Walk = (row) =>
    accountId === undefined ? [row("is_twin", "=", sql.lit(0 as const))] : ofAccount(row);
  const inSight: Walk = (row) => (withSnoozed ? [] : [row("role", "<>", "snoozed")]);
  const inFolder = (id: FolderId, others: Walk): Walk => {
    return (row) => [row("folder_id", "=", id), ...others(row)];
  };
  const folders = () => foldersOf(reader, userId, accountId);

  if (list === "starred") {
    return [
      (row) => [
        row("is_starred", "=", sql.lit(1 as const)),
        row("role", "not in", notListed),
        ...shown(row),
      ],
    ];
  }
  if (list === "labelled") {
    const listed = (await folders()).filter(({ role }) => !notListed.includes(role));
    return listed.map(({ id }) =>
      inFolder(id, (row) => [row("role", "not in", notListed), ...shown(row)]),
    );
  }
  if (list === "") {
    // The words find messages in any location.
    if (words) return [ofAccount];
    return (await folders()).map(({ id }) => inFolder(id, ofAccount));
  }
  if (!("role" in list)) {
    return [inFolder(list.folderId, (row) => [...inSight(row), ...ofAccount(row)])];
  }
  const { role } = list;
  if (accountId !== undefined && role !== "snoozed") {
    const own = (await folders()).filter((folder) => folder.role === role);
    return own.map(({ id }) => inFolder(id, inSight));
  }
  const here: Walk = (row) => [row("role", "=", role), ...shown(row)];
  if (!withSnoozed || role === "snoozed") return [here];
  return [here, (row) => [isSnoozedIn(row, userId, role), ...shown(row)]];
}

/** Returns the condition that a snoozed message will return to a folder of this role. */
function isSnoozedIn(
  row: Row,
  userId: UserId,
  role: Exclude<LocationRole, "snoozed">,
): Expression<SqlBool> {
  const folders = row
    .selectFrom("folders")
    .select("folders.id")
    .where("folders.user_id", "=", userId)
    .where("folders.role", "=", role);
  return row.and([row("message_locations.role", "=", "snoozed"), row("folder_id", "in", folders)]);
}
