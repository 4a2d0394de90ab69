import type { EmailRow } from "@inlet/contract/email.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";

/** Whom a row names: the sender, or in one's own folders the recipients. */
export function peopleOf(email: EmailRow, isOutgoing: boolean): string {
  if (!isOutgoing) return email.fromName[0] || email.fromAddress[0] || listTexts.unknownSender;
  const names = email.toName.length > 0 ? email.toName : email.toAddress;
  return listTexts.to(names.join(", ") || listTexts.unknownSender);
}
