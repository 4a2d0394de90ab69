import type { PendingSignInRow } from "./schema.ts";
import type { Writer } from "../engine/writer.ts";
import type { Command } from "#/store/commands/command.ts";

/** Maximum number of pending sign-ins per browser; a further one displaces the oldest. */
const maxPerBrowser = 10;
/** Starting a sign-in needs no account: a flood of them displaces the oldest ones. */
const maxTotal = 20_000;

/** Stores a pending sign-in until it is consumed. */
export const holdSignIn: Command<PendingSignInRow, void> = {
  durable: false,
  async run(writer, row) {
    await writer.db.insertInto("sign_ins_on_their_way").values(row).execute();
    await dropBeyond(writer, maxPerBrowser, row.browser_hash);
    await dropBeyond(writer, maxTotal, null);
  },
};

/** Consumes a pending sign-in and returns its content. Returns null if it has expired, is at another stage or is unknown. */
export const takeSignIn: Command<
  { tokenHash: string } & Pick<PendingSignInRow, "stage">,
  string | null
> = {
  // A consumed sign-in must not become valid again after a power cut.
  durable: true,
  async run({ db, now }, { tokenHash, stage }) {
    const row = await db
      .deleteFrom("sign_ins_on_their_way")
      .where("token_hash", "=", tokenHash)
      .where("stage", "=", stage)
      .returning(["content", "expires_at"])
      .executeTakeFirst();
    return row !== undefined && now < row.expires_at ? row.content : null;
  },
};

/** Deletes sign-ins that were not completed in time. */
export const pruneSignIns: Command<Record<string, never>, void> = {
  durable: false,
  bulk: true,
  async run({ db, now }) {
    await db.deleteFrom("sign_ins_on_their_way").where("expires_at", "<=", now).execute();
  },
};

/** Deletes the oldest pending sign-ins beyond `most`, of one browser or, for `null`, of all browsers. */
async function dropBeyond({ db }: Writer, most: number, browserHash: string | null): Promise<void> {
  const oldest = await db
    .selectFrom("sign_ins_on_their_way")
    .select("token_hash")
    .$if(browserHash !== null, (query) => query.where("browser_hash", "=", browserHash ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("token_hash", "desc")
    .offset(most)
    .limit(pruneBatchSize)
    .execute();
  if (oldest.length === 0) return;
  const hashes = oldest.map(({ token_hash: hash }) => hash);
  await db.deleteFrom("sign_ins_on_their_way").where("token_hash", "in", hashes).execute();
}

/** Maximum number of rows to delete. There is more than one only if several sign-ins started at the same time. */
const pruneBatchSize = 100;
