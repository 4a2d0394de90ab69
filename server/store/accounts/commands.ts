import type { ErrorCode } from "@inlet/contract/errors.ts";
import type { AccountId, UserId } from "@inlet/contract/ids.ts";
import { sql } from "kysely";
import { Failure } from "#/base/failure.ts";
import type { AccountRow } from "../engine/schema.ts";
import { writeAudit } from "../audit/write-entry.ts";
import { again, type Command } from "#/store/commands/command.ts";
import { notifyIntegrations, notifyOfRecovery } from "../integrations/publish-events.ts";
import { dropLocations } from "../locations/remove-locations.ts";
import { dropMessages } from "../messages/delete-messages.ts";

/** Maximum number of rows per transaction, to not delay interactive commands. */
const slice = 500;

/** Throws account.duplicate. */
export const addAccount: Command<AccountRow, void> = {
  durable: true,
  async run(writer, account) {
    await writer.lock(account.user_id);
    // Two concurrent requests may both have found no account, and the same address can be spelled in another case.
    const addresses = await writer.db
      .selectFrom("accounts")
      .select("account_mail")
      .where("user_id", "=", account.user_id)
      .execute();
    const address = account.account_mail.toLowerCase();
    if (addresses.some((known) => known.account_mail.toLowerCase() === address)) {
      throw new Failure("account.duplicate");
    }
    const row = await writer.db
      .insertInto("accounts")
      .values(account)
      .onConflict((conflict) => conflict.columns(["user_id", "account_mail"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (!row) throw new Failure("account.duplicate");
    await writer.change(account.user_id, "account.changed", [account.id]);
    await writer.job("watch-account", account.user_id, account.id);
    const { user_id: userId, id: after, account_mail: label } = account;
    await writeAudit(writer, { kind: "account.added", userId, after, label });
  },
};

/**
 * Deletes the account with all of its data. The account row goes last, to make an interrupted removal repeatable. Returns false
 * if the account does not exist.
 */
export const removeAccount: Command<{ userId: UserId; accountId: AccountId }, boolean> = {
  durable: true,
  async run(writer, { userId, accountId }) {
    const { db } = writer;
    await writer.lock(userId);
    const account = await db
      .selectFrom("accounts")
      .select("account_mail")
      .where("user_id", "=", userId)
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!account) return false;

    const locations = await db
      .selectFrom("message_locations")
      .select(["folder_id", "uid"])
      .where("user_id", "=", userId)
      .where("account_id", "=", accountId)
      .limit(slice)
      .execute();
    if (locations.length > 0) {
      for (const [folderId, rows] of Map.groupBy(locations, (row) => row.folder_id)) {
        await dropLocations(writer, { userId, folderId, uids: rows.map(({ uid }) => uid) });
      }
      return again;
    }
    const messages = await db
      .selectFrom("messages")
      .select(["id", "date_key"])
      .where("user_id", "=", userId)
      .where("account_id", "=", accountId)
      .where("orphaned_at", ">", sql.lit(0))
      .limit(slice)
      .execute();
    if (messages.length > 0) {
      await dropMessages(writer, userId, messages);
      return again;
    }
    // Answers to invitations; their messages are deleted with the outbox.
    await db
      .deleteFrom("calendar_answers")
      .where("user_id", "=", userId)
      .where("outbox_id", "in", (answer) =>
        answer
          .selectFrom("outbox")
          .select("outbox.id")
          .where("outbox.user_id", "=", userId)
          .where("outbox.account_id", "=", accountId),
      )
      .execute();
    for (const table of [
      "folders",
      "pending_operations",
      "told_places",
      "outbox",
      "approvals",
      "drafts",
      "identities",
      "correspondents",
      "correspondent_words",
      "account_sync",
      "account_tokens",
      "imports",
    ] as const) {
      await db
        .deleteFrom(table)
        .where("user_id", "=", userId)
        .where("account_id", "=", accountId)
        .execute();
    }
    await db
      .deleteFrom("accounts")
      .where("user_id", "=", userId)
      .where("id", "=", accountId)
      .execute();
    await db.deleteFrom("jobs").where("subject_id", "=", accountId).execute();
    await writer.change(userId, "account.changed", [accountId]);
    const label = account.account_mail;
    await writeAudit(writer, { kind: "account.removed", userId, before: accountId, label });
    return true;
  },
};

export interface NewAccountState {
  accountId: AccountId;
  state: AccountRow["state"];
  /** Absent if the account works. */
  errorCode?: string;
  lastSyncAt?: number;
}

/** Notifies open tabs only if something changed. */
export const setAccountState: Command<NewAccountState, void> = {
  durable: false,
  async run(writer, { accountId, state, errorCode = "", lastSyncAt }) {
    const { db } = writer;
    const account = await db
      .selectFrom("accounts")
      .select(["user_id", "state", "error_code", "trouble_since", "last_sync_at"])
      .where("id", "=", accountId)
      .executeTakeFirst();
    if (!account) return;
    const syncedAt = lastSyncAt ?? account.last_sync_at;
    const isSame =
      account.state === state &&
      account.error_code === errorCode &&
      account.last_sync_at === syncedAt;
    if (isSame) return;
    const hasError = state === "waiting" || state === "failed";
    // After a failure of another kind: the server still answered then.
    const isNewSilence = errorCode === silentCode && account.error_code !== silentCode;
    const since = isNewSilence ? 0 : account.trouble_since;
    const errorSince = hasError ? since || writer.now : 0;
    await db
      .updateTable("accounts")
      .set({ state, error_code: errorCode, trouble_since: errorSince, last_sync_at: syncedAt })
      .where("id", "=", accountId)
      .execute();
    await writer.change(account.user_id, "account.changed", [accountId]);
    if (state === "watching" && account.state !== "watching") {
      await notifyOfRecovery(writer, account.user_id, accountId);
    }
    if (state !== "failed") return;
    // The account emits one failure event until it works again, however often it is tried.
    const eventId = `account_${accountId}_${syncedAt}_${errorCode.replaceAll(".", "_")}`;
    await notifyIntegrations(writer, account.user_id, [
      { kind: "account.failed", eventId, about: { accountId, code: errorCode } },
    ]);
  },
};

/**
 * Records that the mailbox is over its quota, as its server reported when a message was stored there, or that this is over. Any
 * other error of the account takes precedence.
 */
export const recordFull: Command<{ accountId: AccountId; isFull: boolean }, void> = {
  durable: false,
  async run(writer, { accountId, isFull }) {
    const [was, is] = isFull ? ["", fullCode] : [fullCode, ""];
    const account = await writer.db
      .updateTable("accounts")
      .set({ error_code: is })
      .where("id", "=", accountId)
      .where("error_code", "=", was)
      .returning("user_id")
      .executeTakeFirst();
    if (account) await writer.change(account.user_id, "account.changed", [accountId]);
  },
};

const fullCode: ErrorCode = "account.over_quota";
const silentCode: ErrorCode = "account.no_answer";
