import {
  completeRecipient,
  listDrafts,
  listIdentities,
  openDraft,
  removeDraft,
  removeIdentity,
  saveDraft,
  saveIdentity,
} from "@inlet/contract/drafts.ts";
import type { Api } from "#/http/api.ts";
import { route } from "#/http/route.ts";

/** Mail being written, whom it may be from, and whom it may be for. */
export function draftRoutes(api: Api): void {
  const { drafts, identities } = api.services;

  route(api, listDrafts, async (_input, { caller }) => ({
    drafts: await drafts.list(caller.userId),
  }));

  route(api, saveDraft, async (draft, { caller }) => ({
    draft: await drafts.save(caller.userId, draft),
  }));

  route(api, removeDraft, async ({ id }, { caller }) => {
    await drafts.remove(caller.userId, id);
    return { ok: true as const };
  });

  route(api, openDraft, async ({ emailId }, { caller }) => ({
    draft: await drafts.open(caller.userId, emailId),
  }));

  route(api, listIdentities, async (_input, { caller }) => ({
    identities: await identities.list(caller.userId),
  }));

  route(api, saveIdentity, async (identity, { caller }) => ({
    identity: await identities.save(caller.userId, identity),
  }));

  route(api, removeIdentity, async ({ id }, { caller }) => {
    await identities.remove(caller.userId, id);
    return { ok: true as const };
  });

  route(api, completeRecipient, (query, { caller }) =>
    drafts.completeRecipient(caller.userId, query),
  );
}
