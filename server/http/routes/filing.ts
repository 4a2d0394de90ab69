import {
  changeEmail,
  changeEmails,
  countEmails,
  createFolder,
  emptyFolder,
  listLabels,
  removeLabel,
  saveLabel,
  undoChange,
} from "@inlet/contract/filing.ts";
import type { Api } from "#/http/api.ts";
import { idempotencyKeyOf } from "#/http/idempotency-key.ts";
import { route } from "#/http/route.ts";
import { untilGone } from "#/http/until-gone.ts";

/** What a person does to mail. */
export function filingRoutes(api: Api): void {
  const { filing } = api.services;

  route(api, changeEmail, (change, { caller, request }) =>
    filing.change(caller.userId, change, { idempotencyKey: idempotencyKeyOf(request) }),
  );

  route(api, changeEmails, (change, { caller, request }) =>
    filing.changeMany(caller.userId, change, { idempotencyKey: idempotencyKeyOf(request) }),
  );

  route(api, countEmails, (matching, { caller, reply }) =>
    filing.count(caller.userId, matching, untilGone(reply)),
  );

  route(api, undoChange, ({ undoId }, { caller, request }) =>
    filing.undo(caller.userId, undoId, { idempotencyKey: idempotencyKeyOf(request) }),
  );

  route(api, emptyFolder, (which, { caller }) => filing.empty(caller.userId, which));

  route(api, createFolder, async (folder, { caller }) => ({
    id: await filing.createFolder(caller.userId, folder),
  }));

  route(api, listLabels, async (_input, { caller }) => ({
    labels: await filing.labels(caller.userId),
  }));

  route(api, saveLabel, async (label, { caller }) => ({
    label: await filing.saveLabel(caller.userId, label),
  }));

  route(api, removeLabel, async ({ name }, { caller }) => {
    await filing.removeLabel(caller.userId, name);
    return { ok: true } as const;
  });
}
