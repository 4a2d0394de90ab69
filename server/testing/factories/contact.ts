import type { SignedUpUser } from "./user.ts";

/** Creates a contact and a group in a user's address book, both with this name. */
export async function aContact(
  { client }: SignedUpUser,
  word: string,
): Promise<{ contactId: string; groupId: string }> {
  const ids = { contactId: `${word}-contact`, groupId: `${word}-group` };
  await client.call("PUT /contacts/{id}", {
    id: ids.contactId,
    name: word,
    organization: "",
    notes: "",
    addresses: [`${word}@x.org`],
  });
  await client.call("PUT /contact-groups/{id}", { id: ids.groupId, name: word });
  return ids;
}
