import type { Person } from "./person.ts";

/** A contact and a group of a person's address book, each called so. */
export async function aContact(
  { client }: Person,
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
