import type { MessageRow } from "#/store/tables.ts";
import type { ReceiptRequest } from "#/wire/mime/receipt.ts";
import type { MailContext } from "./context.ts";
import { readPreferences } from "./preferences.ts";
import { stringsOf } from "./present.ts";
import { signsOf } from "./signs.ts";

/** Whether the sender waits for a receipt that the person may still decide about. */
export async function wantsReceipt(
  mail: Pick<MailContext, "database">,
  row: MessageRow,
): Promise<boolean> {
  if (openRequest(row) === undefined) return false;
  return (await readPreferences(mail, row.user_id)).readReceipts === "ask";
}

/** The wish for a receipt that nobody has decided about, on no device. */
export function openRequest(row: MessageRow): ReceiptRequest | undefined {
  const isAnswered = stringsOf(row.flags_json).some((flag) => flag.toLowerCase() === "$mdnsent");
  return isAnswered || row.is_own === 1 ? undefined : signsOf(row).receipt;
}
