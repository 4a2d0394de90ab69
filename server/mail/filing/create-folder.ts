import type { createFolder } from "@inlet/contract/mail/filing.ts";
import type { FolderId, UserId } from "@inlet/contract/ids.ts";
import type { z } from "zod";
import { Failure } from "#/base/failure.ts";
import { getAccount } from "#/store/accounts/queries.ts";
import { connectionTurn } from "#/mail/accounts/connection-limit.ts";
import type { MailContext } from "#/mail/context.ts";
import { openAccount } from "#/mail/accounts/connect-account.ts";
import { surveyAccount } from "#/mail/sync/survey.ts";

const timeoutMs = 20_000;

/** Creates a folder on the mail server and in the store. Throws account.not_found, folder.refused. */
export async function createMailFolder(
  mail: MailContext,
  userId: UserId,
  { accountId, name }: z.output<typeof createFolder.input>,
): Promise<FolderId> {
  const account = await getAccount(mail.database.reader, userId, accountId);
  if (account === undefined) throw new Failure("account.not_found");
  let endTurn = () => {};
  try {
    endTurn = await connectionTurn(accountId, timeoutMs);
    await using connection = await openAccount(mail, account, { log: mail.log, timeoutMs });
    const path = await connection.createFolder(name);
    const surveyed = await surveyAccount(mail, account, connection);
    const made = surveyed.find(({ folder }) => folder.path === path);
    if (made !== undefined) return made.folder.id;
  } catch (cause) {
    mail.log.info({ err: cause }, "mail server rejected a new folder");
    throw new Failure("folder.refused", { cause });
  } finally {
    endTurn();
  }
  throw new Failure("folder.refused");
}
