import type { MessageRow } from "#/store/engine/schema.ts";
import type { ReceiptRequest } from "#/wire/mime/report/receipt.ts";
import type { MailContext } from "#/mail/context.ts";
import { readPreferences } from "#/mail/accounts/preferences.ts";
import { stringsOf } from "#/mail/reading/present-row.ts";
import { signsOf } from "#/mail/reading/header-signs.ts";

/** Returns true if the sender waits for a receipt that the user may still decide about. */
export async function wantsReceipt(
  mail: Pick<MailContext, "database">,
  row: MessageRow,
): Promise<boolean> {
  if (openRequest(row) === undefined) return false;
  return (await readPreferences(mail, row.user_id)).readReceipts === "ask";
}

/** Returns the receipt request that was not decided yet, on any device. */
export function openRequest(row: MessageRow): ReceiptRequest | undefined {
  const isAnswered = stringsOf(row.flags_json).some((flag) => flag.toLowerCase() === "$mdnsent");
  return isAnswered || row.is_own === 1 ? undefined : signsOf(row).receipt;
}
