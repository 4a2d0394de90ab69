import {
  changeMember,
  exportContacts,
  importContacts,
  listContactGroups as listContactGroupsEndpoint,
  listContacts,
  removeContact,
  removeContactGroup,
  restoreContact,
  saveContact,
  saveContactGroup,
} from "@inlet/contract/mail/contacts.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { importCards, writeCards } from "#/mail/contacts/vcard-files.ts";
import {
  dropContact,
  storeContact,
  storeContactGroup,
  listContactGroups,
  putBackContact,
  readContacts,
} from "#/mail/contacts/contacts.ts";

/** Routes for the address book. */
export function contactRoutes(api: Api): void {
  const { mail } = api;

  route(api, listContacts, (asked, { caller }) => readContacts(mail, caller.userId, asked));

  route(api, saveContact, async (request, { caller }) => ({
    contact: await storeContact(mail, caller.userId, request),
  }));

  route(api, removeContact, async ({ id }, { caller }) => {
    await dropContact(mail, caller.userId, id);
    return { ok: true as const };
  });

  route(api, restoreContact, async ({ id }, { caller }) => ({
    contact: await putBackContact(mail, caller.userId, id),
  }));

  route(api, importContacts, ({ text }, { caller }) => importCards(mail, caller.userId, text));

  route(api, exportContacts, async (_input, { caller }) => ({
    text: await writeCards(mail, caller.userId),
  }));

  route(api, listContactGroupsEndpoint, async (_input, { caller }) => ({
    groups: await listContactGroups(mail, caller.userId),
  }));

  route(api, saveContactGroup, async (group, { caller }) => {
    await storeContactGroup(mail, caller.userId, group);
    return { ok: true as const };
  });

  route(api, removeContactGroup, async ({ id }, { caller }) => {
    await mail.execute("contactGroup.remove", { userId: caller.userId, id });
    return { ok: true as const };
  });

  route(api, changeMember, async ({ id: groupId, ...member }, { caller }) => {
    await mail.execute("contactGroup.member", { userId: caller.userId, groupId, ...member });
    return { ok: true as const };
  });
}
