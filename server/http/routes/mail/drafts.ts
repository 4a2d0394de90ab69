import {
  completeRecipient,
  listDrafts as listDraftsEndpoint,
  listIdentities as listIdentitiesEndpoint,
  openDraft as openDraftEndpoint,
  removeDraft,
  removeIdentity,
  saveDraft,
  saveIdentity,
} from "@inlet/contract/mail/drafts.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";
import { findRecipients } from "#/mail/contacts/complete-recipient.ts";
import { storeDraft, listDrafts, listUnopened, openDraft } from "#/mail/drafts/drafts.ts";
import { dropIdentity, storeIdentity, listIdentities } from "#/mail/sending/identities.ts";

/** Routes of drafts, their senders, and their recipients. */
export function draftRoutes(api: Api): void {
  const { mail } = api;

  route(api, listDraftsEndpoint, async (_input, { caller }) => ({
    drafts: await listDrafts(mail, caller.userId),
    unopened: await listUnopened(mail, caller.userId),
  }));

  route(api, saveDraft, async (draft, { caller }) => ({
    draft: await storeDraft(mail, caller.userId, draft),
  }));

  route(api, removeDraft, async ({ id }, { caller }) => {
    await mail.execute("draft.remove", { userId: caller.userId, id });
    return { ok: true as const };
  });

  route(api, openDraftEndpoint, async ({ emailId }, { caller }) => ({
    draft: await openDraft(mail, caller.userId, emailId),
  }));

  route(api, listIdentitiesEndpoint, async (_input, { caller }) => ({
    identities: await listIdentities(mail, caller.userId),
  }));

  route(api, saveIdentity, async (identity, { caller }) => ({
    identity: await storeIdentity(mail, caller.userId, identity),
  }));

  route(api, removeIdentity, async ({ id }, { caller }) => {
    await dropIdentity(mail, caller.userId, id);
    return { ok: true as const };
  });

  route(api, completeRecipient, (query, { caller }) => findRecipients(mail, caller.userId, query));
}
