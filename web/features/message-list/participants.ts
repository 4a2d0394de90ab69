import type { ListedEmail } from "#/api/queries.ts";
import { listTexts } from "#/features/message-list/list-texts.ts";

/** Returns the names shown in a row: the sender or all authors of the conversation, or for outgoing mail the recipients. */
export function peopleOf(email: ListedEmail, isOutgoing: boolean): string {
  const { writers = [] } = email;
  if (!isOutgoing && writers.length > 1) return writersOf(writers);
  if (!isOutgoing) return email.fromName[0] || email.fromAddress[0] || listTexts.unknownSender;
  const names = email.toName.length > 0 ? email.toName : email.toAddress;
  return names.length > 0 ? listTexts.to(names.join(", ")) : listTexts.noRecipient;
}

/** Returns the name behind a row's avatar: the author's, or for outgoing mail the recipient's, which a draft may lack. */
export function faceOf(email: ListedEmail, isOutgoing: boolean): string {
  const { fromName, fromAddress, toName, toAddress } = email;
  if (isOutgoing) return [...toName, ...toAddress].find(Boolean) ?? "";
  return fromName[0] || fromAddress[0] || listTexts.unknownSender;
}

/** Returns the first author and the last two, by first name. */
function writersOf(writers: NonNullable<ListedEmail["writers"]>): string {
  const names = writers.map(({ name, address, isOwn }) =>
    isOwn ? listTexts.me : firstName(name) || address,
  );
  if (names.length <= 3) return names.join(", ");
  return [names[0], "…", ...names.slice(-2)].join(", ").replace(", …,", " …");
}

/** Returns "Marta" for "Marta Eklund"; a name with a comma or of one word stays whole. */
export function firstName(name: string): string {
  const [first = ""] = name.trim().split(/\s+/);
  return name.includes(",") || /^\P{L}/u.test(first) || first.length < 2 ? name : first;
}
