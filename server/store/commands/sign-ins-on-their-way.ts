import type { SignInOnItsWayRow } from "../safety-tables.ts";
import type { Writer } from "../writer.ts";
import type { Command } from "./command.ts";

/** A browser has so many tabs that are signing in; of more the oldest is given up. */
const mostOfBrowser = 10;
/** Starting a sign-in needs no account: a flood of them displaces the oldest ones. */
const mostInAll = 20_000;

/** Keeps it until it is taken. */
export const holdSignIn: Command<SignInOnItsWayRow, void> = {
  durable: false,
  async run(writer, row) {
    await writer.db.insertInto("sign_ins_on_their_way").values(row).execute();
    await dropBeyond(writer, mostOfBrowser, row.browser_hash);
    await dropBeyond(writer, mostInAll, null);
  },
};

/** Hands its content out once. Null for one that is over, of another stage, or unknown. */
export const takeSignIn: Command<
  { tokenHash: string } & Pick<SignInOnItsWayRow, "stage">,
  string | null
> = {
  // A power cut does not make it count again.
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

/** `null`: of all browsers. */
async function dropBeyond({ db }: Writer, most: number, browserHash: string | null): Promise<void> {
  const oldest = await db
    .selectFrom("sign_ins_on_their_way")
    .select("token_hash")
    .$if(browserHash !== null, (query) => query.where("browser_hash", "=", browserHash ?? ""))
    .orderBy("created_at", "desc")
    .orderBy("token_hash", "desc")
    .offset(most)
    .limit(mostAtOnce)
    .execute();
  if (oldest.length === 0) return;
  const hashes = oldest.map(({ token_hash: hash }) => hash);
  await db.deleteFrom("sign_ins_on_their_way").where("token_hash", "in", hashes).execute();
}

/** More than one only where several came at once. */
const mostAtOnce = 100;
