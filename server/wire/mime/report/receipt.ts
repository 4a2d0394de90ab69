import { readAddresses } from "#/wire/mime/addresses.ts";
import type { Header } from "#/wire/mime/header.ts";

/** Address to which the sender requests a read receipt (RFC 8098). */
export interface ReceiptRequest {
  to: string;
  /** The field Original-Recipient, which the receipt repeats; "" without one. */
  originalRecipient: string;
}

/**
 * Parses the request for a receipt. Lists and machines get none, nor does any address but the sender's: a stranger's address, or
 * several, only serve to find out who reads (RFC 8098, 2.1).
 */
export function readReceiptRequest(header: Header): ReceiptRequest | undefined {
  const asked = header.all("disposition-notification-to").flatMap((field) => readAddresses(field));
  const [to] = asked;
  if (to === undefined || asked.length > 1 || !to.address.includes("@")) return undefined;
  if (isOfMany(header)) return undefined;
  const senders = ["from", "return-path"]
    .flatMap((name) => readAddresses(header.get(name)))
    .map(({ address }) => address.toLowerCase());
  if (!senders.includes(to.address.toLowerCase())) return undefined;
  return { to: to.address, originalRecipient: header.get("original-recipient").slice(0, 500) };
}

function isOfMany(header: Header): boolean {
  const isList = ["list-id", "list-post", "list-unsubscribe"].some(
    (name) => header.get(name) !== "",
  );
  const automatic = header.get("auto-submitted").trim().toLowerCase();
  return (
    isList ||
    /^\s*(?:bulk|list|junk)/i.test(header.get("precedence")) ||
    (automatic !== "" && automatic !== "no")
  );
}
