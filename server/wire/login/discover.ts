import type { MailSettings } from "@inlet/contract/accounts.ts";
import type { Egress } from "#/egress/egress.ts";

/** Finds the servers of an address; null when nothing was found in time. */
export async function discover(
  egress: Egress,
  address: string,
  options: { timeoutMs: number },
): Promise<MailSettings | null> {
  throw new Error("in the making");
}
