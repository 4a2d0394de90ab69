import {
  changeMember,
  exportContacts,
  importContacts,
  listContactGroups,
  listContacts,
  removeContact,
  removeContactGroup,
  restoreContact,
  saveContact,
  saveContactGroup,
} from "@inlet/contract/contacts.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** The address book. */
export function contactRoutes(api: Api): void {
  const { contacts } = api.services;

  route(api, listContacts, (asked, { caller }) => contacts.list(caller.userId, asked));

  route(api, saveContact, async (wish, { caller }) => ({
    contact: await contacts.save(caller.userId, wish),
  }));

  route(api, removeContact, async ({ id }, { caller }) => {
    await contacts.remove(caller.userId, id);
    return { ok: true as const };
  });

  route(api, restoreContact, async ({ id }, { caller }) => ({
    contact: await contacts.restore(caller.userId, id),
  }));

  route(api, importContacts, ({ text }, { caller }) => contacts.import(caller.userId, text));

  route(api, exportContacts, async (_input, { caller }) => ({
    text: await contacts.export(caller.userId),
  }));

  route(api, listContactGroups, async (_input, { caller }) => ({
    groups: await contacts.groups(caller.userId),
  }));

  route(api, saveContactGroup, async (group, { caller }) => {
    await contacts.saveGroup(caller.userId, group);
    return { ok: true as const };
  });

  route(api, removeContactGroup, async ({ id }, { caller }) => {
    await contacts.removeGroup(caller.userId, id);
    return { ok: true as const };
  });

  route(api, changeMember, async (change, { caller }) => {
    await contacts.changeMember(caller.userId, change);
    return { ok: true as const };
  });
}
