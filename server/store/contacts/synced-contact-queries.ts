import type { ContactId, IntegrationId, UserId } from "@inlet/contract/ids.ts";
import type { ContactPlaceRow } from "./schema.ts";
import type { Reader } from "#/store/engine/database.ts";

/** The fields of a contact that both sides have. */
export interface ContactSnapshot {
  name: string;
  organization: string;
  notes: string;
  addresses: readonly string[];
}

/** Returns the same text for contacts with the same content. */
export function contactSnapshotText({
  name,
  organization,
  notes,
  addresses,
}: ContactSnapshot): string {
  return JSON.stringify([name, organization, notes, addresses]);
}

/** Returns the locations of contacts in one remote address book. */
export async function contactPlacesOf(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
): Promise<ContactPlaceRow[]> {
  return reader
    .selectFrom("contact_places")
    .selectAll()
    .where("user_id", "=", userId)
    .where("integration_id", "=", integrationId)
    .orderBy("href")
    .execute();
}

/** Returns the contacts with a location in an address book other than this. */
export async function contactsInOtherBooks(
  reader: Reader,
  userId: UserId,
  integrationId: IntegrationId,
): Promise<Set<ContactId>> {
  const rows = await reader
    .selectFrom("contact_places")
    .select("contact_id")
    .where("user_id", "=", userId)
    .where("integration_id", "<>", integrationId)
    .execute();
  return new Set(rows.map((row) => row.contact_id));
}
